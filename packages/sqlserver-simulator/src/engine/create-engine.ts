import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalogue } from '../catalogue/model.ts';
import { findDatabase, sameName } from '../catalogue/names.ts';
import { DatabaseHandle } from './database-handle.ts';
import { type Engine, type EngineSession, type Login, SqlServerError } from './engine.ts';
import type { Account } from './run/accounts.ts';
import { collationsOf, emptyCatalogue, readCatalogue, writeCatalogue } from './run/catalogue-store.ts';
import { Connection } from './run/connection.ts';
import { Counters } from './run/counters.ts';
import { defaultOptions, type ServerState, type SessionState } from './run/session-state.ts';
import { type Schema, Transaction } from './run/transaction.ts';
import { WriterLock } from './run/writer-lock.ts';
import { Session } from './session.ts';

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
  /** Where the data stays when the engine is closed; otherwise a temporary directory is taken, and removed. */
  readonly directory?: string;
};

export type SimulatedEngine = Engine & {
  readonly serverName: string;
  /** For seeding and looking: statements run as the owner. Throws for a database that is not there. */
  database(name: string): DatabaseHandle;
};

/** A SQL Server without a network: databases in a SQLite file, sessions that run T-SQL. */
export function createEngine(options: EngineOptions): SimulatedEngine {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'sqlserver-simulator-'));
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'data.sqlite');
  const accounts = options.logins.map(
    (login): Account => ({
      user: login.user,
      password: login.password,
      isReadOnly: login.readOnly ?? false,
      databases: login.databases === undefined ? null : ['master', 'tempdb', ...login.databases],
    }),
  );
  const server = openServer(file, options);
  const sessions = new Set<Session>();
  let nextSpid = 51;

  const start = (account: Account, database: string): Session => {
    const state = openSession(file, server, account, database, nextSpid);
    nextSpid += 1;
    const session: Session = new Session(state, () => sessions.delete(session));
    sessions.add(session);
    return session;
  };
  const existing = (name: string): string => {
    const found = findDatabase(server.catalogue, name);
    if (found === null)
      throw new Error(`There is no database ${name} in this simulator: name it in createEngine.`);
    return found.name;
  };

  return {
    version: server.version,
    serverName: server.serverName,
    open: (login, database): EngineSession => {
      const account = accountOf(accounts, login);
      return start(account, openable(server, account, database));
    },
    database: (name) => new DatabaseHandle(start(OWNER, existing(name))),
    close: () => {
      for (const session of [...sessions]) session.close();
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

const OWNER: Account = { user: 'sa', password: '', isReadOnly: false, databases: null };

function openServer(file: string, options: EngineOptions): ServerState {
  const connection = new Connection(file, () => {
    throw new Error('No statement of a session runs here.');
  });
  try {
    const stored = readCatalogue(connection);
    const catalogue = stored ?? emptyCatalogue(options.databases);
    if (stored === null) writeCatalogue(connection, catalogue);
    return {
      catalogue,
      lock: new WriterLock(),
      counters: new Counters(),
      version: options.version ?? VERSION,
      serverName: options.serverName ?? 'SIMULATOR',
    };
  } finally {
    connection.close();
  }
}

function openSession(
  file: string,
  server: ServerState,
  account: Account,
  database: string,
  spid: number,
): SessionState {
  const connection = new Connection(file, () => ({
    now: state.now,
    catalogue: withTemporary(state.transaction.schema),
    session: {
      spid,
      user: account.user,
      isReadOnly: account.isReadOnly,
      database: state.database,
      serverName: server.serverName,
      version: server.version,
    },
  }));
  const state: SessionState = {
    server,
    connection,
    transaction: new Transaction(connection, server),
    account,
    spid,
    database,
    options: defaultOptions(),
    rowCount: 0,
    error: 0,
    identity: null,
    caught: null,
    now: `${new Date().toISOString().slice(0, 23)}0000+00:00`,
  };
  for (const collation of collationsOf(server.catalogue)) connection.useCollation(collation);
  return state;
}

/** What OBJECT_ID and its like know: a session's temporary tables are found in tempdb. */
function withTemporary({ catalogue, temporary }: Schema): Catalogue {
  if (temporary.length === 0) return catalogue;
  const databases = catalogue.databases.map((database) =>
    database.name === 'tempdb' ? { ...database, tables: temporary } : database,
  );
  return { ...catalogue, databases };
}

/** Names of logins are compared without regard to case, passwords with it. */
function accountOf(accounts: readonly Account[], { user, password }: Login): Account {
  const account = accounts.find((candidate) => sameName(candidate.user, user));
  if (account !== undefined && account.password === password) return account;
  throw new SqlServerError({
    number: 18_456,
    class: 14,
    message: `Login failed for user '${user}'.`,
  });
}

/** Throws 4060 for a database that is not there or not this login's. */
function openable(server: ServerState, account: Account, wanted: string | null): string {
  const name = wanted ?? account.databases?.[2] ?? 'master';
  const found = findDatabase(server.catalogue, name);
  const allowed = account.databases?.some((candidate) => sameName(candidate, name)) ?? true;
  if (found !== null && allowed) return found.name;
  throw new SqlServerError({
    number: 4060,
    class: 11,
    message: `Cannot open database "${name}" requested by the login. The login failed.`,
  });
}
