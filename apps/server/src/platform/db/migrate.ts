import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { retry } from '../resilience/retry.ts';
import type { Database, Queryable } from './database.ts';
import { sqlState } from './errors.ts';

export type Migration = { version: number; name: string; sql: string; checksum: string };

/** A sentence for the person who starts the server. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Any fixed number: processes that start together take turns on it. */
const MIGRATION_LOCK = 7_250_411;
/** A statement waiting for a table lock blocks everybody queued behind it: it times out and is retried. */
const LOCK_TIMEOUT = '3s';
const LOCK_TRIES = 20;
const LOCK_NOT_AVAILABLE = '55P03';
/** Views on the tables, recreated after migrations: a table with views can hardly be altered. */
const VIEWS = { file: 'store_scope.sql', schema: 'store_scope' };
const FILE_NAME = /^(\d{6})_([a-z0-9_]+)\.sql$/;

/** The numbered SQL files of a folder, in order. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const file of (await readdir(directory)).filter((name) => /^\d.*\.sql$/.test(name)).sort()) {
    const match = FILE_NAME.exec(file);
    if (!match) throw new MigrationError(`The migration ${file} is not named like 000001_create_stores.sql.`);
    const sql = await readFile(path.join(directory, file), 'utf8');
    migrations.push({
      version: Number(match[1]),
      name: file,
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
    });
  }
  migrations.forEach((migration, index) => {
    if (migration.version === migrations[index - 1]?.version) {
      throw new MigrationError(`Two migrations have the number of ${migration.name}.`);
    }
  });
  return migrations;
}

/**
 * Migrates the database to the newest version: each file in a transaction of its own, under a lock, so that
 * any number of processes may start at once. Returns the names of the files it applied.
 */
export async function runMigrations(db: Database, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const views = await readViews(directory);
  const { rows } = await db.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  );
  requireEveryCharacter(rows[0]?.encoding ?? 'unknown');
  const applied: string[] = [];
  for (;;) {
    const name = await retry(() => db.transaction((tx) => applyNext(tx, migrations, views)), {
      attempts: LOCK_TRIES,
      shouldRetry: (error) => sqlState(error) === LOCK_NOT_AVAILABLE,
    });
    if (name === null) return applied;
    applied.push(name);
  }
}

/** The same within the caller's transaction; `upTo`: the number of files. */
export async function applyMigrations(tx: Queryable, directory: string, upTo?: number): Promise<string[]> {
  const all = await readMigrations(directory);
  const migrations = all.slice(0, upTo);
  const views = migrations.length < all.length ? null : await readViews(directory);
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(tx, migrations, views);
    if (name === null) return applied;
    applied.push(name);
  }
}

/** Their SQL, which drops them first; null if the folder has none. */
async function readViews(directory: string): Promise<string | null> {
  try {
    return await readFile(path.join(directory, VIEWS.file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Skipped if they match this version's SQL and the current tables. */
async function makeViews(tx: Queryable, sql: string): Promise<void> {
  const mark = createHash('sha256').update(sql).digest('hex');
  const { rows } = await tx.query<{ mark: string | null }>(
    `select obj_description(to_regnamespace($1), 'pg_namespace') as mark`,
    [VIEWS.schema],
  );
  if (rows[0]?.mark === mark) return;
  await tx.query(sql);
  await tx.query(`comment on schema ${VIEWS.schema} is '${mark}'`);
}

/** A cluster created without a locale stores bytes: it could neither search nor sort what staff type. */
export function requireEveryCharacter(encoding: string): void {
  if (encoding === 'UTF8') return;
  throw new MigrationError(
    `The database of DATABASE_URL has the encoding ${encoding}: make one with UTF8 (create database storefleet encoding 'UTF8' template template0) and set DATABASE_URL to it.`,
  );
}

async function applyNext(
  tx: Queryable,
  migrations: Migration[],
  views: string | null,
): Promise<string | null> {
  await tx.query('set local statement_timeout = 0');
  await tx.query('select pg_advisory_xact_lock($1::bigint)', [MIGRATION_LOCK]);
  await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await tx.query(
    `create table if not exists schema_migrations (
       version integer primary key, name text not null, checksum text not null,
       applied_at timestamptz not null default now())`,
  );
  const { rows } = await tx.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  );
  checkHistory(rows, migrations);
  const next = migrations[rows.length];
  if (!next) {
    if (views !== null) await makeViews(tx, views);
    return null;
  }
  try {
    await tx.query(`drop schema if exists ${VIEWS.schema} cascade`);
    await tx.query(next.sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${next.name} failed and was taken back: ${reason}`, {
      cause: error,
    });
  }
  await tx.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    next.version,
    next.name,
    next.checksum,
  ]);
  return next.name;
}

/** The applied migrations must be the beginning of those of this version, file by file. */
function checkHistory(
  applied: { version: number; name: string; checksum: string }[],
  known: Migration[],
): void {
  for (const [index, row] of applied.entries()) {
    const migration = known[index];
    if (!migration) {
      throw new MigrationError(
        `The database is from a newer version of this program (${row.name} is unknown here): start that version, or restore a backup made with this one.`,
      );
    }
    if (migration.version !== row.version) {
      throw new MigrationError(
        `The database and this version disagree about the migration ${row.name} (here it is ${migration.name}): start the version the database was made with.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new MigrationError(
        `The migration ${migration.name} was changed after it had been applied: put the file back as it was and write the change as a new migration.`,
      );
    }
  }
}
