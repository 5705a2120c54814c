import { findObject } from '../run/catalogue.ts';
import { insertMany } from '../run/changes.ts';
import type { Database } from '../store/model.ts';
import { WriterLock } from '../store/writer-lock.ts';
import type { Engine, EngineSession, Login, SqlParameter, SqlValue } from './engine.ts';
import { invalidObject, lockTimeout, sqlError } from './errors.ts';
import { type Account, type Server, Session } from './session.ts';

const VERSION =
  'Microsoft SQL Server 2022 (RTM-CU14) (KB5038325) - 16.0.4135.4 (X64) \n\tJul 10 2024 14:09:09 \n\tCopyright (C) 2022 Microsoft Corporation\n\tDeveloper Edition (64-bit) on Linux (Storefleet simulator)';

export type EngineOptions = {
  /** @@VERSION. */
  readonly version?: string;
  readonly serverName?: string;
  readonly logins: readonly {
    readonly user: string;
    readonly password: string;
    readonly readOnly?: boolean;
    /** All of them where nothing is said. */
    readonly databases?: readonly string[];
  }[];
  /** Beside master and tempdb. */
  readonly databases: readonly string[];
};

export type SimulatedEngine = Engine & {
  readonly serverName: string;
  /** For seeding and looking: statements run as the owner. Throws for a database that is not there. */
  database(name: string): DatabaseHandle;
};

const OWNER: Account = { user: 'sa', password: '', isReadOnly: false, databases: null };
const NEVER = new AbortController().signal;

/** A SQL Server without a network: tables in memory, and sessions that run statements on them. */
export function createEngine(options: EngineOptions): SimulatedEngine {
  const empty = (name: string): [string, Database] => [
    name.toLowerCase(),
    { name, schemas: ['dbo', 'sys'], objects: new Map(), lastId: 1000 },
  ];
  let lastVersion = 2000n;
  const server: Server = {
    data: new Map(['master', 'tempdb', ...options.databases].map(empty)),
    lock: new WriterLock(),
    version: options.version ?? VERSION,
    serverName: options.serverName ?? 'SIMULATOR',
    nextVersion() {
      const bytes = Buffer.alloc(8);
      lastVersion += 1n;
      bytes.writeBigUInt64BE(lastVersion);
      return bytes;
    },
  };
  const accounts = options.logins.map(
    ({ user, password, readOnly = false, databases }): Account => ({
      user,
      password,
      isReadOnly: readOnly,
      databases: databases === undefined ? null : ['master', 'tempdb', ...databases],
    }),
  );
  let lastSpid = 50;
  const start = (account: Account, database: string): Session => {
    lastSpid += 1;
    return new Session(server, account, database, lastSpid);
  };
  return {
    version: server.version,
    serverName: server.serverName,
    open: (login, database): EngineSession => {
      const account = accountOf(accounts, login);
      const name = database ?? account.databases?.[2] ?? 'master';
      const found = server.data.get(name.toLowerCase());
      const isOwn = account.databases?.some((own) => own.toLowerCase() === name.toLowerCase()) ?? true;
      if (found === undefined || !isOwn)
        throw sqlError(4060, `Cannot open database "${name}" requested by the login. The login failed.`, 11);
      return start(account, found.name);
    },
    database(name) {
      const found = server.data.get(name.toLowerCase());
      if (found === undefined)
        throw new Error(`There is no database ${name} in this simulator: name it in createEngine.`);
      return new DatabaseHandle(start(OWNER, found.name));
    },
    close: () => {},
  };
}

/** Names of logins are compared without regard to case, passwords with it. */
function accountOf(accounts: readonly Account[], { user, password }: Login): Account {
  const account = accounts.find((candidate) => candidate.user.toLowerCase() === user.toLowerCase());
  if (account !== undefined && account.password === password) return account;
  throw sqlError(18_456, `Login failed for user '${user}'.`, 14);
}

/** A database as its owner sees it, without the network. */
export class DatabaseHandle {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Runs a batch; its rows by the names of their columns. */
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
   * Many rows at once, the quick way: values as the wire has them, in the order of `columns`; columns not
   * named are NULL. Defaults and CHECKs are not looked at; keys are. Not while somebody else's transaction is
   * writing.
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
