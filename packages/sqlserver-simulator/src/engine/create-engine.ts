import { findObject } from '../run/catalogue.ts';
import { insertMany } from '../run/changes.ts';
import type { Database } from '../store/tables.ts';
import { invalidObject, lockTimeout, sqlError } from '../values/errors.ts';
import type { SqlParameter, SqlValue } from '../values/sql-value.ts';
import { type Account, type Server, Session } from './session.ts';
import { WriterLock } from './writer-lock.ts';

type EngineOptions = {
  readonly logins: readonly Account[];
  /** In addition to master. */
  readonly databases: readonly string[];
};

/** The whole simulated server: its logins and databases. */
export type SimulatedEngine = {
  /** Throws error 18456 for a wrong login, 4060 for a missing database. */
  open(login: Account, database: string | null): Session;
  /** For seeding and inspection: statements run as the owner. Throws for a missing database. */
  database(name: string): DatabaseHandle;
};

const OWNER: Account = { user: 'sa', password: '' };
const NEVER = new AbortController().signal;

/** A SQL Server without a network: tables in memory, and sessions that run statements on them. */
export function createEngine({ logins, databases }: EngineOptions): SimulatedEngine {
  const empty = (name: string): [string, Database] => [
    name.toLowerCase(),
    { name, schemas: ['dbo', 'sys'], objects: new Map(), lastId: 1000 },
  ];
  let lastVersion = 2000n;
  /** The first rowversion of the current writer. */
  let first = { turn: 0, version: 0n };
  const bytesOf = (version: bigint): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(version);
    return bytes;
  };
  const server: Server = {
    data: new Map(['master', ...databases].map(empty)),
    lock: new WriterLock(),
    nextVersion() {
      lastVersion += 1n;
      if (first.turn !== server.lock.turn) first = { turn: server.lock.turn, version: lastVersion };
      return bytesOf(lastVersion);
    },
    minActiveVersion() {
      const isWriting = server.lock.isTaken && first.turn === server.lock.turn;
      return bytesOf(isWriting ? first.version : lastVersion + 1n);
    },
  };
  const found = (name: string) => server.data.get(name.toLowerCase())?.name;
  return {
    open: ({ user, password }, database) => {
      // Login names ignore case, passwords do not.
      const login = logins.find((candidate) => candidate.user.toLowerCase() === user.toLowerCase());
      if (login?.password !== password) throw sqlError(18_456, `Login failed for user '${user}'.`, 14);
      const name = found(database ?? 'master');
      if (name === undefined)
        throw sqlError(
          4060,
          `Cannot open database "${database}" requested by the login. The login failed.`,
          11,
        );
      return new Session(server, login, name);
    },
    database(wanted) {
      const name = found(wanted);
      if (name === undefined)
        throw new Error(`There is no database ${wanted} in this simulator: name it in createEngine.`);
      return new DatabaseHandle(new Session(server, OWNER, name));
    },
  };
}

/** A database as its owner sees it, without the network. */
export class DatabaseHandle {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Runs a batch; returns its rows by column name. */
  async query(sql: string, parameters: readonly SqlParameter[] = []): Promise<Record<string, SqlValue>[]> {
    const rows: Record<string, SqlValue>[] = [];
    let names: readonly string[] = [];
    for await (const event of this.#session.execute(sql, parameters, NEVER)) {
      if (event.kind === 'columns') names = event.columns.map((column) => column.name);
      if (event.kind === 'row')
        rows.push(Object.fromEntries(names.map((name, index) => [name, event.values[index] ?? null])));
    }
    return rows;
  }

  async run(sql: string): Promise<void> {
    await this.query(sql);
  }

  /**
   * Inserts many rows quickly: values as on the wire, in the order of `columns`; other columns are NULL.
   * Ignores defaults and CHECKs, enforces keys. Fails while another transaction is writing.
   */
  insertRows(
    schema: string,
    table: string,
    columns: readonly string[],
    rows: Iterable<readonly SqlValue[]>,
  ): void {
    const { transaction, database: name } = this.#session;
    if (!transaction.tryWriting()) throw lockTimeout();
    let succeeded = false;
    try {
      const database = transaction.data.get(name.toLowerCase());
      const found = database && findObject([schema, table], { data: transaction.data, database });
      if (!database || found?.kind !== 'table') throw invalidObject(`${schema}.${table}`);
      transaction.change(insertMany(database, found, columns, rows));
      succeeded = true;
    } finally {
      transaction.endStatement(succeeded);
    }
  }

  close(): void {
    this.#session.close();
  }
}
