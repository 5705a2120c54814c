import { Connection, type ConnectionOptions, Request } from 'tedious';
import { afterAll, beforeAll } from 'vitest';
import { createEngine, type DatabaseHandle } from '../src/engine/create-engine.ts';
import { type SqlServerSimulator, startSqlServerSimulator } from '../src/server.ts';
import type { SqlValue } from '../src/values/sql-value.ts';

export const USER = 'sa';
export const PASSWORD = 'Geheim#1ü';

type Shop = { readonly simulator: SqlServerSimulator; readonly database: DatabaseHandle };

/** A server with the database `shop`, for the tests of one file. */
export function shopForTests(): () => Shop {
  let shop: Shop | null = null;
  beforeAll(async () => {
    const engine = createEngine({ logins: [{ user: USER, password: PASSWORD }], databases: ['shop'] });
    shop = { simulator: await startSqlServerSimulator({ engine }), database: engine.database('shop') };
  });
  afterAll(() => shop?.simulator.close());
  return () => {
    if (shop === null) throw new Error('The simulator runs only while tests do.');
    return shop;
  };
}

/** A column's declaration, and a value in the engine's format. */
export type Sample = readonly [declaration: string, value: Exclude<SqlValue, null>, ...unknown[]];

/**
 * `everything`: a row of values and one of NULLs, `fixed`: a row without nullable columns; columns c0, c1 …
 */
export async function createSamples({ database }: Shop, samples: readonly Sample[]): Promise<void> {
  for (const [table, suffix] of [
    ['everything', 'NULL'],
    ['fixed', 'NOT NULL'],
  ] as const) {
    const columns = samples.map(([declaration], at) => `c${at} ${declaration} ${suffix}`);
    await database.run(`CREATE TABLE ${table} (${columns.join(', ')})`);
    const rows = [samples.map(([, value]) => value), samples.map(() => null)];
    const names = samples.map((_, at) => `c${at}`);
    database.insertRows('dbo', table, names, table === 'fixed' ? rows.slice(0, 1) : rows);
  }
}

type ServerMessage = { readonly number: number; readonly class: number; readonly message: string };
type Options = ConnectionOptions & {
  readonly password?: string;
  readonly onMessage?: (message: ServerMessage) => void;
};

/** Connects tedious, a third-party driver. */
export async function connect(port: number, options: Options = {}): Promise<Connection> {
  const { password = PASSWORD, onMessage = () => {}, ...others } = options;
  const connection = new Connection({
    server: '127.0.0.1',
    authentication: { type: 'default', options: { userName: USER, password } },
    options: { port, encrypt: false, trustServerCertificate: true, database: 'shop', ...others },
  });
  // Requests and `end` report a broken connection.
  connection.on('error', () => {});
  connection.on('errorMessage', onMessage);
  connection.on('infoMessage', onMessage);
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  return connection;
}

type ColumnMetadata = { readonly type: { readonly name: string }; readonly flags: number };
type Answer = { readonly columns: readonly ColumnMetadata[]; readonly rows: unknown[][] };

/** Through sp_executesql. `started` is called with the request once it is sent. */
export function query(
  connection: Connection,
  sql: string,
  bind: (request: Request) => void = () => {},
  started: (request: Request) => void = () => {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let columns: readonly ColumnMetadata[] = [];
    const rows: unknown[][] = [];
    const request = new Request(sql, (error) => (error ? reject(error) : resolve({ columns, rows })));
    request.on('columnMetadata', (metadata) => {
      columns = Array.isArray(metadata) ? metadata : Object.values(metadata);
    });
    request.on('row', (row: { value: unknown }[]) => rows.push(row.map(({ value }) => value)));
    bind(request);
    connection.execSql(request);
    started(request);
  });
}
