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
import type { DatabaseKind as EmbeddedKind } from '@storefleet/server/platform/db/embedded/kind';
import { cleanUpLater } from '../clean-up.ts';
import { startPostgresCluster } from './postgres-cluster.ts';

export const DATABASE_NAMES = ['native', 'pglite', 'postgresql'] as const;
type DatabaseName = (typeof DATABASE_NAMES)[number];

export type DatabaseKind = {
  /** Its name in the tables. */
  readonly title: string;
  /** Whether several processes may use it. */
  readonly isShared: boolean;
  /** A new, empty database and a data folder, until they are removed. */
  create(): Promise<EmptyDatabase>;
};

/** The location of a database, in a form that can be passed to another process. */
export type DatabasePlace = {
  readonly dataDir: string;
  /** Null for the embedded one, which is in the data folder. */
  readonly connectionString: string | null;
  readonly embedded: EmbeddedKind | null;
};

export type EmptyDatabase = DatabasePlace & {
  /** The product's settings for it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Connects to the database; to the embedded one only while a process has it open. */
  connect(): Database;
  remove(): Promise<void>;
};

/** The databases to measure; PostgreSQL at BENCH_DATABASE_URL, or a cluster of the installed one. */
export async function findDatabases(wanted: readonly DatabaseName[]): Promise<DatabaseKind[]> {
  const kinds: DatabaseKind[] = [];
  if (wanted.includes('native')) kinds.push(embeddedKind('native', 'embedded'));
  if (wanted.includes('pglite')) kinds.push(embeddedKind('pglite', 'fallback'));
  if (!wanted.includes('postgresql')) return kinds;
  const server = process.env.BENCH_DATABASE_URL ?? (await startPostgresCluster());
  if (server === null) {
    console.error('No PostgreSQL: set BENCH_DATABASE_URL, or install one, to measure on it as well.');
    return kinds;
  }
  return [...kinds, await postgresKind(server)];
}

function embeddedKind(embedded: EmbeddedKind, title: string): DatabaseKind {
  return {
    title,
    isShared: false,
    async create() {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'sf-bench-'));
      return {
        dataDir,
        connectionString: null,
        embedded,
        environment: { DATA_DIR: dataDir, EMBEDDED_DATABASE: embedded },
        connect: () => connectPatiently(readOwner(dataDir)?.connection ?? {}),
        remove: cleanUpLater(() => rm(dataDir, { recursive: true, force: true })),
      };
    },
  };
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
      return {
        dataDir,
        connectionString,
        embedded: null,
        environment: {
          DATA_DIR: dataDir,
          DATABASE_URL: connectionString,
          ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        },
        connect: () => connectPatiently({ connectionString }),
        remove,
      };
    },
  };
}

/** Creating an index over a million rows takes longer than the product allows a statement. */
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
