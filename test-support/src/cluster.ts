import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { findBinaries } from '@storefleet/server/platform/db/embedded/native/binaries';
import { ROLE } from '@storefleet/server/platform/db/embedded/native/cluster';
import { findLauncher } from '@storefleet/server/platform/db/embedded/native/launcher';
import {
  makeSocketDir,
  removeSocketDir,
  startNativeDatabase,
} from '@storefleet/server/platform/db/embedded/native/native-database';

/** Environment variable that names the cluster for test processes. */
export const TEST_CLUSTER = 'STOREFLEET_TEST_CLUSTER';

/** Nothing must survive a crash, so writes need no fsync. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Tests query its statistics while others work on it.
  autovacuum: 'off',
};

/**
 * One bundled PostgreSQL for a whole run; each test file gets a database, copied from a template within
 * milliseconds. Where it does not run, each file starts its own embedded database.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'sf-test-cluster-'));
  try {
    const binaries = findBinaries();
    const launcher = findLauncher(folder, binaries.postgres);
    const socketDir = makeSocketDir(launcher);
    const running = await startNativeDatabase({
      folder: path.join(folder, 'postgres'),
      binaries,
      launcher,
      socketDir,
      settings: SETTINGS,
      onLog: () => {},
    });
    process.env[TEST_CLUSTER] = `postgres://${ROLE}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
    return async () => {
      await running.stop();
      removeSocketDir(socketDir);
      await rm(folder, { recursive: true, force: true });
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    console.error(
      `The tests have a database each: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}
