import type { SqlServerError } from '../engine.ts';
import type { StoredValue } from '../storage.ts';
import type { Variable } from '../translate/context.ts';
import type { Account } from './accounts.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { SharedState, Transaction } from './transaction.ts';

export type ServerState = SharedState & {
  readonly version: string;
  readonly serverName: string;
  readonly counters: Counters;
};

export type SessionOptions = {
  noCount: boolean;
  xactAbort: boolean;
  implicitTransactions: boolean;
  /** Milliseconds; -1 waits without end. */
  lockTimeout: number;
  /** SET ROWCOUNT; 0 is all. */
  rowCount: number;
  textSize: number;
  /** `schema.table` for which SET IDENTITY_INSERT is ON. */
  identityInsert: number | null;
};

export const defaultOptions = (): SessionOptions => ({
  noCount: false,
  xactAbort: false,
  implicitTransactions: false,
  lockTimeout: -1,
  rowCount: 0,
  textSize: 2_147_483_647,
  identityInsert: null,
});

/** All that a session remembers from one statement to the next. */
export type SessionState = {
  readonly server: ServerState;
  readonly connection: Connection;
  readonly transaction: Transaction;
  readonly account: Account;
  readonly spid: number;
  database: string;
  options: SessionOptions;
  /** @@ROWCOUNT and @@ERROR. */
  rowCount: number;
  error: number;
  /** @@IDENTITY and SCOPE_IDENTITY(). */
  identity: StoredValue;
  /** What a CATCH block handles. */
  caught: SqlServerError | null;
  /** The statement's moment, as a stored datetimeoffset. */
  now: string;
};

export type Variables = Map<string, Variable>;
