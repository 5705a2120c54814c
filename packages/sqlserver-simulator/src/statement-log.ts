import type { SqlValue } from './values/sql-value.ts';

type LoggedStatement = {
  readonly at: string;
  readonly connection: number;
  readonly kind: 'login' | 'batch' | 'rpc' | 'transaction';
  readonly database: string | null;
  /** The statement; `COMMIT TRANSACTION` and the like for transaction manager requests; `LOGIN user`. */
  readonly text: string;
  readonly parameters: Readonly<Record<string, SqlValue>>;
  /** ok, cancelled, cut, answer_lost, or `error 208`. */
  readonly outcome: string;
  readonly rows: number;
};

const KEPT = 1000;

/** The latest statements of clients. */
export class StatementLog {
  recent: readonly LoggedStatement[] = [];

  add(entry: LoggedStatement): void {
    this.recent = [...this.recent.slice(1 - KEPT), entry];
  }

  clear(): void {
    this.recent = [];
  }
}
