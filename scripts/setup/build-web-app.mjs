import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cache, root, runNode } from './child-process.mjs';

/** Sources of the built web app. */
const SOURCES = ['apps/web', 'packages/contract/src', 'packages/client/src', 'package-lock.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist']);
const stamp = path.join(cache, 'web-app.sha256');

/** Builds the web app if a source has changed since; returns an exit code. */
export async function buildWebApp() {
  const hash = hashSources();
  if (existsSync(path.join(root, 'apps/web/dist/index.html')) && read(stamp) === hash) return 0;
  console.error('Building the web app (whenever it changed) …');
  rmSync(stamp, { force: true });
  const code = await runNode(
    [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      directory: 'apps/web',
    },
  );
  if (code !== 0) return code;
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, hash);
  return 0;
}

function hashSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addToHash(hash, path.join(root, source));
  return hash.digest('hex');
}

function addToHash(hash, file) {
  const entries = readEntries(file);
  if (entries === null) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    return;
  }
  for (const name of entries.sort()) if (!NOT_SOURCES.has(name)) addToHash(hash, path.join(file, name));
}

/** The names in a folder, or null for a file. */
function readEntries(file) {
  try {
    return readdirSync(file);
  } catch (error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
