import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sleep } from '../../resilience/sleep.ts';
import type { DatabaseConnection } from './database-connection.ts';

/** The user of a data folder, for tools that connect to it. */
type DataOwner = { serverPid: number; databasePid: number; connection: DatabaseConnection };

/** Another server is using the folder. */
class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';

  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use by another running server: stop that one first, or set DATA_DIR to another folder.`,
    );
  }
}

const LOCK_FILE = 'db.lock';
const OWNER_FILE = 'db.owner.json';
/** Milliseconds for the database of a killed server to finish its writes. */
const HANDOVER_PATIENCE = 20_000;

type DataLock = { recordOwner(owner: DataOwner): void; release(): void };

/**
 * Makes this process the only one that may touch the database files. SQLite's file lock is the system's: it
 * ends with the process however that ends, and holds between containers that share a volume.
 */
export async function lockDataFolder(dataDir: string): Promise<DataLock> {
  const lock = new DatabaseSync(path.join(dataDir, LOCK_FILE));
  const deadline = Date.now() + HANDOVER_PATIENCE;
  while (!tryLock(lock)) {
    if (isServerRunning(readOwner(dataDir)) || Date.now() > deadline) {
      lock.close();
      throw new DataFolderInUseError(dataDir);
    }
    await sleep(100);
  }
  const ownerFile = path.join(dataDir, OWNER_FILE);
  rmSync(ownerFile, { force: true });
  return {
    recordOwner: (owner) => writeFileSync(ownerFile, JSON.stringify(owner), { mode: 0o600 }),
    release() {
      rmSync(ownerFile, { force: true });
      lock.close();
    },
  };
}

/** The process that has this folder's database open, as it recorded itself; null if there is none. */
export function readOwner(dataDir: string): DataOwner | null {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, OWNER_FILE), 'utf8')) as DataOwner;
  } catch {
    return null;
  }
}

/** True while a process holds the folder. */
export function isDataFolderLocked(dataDir: string): boolean {
  let probe: DatabaseSync | undefined;
  try {
    probe = new DatabaseSync(path.join(dataDir, LOCK_FILE), { readOnly: false });
    return !tryLock(probe);
  } finally {
    probe?.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && /locked/.test(error.message)) return false;
    throw error;
  }
}

function isServerRunning(owner: DataOwner | null): boolean {
  if (!owner) return false;
  try {
    process.kill(owner.serverPid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
