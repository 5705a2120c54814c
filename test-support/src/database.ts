import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  connectDatabase,
  type Database,
  type DatabaseOptions,
} from '@storefleet/server/platform/db/database';
import { startEmbeddedDatabase } from '@storefleet/server/platform/db/embedded/embedded-database';
import type { DatabaseKind } from '@storefleet/server/platform/db/embedded/kind';
import { readMigrations, runMigrations } from '@storefleet/server/platform/db/migrate';
import { createJobQueue } from '@storefleet/server/platform/jobs/job-queue';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import pg from 'pg';
import { closedAtEnd } from './closed-at-end.ts';
import { TEST_CLUSTER } from './cluster.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../apps/server/migrations', import.meta.url));
/** Any fixed number: test files that start together make the template once. */
const TEMPLATE_LOCK = 7_250_412;

export type TestDatabase = Database & {
  /** Another pool on the same database, as another process has it; the caller closes it. */
  connectAgain(): Database;
  /** For a process that opens its own connection. */
  readonly connection: DatabaseOptions;
};

/**
 * A new migrated, empty database: on the PostgreSQL of TEST_DATABASE_URL or of this run, otherwise embedded.
 * Closing it drops it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL ?? process.env[TEST_CLUSTER];
  if (server) return clonePostgresDatabase(server);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  return openFolder(dataDir, () => rm(dataDir, { recursive: true, force: true }));
}

/** The same until the tests end. */
export const openTestDatabase = async (): Promise<TestDatabase> => closedAtEnd(await createTestDatabase());

/** A migrated, empty embedded database in a data folder, also with TEST_DATABASE_URL; closing keeps the folder. */
export async function createDataFolder(
  dataDir: string,
  kind: DatabaseKind | null = null,
): Promise<TestDatabase> {
  return openFolder(dataDir, async () => {}, kind);
}

async function openFolder(
  dataDir: string,
  remove: () => Promise<void>,
  kind: DatabaseKind | null = null,
): Promise<TestDatabase> {
  const embedded = await startEmbeddedDatabase({ dataDir, kind });
  const db = testDatabase(embedded.connection, async () => {
    await embedded.close();
    await remove();
  });
  await runMigrations(db, MIGRATIONS);
  return db;
}

async function clonePostgresDatabase(server: string): Promise<TestDatabase> {
  const template = `storefleet_template_${await fingerprint()}`;
  const name = `storefleet_test_${randomBytes(8).toString('hex')}`;
  await withAdmin(server, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (!rowCount) await createTemplate(server, admin, template);
    // Less than half the work of a copy through the log, for a database that no power cut has to spare.
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return testDatabase({ connectionString: databaseUrl(server, name) }, () =>
    withAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`)),
  );
}

function testDatabase(connection: DatabaseOptions, drop: () => Promise<void>): TestDatabase {
  const db = connectDatabase(connection);
  return {
    ...db,
    connection,
    connectAgain: () => connectDatabase({ ...connection, maxConnections: 2 }),
    async close() {
      await db.close();
      await drop();
    },
  };
}

/** The template gets its name last, so that an interrupted run leaves none behind that is half made. */
async function createTemplate(server: string, admin: pg.Client, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft}`);
  const db = connectDatabase({ connectionString: databaseUrl(server, draft) });
  try {
    await runMigrations(db, MIGRATIONS);
    // Each app would make the tables of the queue again.
    const jobs = createJobQueue({ db, logger: createLogger({ level: 'silent' }) });
    await jobs.start();
    await jobs.stop({ graceMs: 0 });
  } finally {
    await db.close();
  }
  await admin.query(`alter database ${draft} rename to ${template}`);
}

async function withAdmin(server: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Changes whenever the database that tests begin with would be another one. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const migration of existsSync(MIGRATIONS) ? await readMigrations(MIGRATIONS) : []) {
    hash.update(migration.name).update(migration.checksum);
  }
  const views = path.join(MIGRATIONS, 'store_scope.sql');
  if (existsSync(views)) hash.update(await readFile(views));
  return hash.digest('hex').slice(0, 16);
}
