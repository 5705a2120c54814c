import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type EmptyPostgres = { url: string; run(statements: string): Promise<void>; drop(): Promise<void> };

/** A new, empty database on the PostgreSQL server at this address. */
export async function createEmptyPostgres(server: string): Promise<EmptyPostgres> {
  const name = `storefleet_e2e_${randomBytes(8).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await run(server, `create database ${name}`);
  return {
    url: url.href,
    run: (statements) => run(url.href, statements),
    drop: () => run(server, `drop database if exists ${name} with (force)`),
  };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
