import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';

/** Creates a folder and missing parents durably: they survive a power cut. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = path.resolve(folder); made.length >= first.length; made = path.dirname(made))
    syncPath(path.dirname(made));
}

/** Renames something on disk durably: the new name survives a power cut. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  for (const folder of new Set([path.dirname(to), path.dirname(from)])) syncPath(folder);
}

/** Fsyncs everything in a folder. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(path.join(entry.parentPath, entry.name));
  }
  syncPath(folder);
}

/** Fsyncs a file's content, or the names in a folder. */
export function syncPath(place: string): void {
  const descriptor = openSync(place, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
