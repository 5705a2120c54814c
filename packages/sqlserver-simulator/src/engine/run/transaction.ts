import type { Catalogue, TableModel } from '../../catalogue/model.ts';
import { type IsolationLevel, SqlServerError } from '../engine.ts';
import { lockTimeout } from '../errors.ts';
import { physicalTable } from '../translate/context.ts';
import { writeCatalogue } from './catalogue-store.ts';
import type { Connection } from './connection.ts';
import type { WriterLock } from './writer-lock.ts';

/** What all sessions share. */
export type SharedState = { catalogue: Catalogue; readonly lock: WriterLock };

type Savepoint = { readonly name: string; readonly schema: Schema };
/** Names known to a session: the server's, and its own temporary tables. */
export type Schema = { readonly catalogue: Catalogue; readonly temporary: readonly TableModel[] };

/**
 * A session's transaction. It begins in SQLite with the first statement that writes (or must not see others' later
 * writes), and from then on it holds the one lock for writing.
 */
export class Transaction {
  readonly #connection: Connection;
  readonly #shared: SharedState;
  readonly #savepoints: Savepoint[] = [];
  #depth = 0;
  #name: string | null = null;
  #writing = false;
  #draft: Catalogue | null = null;
  #temporary: readonly TableModel[] = [];
  #temporaryBefore: readonly TableModel[] = [];
  isolation: IsolationLevel = 'read committed';
  /** After some errors inside TRY: nothing but a rollback is possible. */
  doomed = false;

  constructor(connection: Connection, shared: SharedState) {
    this.#connection = connection;
    this.#shared = shared;
  }

  get depth(): number {
    return this.#depth;
  }

  get schema(): Schema {
    return { catalogue: this.#draft ?? this.#shared.catalogue, temporary: this.#temporary };
  }

  /** Only while writing. */
  setCatalogue(catalogue: Catalogue): void {
    this.#draft = catalogue;
    writeCatalogue(this.#connection, catalogue);
  }

  setTemporary(tables: readonly TableModel[]): void {
    this.#temporary = tables;
  }

  /** As the end of a connection does. Only outside of a transaction. */
  dropTemporary(): void {
    for (const table of this.#temporary) this.#connection.exec(`DROP TABLE ${physicalTable(table)}`);
    this.#temporary = [];
  }

  begin(name: string | null): void {
    if (this.#depth === 0) {
      this.#name = name;
      this.#temporaryBefore = this.#temporary;
    }
    this.#depth += 1;
  }

  commit(): void {
    if (this.#depth === 0)
      throw new SqlServerError({
        number: 3902,
        message: 'The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.',
      });
    if (this.doomed) throw uncommittable();
    this.#depth -= 1;
    if (this.#depth === 0) this.#finish('COMMIT');
  }

  /** All of it, or back to a savepoint. */
  rollback(name: string | null = null): void {
    if (this.#depth === 0)
      throw new SqlServerError({
        number: 3903,
        message: 'The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.',
      });
    if (name === null || (this.#name !== null && name.toLowerCase() === this.#name.toLowerCase())) {
      this.#depth = 0;
      this.#finish('ROLLBACK');
      return;
    }
    const index = this.#savepoints.findLastIndex((savepoint) => savepoint.name === name.toLowerCase());
    const savepoint = this.#savepoints[index];
    if (savepoint === undefined)
      throw new SqlServerError({
        number: 6401,
        message: `Cannot roll back ${name}. No transaction or savepoint of that name was found.`,
      });
    if (this.doomed) throw uncommittable();
    if (this.#writing) {
      this.#connection.exec(`ROLLBACK TO s${index}`);
      this.#draft = savepoint.schema.catalogue;
      this.#temporary = savepoint.schema.temporary;
    }
    this.#savepoints.splice(index + 1);
  }

  save(name: string): void {
    if (this.#depth === 0)
      throw new SqlServerError({
        number: 628,
        message: 'Cannot issue SAVE TRANSACTION when there is no active transaction.',
      });
    if (this.doomed) throw uncommittable();
    this.#savepoints.push({ name: name.toLowerCase(), schema: this.schema });
    if (this.#writing) this.#connection.exec(`SAVEPOINT s${this.#savepoints.length - 1}`);
  }

  /** Waits for the lock and begins in SQLite. */
  async startWriting(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.doomed) throw uncommittable();
    if (this.#writing) return;
    await this.#shared.lock.acquire(this, timeoutMs, signal);
    this.#beginWriting();
  }

  /** The same where nobody may be waited for. Throws 1222. */
  startWritingAtOnce(): void {
    if (this.#writing) return;
    if (!this.#shared.lock.tryAcquire(this)) throw lockTimeout();
    this.#beginWriting();
  }

  #beginWriting(): void {
    this.#connection.exec('BEGIN IMMEDIATE');
    this.#writing = true;
    if (this.#depth === 0) this.#temporaryBefore = this.#temporary;
    for (const index of this.#savepoints.keys()) this.#connection.exec(`SAVEPOINT s${index}`);
  }

  /**
   * Runs a change, all of it or nothing; outside of a transaction it is one by itself. `startWriting` comes before.
   */
  change<T>(work: () => T): T {
    const before = this.schema;
    this.#connection.exec('SAVEPOINT statement');
    try {
      const result = work();
      this.#connection.exec('RELEASE statement');
      if (this.#depth === 0) this.#finish('COMMIT');
      return result;
    } catch (error) {
      this.#connection.exec('ROLLBACK TO statement');
      this.#connection.exec('RELEASE statement');
      this.#temporary = before.temporary;
      if (this.#draft !== null) this.#draft = before.catalogue;
      this.endStatement();
      throw error;
    }
  }

  /** Outside of a transaction the lock goes with the statement that took it. */
  endStatement(): void {
    if (this.#depth === 0 && this.#writing) this.#finish('ROLLBACK');
  }

  #finish(how: 'COMMIT' | 'ROLLBACK'): void {
    const writing = this.#writing;
    this.#writing = false;
    this.doomed = false;
    this.#savepoints.length = 0;
    this.#name = null;
    if (writing) this.#connection.exec(how);
    if (how === 'COMMIT' && this.#draft !== null) this.#shared.catalogue = this.#draft;
    if (how === 'ROLLBACK' && writing) this.#temporary = this.#temporaryBefore;
    this.#draft = null;
    this.#shared.lock.release(this);
  }
}

const uncommittable = (): SqlServerError =>
  new SqlServerError({
    number: 3930,
    message:
      'The current transaction cannot be committed and cannot support operations that write to the log file. Roll back the transaction.',
  });
