import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {
  connectDatabase,
  type Database,
  type DatabaseOptions,
} from '@storefleet/server/platform/db/database';
import { readOwner } from '@storefleet/server/platform/db/embedded/data-lock';
import { cleanUpLater } from './clean-up.ts';
import { startPostgresCluster } from './postgres-cluster.ts';

export type DatabaseName = 'embedded' | 'postgresql';

export type DatabaseKind = {
  /** As the tables name it. */
  readonly title: string;
  /** Whether several processes may use it. */
  readonly isShared: boolean;
  /** A new, empty database and a data folder, until they are removed. */
  create(): Promise<EmptyDatabase>;
};

export type EmptyDatabase = {
  readonly dataDir: string;
  /** Null for the embedded one, which lives in the data folder. */
  readonly connectionString: string | null;
  /** Connects to the database; the embedded one only while a process has it open. */
  connect(): Database;
  remove(): Promise<void>;
};

const EMBEDDED: DatabaseKind = {
  title: 'embedded',
  isShared: false,
  async create() {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'sf-bench-'));
    const remove = cleanUpLater(() => rm(dataDir, { recursive: true, force: true }));
    const connect = () => connectPatiently(readOwner(dataDir)?.connection ?? {});
    return { dataDir, connectionString: null, connect, remove };
  },
};

/**
 * The databases to measure on: the embedded one, and PostgreSQL where there is one: at BENCH_DATABASE_URL, or the one
 * installed on this machine, as a cluster of its own.
 */
export async function findDatabases(wanted: readonly DatabaseName[]): Promise<DatabaseKind[]> {
  const kinds = wanted.includes('embedded') ? [EMBEDDED] : [];
  if (!wanted.includes('postgresql')) return kinds;
  const server = process.env.BENCH_DATABASE_URL ?? (await startPostgresCluster());
  if (server === null) {
    console.error('No PostgreSQL: set BENCH_DATABASE_URL, or install one, to measure on it as well.');
    return kinds;
  }
  return [...kinds, await postgresKind(server)];
}

async function postgresKind(server: string): Promise<DatabaseKind> {
  const { rows } = await withServer(server, (db) =>
    db.query<{ version: string }>(`select split_part(current_setting('server_version'), ' ', 1) as version`),
  );
  return {
    title: `PostgreSQL ${rows[0]?.version}`,
    isShared: true,
    async create() {
      const name = `storefleet_bench_${randomBytes(6).toString('hex')}`;
      const dataDir = await mkdtemp(path.join(tmpdir(), 'sf-bench-'));
      await withServer(server, (db) => db.query(`create database ${name}`));
      const remove = cleanUpLater(async () => {
        await withServer(server, (db) => db.query(`drop database if exists ${name} with (force)`));
        await rm(dataDir, { recursive: true, force: true });
      });
      const url = new URL(server);
      url.pathname = `/${name}`;
      const connectionString = url.href;
      return { dataDir, connectionString, connect: () => connectPatiently({ connectionString }), remove };
    },
  };
}

/** Making an index over a million rows takes longer than any statement of the product may. */
function connectPatiently(options: DatabaseOptions): Database {
  return connectDatabase({ ...options, statementTimeout: 0 });
}

async function withServer<T>(server: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connectDatabase({ connectionString: server, maxConnections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
