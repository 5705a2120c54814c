import { Connection, type ConnectionConfiguration, type ConnectionOptions, Request } from 'tedious';
import { afterAll, beforeAll } from 'vitest';
import { type SimulatorOptions, type SqlServerSimulator, startSqlServerSimulator } from '../src/server.ts';
import { type ScriptedEngine, scriptedEngine } from './scripted-engine.ts';

export const USER = 'sa';
export const PASSWORD = 'Geheim#1ü';

/** A simulator with a scripted engine for the tests of one file. */
export function simulation(options: Omit<SimulatorOptions, 'engine'> = {}): {
  simulator(): SqlServerSimulator;
  engine(): ScriptedEngine;
} {
  let simulator: SqlServerSimulator | undefined;
  let engine: ScriptedEngine | undefined;
  beforeAll(async () => {
    engine = scriptedEngine();
    simulator = await startSqlServerSimulator({ ...options, engine });
  });
  afterAll(() => simulator?.close());
  const need = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The simulator runs only while tests do.');
    return value;
  };
  return { simulator: () => need(simulator), engine: () => need(engine) };
}

/** What the tests look at of tedious's metadata. */
export type ColumnMetadata = {
  readonly colName: string;
  readonly type: { readonly name: string };
  readonly userType: number;
  readonly flags: number;
  readonly dataLength?: number | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
};

export type Answer = {
  readonly columns: readonly ColumnMetadata[];
  readonly rows: unknown[][];
  readonly rowCount: number;
  readonly returned: Readonly<Record<string, unknown>>;
};

export type ServerMessage = { readonly number: number; readonly class: number; readonly message: string };

export class Client {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  static async connect(
    port: number,
    options: ConnectionOptions & { user?: string; password?: string } = {},
    onError: (message: ServerMessage) => void = () => {},
    onInfo: (message: ServerMessage) => void = () => {},
  ): Promise<Client> {
    const { user = USER, password = PASSWORD, ...connectionOptions } = options;
    const config: ConnectionConfiguration = {
      server: '127.0.0.1',
      authentication: { type: 'default', options: { userName: user, password } },
      options: {
        port,
        encrypt: false,
        trustServerCertificate: true,
        database: 'shop',
        ...connectionOptions,
      },
    };
    const connection = new Connection(config);
    // Where a connection breaks, its requests and its `end` say so.
    connection.on('error', () => {});
    connection.on('errorMessage', onError);
    connection.on('infoMessage', onInfo);
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error === undefined || error === null ? resolve() : reject(error)));
    });
    return new Client(connection);
  }

  /** By `execSqlBatch`: a batch without parameters. */
  batch(sql: string): Promise<Answer> {
    return this.#run(sql, (request) => this.connection.execSqlBatch(request));
  }

  /** By sp_executesql. */
  query(sql: string, bind: (request: Request) => void = () => {}): Promise<Answer> {
    return this.#run(sql, (request) => {
      bind(request);
      this.connection.execSql(request);
    });
  }

  call(procedure: string, bind: (request: Request) => void = () => {}): Promise<Answer> {
    return this.#run(procedure, (request) => {
      bind(request);
      this.connection.callProcedure(request);
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.connection.once('end', () => resolve());
      this.connection.close();
    });
  }

  #run(sql: string, send: (request: Request) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let columns: ColumnMetadata[] = [];
      const rows: unknown[][] = [];
      const returned: Record<string, unknown> = {};
      const request = new Request(sql, (error, rowCount) => {
        if (error) reject(error);
        else resolve({ columns, rows, rowCount: rowCount ?? 0, returned });
      });
      request.on('columnMetadata', (metadata) => {
        columns = Array.isArray(metadata) ? metadata : Object.values(metadata);
      });
      request.on('row', (row: { value: unknown }[]) => rows.push(row.map(({ value }) => value)));
      request.on('returnValue', (name, value) => {
        returned[name] = value;
      });
      send(request);
    });
  }
}

export function transact(step: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    step((error) => (error ? reject(error) : resolve()));
  });
}
