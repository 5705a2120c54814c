import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { renameDurably } from '../../durable-files.ts';
import { type Binaries, findBinaries } from './native/binaries.ts';
import { findLauncher, type Launcher } from './native/launcher.ts';

/** PostgreSQL itself as a child process, or PGlite (PostgreSQL in WebAssembly) where that cannot run. */
export const DATABASE_KINDS = ['native', 'pglite'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/** Inside the data folder. */
export const FOLDERS: Readonly<Record<DatabaseKind, string>> = { native: 'postgres', pglite: 'db' };

export type ChosenDatabase =
  | { kind: 'native'; binaries: Binaries; launcher: Launcher }
  /** `because`: why the other kind was not chosen, unless this one was asked for. */
  | { kind: 'pglite'; because: string | null };

/** The kind a data folder holds; null if empty. */
export function kindOfFolder(dataDir: string): DatabaseKind | null {
  return DATABASE_KINDS.find((kind) => existsSync(path.join(dataDir, FOLDERS[kind]))) ?? null;
}

/** Renames the database's folder to make room for another; returns its new path. */
export function setAside(
  dataDir: string,
  kind: DatabaseKind,
  purpose: 'restore' | 'move',
  now: Date,
): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const folder = path.join(dataDir, `${FOLDERS[kind]}.before-${purpose}-${stamp}`);
  renameDurably(path.join(dataDir, FOLDERS[kind]), folder);
  return folder;
}

/** A kill between the two renames leaves no database, which must not pass for a new installation. */
function refuseHalfReplaced(dataDir: string): void {
  const [kept] = readdirSync(dataDir).filter((name) => /^[a-z]+\.before-(restore|move)-\w+$/.test(name));
  if (kept === undefined) return;
  throw new Error(
    `It was being replaced when that was cut short. Give ${kept} in it the name ${kept.split('.')[0]} again, or repeat the restore.`,
  );
}

/** A folder stays with the kind that created it. Throws a sentence if that kind cannot run here. */
export function chooseDatabase(dataDir: string, wanted: DatabaseKind | null): ChosenDatabase {
  const present = kindOfFolder(dataDir);
  if (present !== null && wanted !== null && present !== wanted) {
    throw new Error(
      `EMBEDDED_DATABASE is ${wanted}, and the data in it was written by ${present}: unset EMBEDDED_DATABASE, or set DATA_DIR to another folder.`,
    );
  }
  if (present === null) refuseHalfReplaced(dataDir);
  const kind = present ?? wanted;
  if (kind === 'pglite') return { kind, because: null };
  try {
    const binaries = findBinaries();
    return { kind: 'native', binaries, launcher: findLauncher(dataDir, binaries.postgres) };
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    if (kind === 'native') throw new Error(`PostgreSQL cannot run here: ${because}.`);
    return { kind: 'pglite', because };
  }
}
