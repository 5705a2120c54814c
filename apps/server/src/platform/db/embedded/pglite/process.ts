/**
 * The database process: one PGlite behind a local socket. It belongs to the server that started it and ends
 * with it, even when the server is killed, since that closes the channel between the two.
 */
import { mkdir, rm } from 'node:fs/promises';
import process from 'node:process';
import { lockDataFolder } from '../data-lock.ts';
import { socketPath } from '../database-connection.ts';
import { describeStartFailure } from '../start-failure.ts';
import { openDatabase } from './open-database.ts';
import { type DatabaseProcessMessage, type PgliteSettings, pgliteConnection } from './pglite-database.ts';
import { startUpkeep } from './upkeep.ts';
import { startWireServer } from './wire-server.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as PgliteSettings;
const tell = (message: DatabaseProcessMessage) =>
  new Promise<void>((resolve) => {
    if (!process.connected) return resolve();
    process.send?.(message, () => resolve());
  });

// Ctrl-C reaches the whole process group; the server decides when to stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

const serverGone = new Promise<void>((resolve) => process.once('disconnect', resolve));

try {
  await run();
  process.exit(0);
} catch (error) {
  await tell({ kind: 'failed', sentence: describeStartFailure(error, settings.dataDir) });
  process.exit(1);
}

async function run(): Promise<void> {
  const lock = await lockDataFolder(settings.dataDir);
  await mkdir(settings.socketDir, { recursive: true, mode: 0o700 });
  const db = await openDatabase(settings.dataDir);
  const wire = await startWireServer({
    db,
    socketPath: socketPath(settings.socketDir),
    onBackendFailure(error) {
      console.error(error);
      process.exit(1);
    },
  });
  const upkeep = startUpkeep({ db, wire });
  lock.recordOwner({
    serverPid: process.ppid,
    databasePid: process.pid,
    connection: pgliteConnection(settings.socketDir),
  });
  await tell({ kind: 'ready' });

  await serverGone;
  upkeep.stop();
  await wire.close();
  await db.close();
  await rm(settings.socketDir, { recursive: true, force: true });
  lock.release();
}
