import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Binaries, findBinaries } from './native/binaries.ts';
import { findLauncher, type Launcher } from './native/launcher.ts';

/** PostgreSQL itself as a child process, or PGlite (PostgreSQL in WebAssembly) where that cannot run. */
export const DATABASE_KINDS = ['native', 'pglite'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/** Inside the data folder. */
export const FOLDERS: Readonly<Record<DatabaseKind, string>> = { native: 'postgres', pglite: 'db' };

export type ChosenDatabase =
  | { kind: 'native'; binaries: Binaries; launcher: Launcher }
  /** `because`: why not the other one, where nobody asked for this one. */
  | { kind: 'pglite'; because: string | null };

/** The kind that a data folder holds already; null for an empty one. */
export function kindOfFolder(dataDir: string): DatabaseKind | null {
  return DATABASE_KINDS.find((kind) => existsSync(path.join(dataDir, FOLDERS[kind]))) ?? null;
}

/** A folder stays with the kind that made it. Throws a sentence where the kind that it has to be cannot run here. */
export function chooseDatabase(dataDir: string, wanted: DatabaseKind | null): ChosenDatabase {
  const present = kindOfFolder(dataDir);
  if (present !== null && wanted !== null && present !== wanted) {
    throw new Error(
      `EMBEDDED_DATABASE is ${wanted}, and the data in it was written by ${present}: unset EMBEDDED_DATABASE, or set DATA_DIR to another folder.`,
    );
  }
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
