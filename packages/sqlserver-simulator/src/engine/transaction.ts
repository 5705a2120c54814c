import type { Database, ServerData } from '../store/tables.ts';
import { sqlError } from '../values/errors.ts';
import type { WriterLock } from './writer-lock.ts';

/** Shared by all sessions. */
export type SharedState = { data: ServerData; readonly lock: WriterLock };

type Savepoint = { readonly name: string; readonly data: ServerData };

/**
 * A session's transaction. From its first write on it holds the write lock and a separate state, which COMMIT
 * publishes; others read the last commit.
 */
export class Transaction {
  readonly #shared: SharedState;
  readonly #savepoints: Savepoint[] = [];
  #depth = 0;
  #draft: ServerData | null = null;

  constructor(shared: SharedState) {
    this.#shared = shared;
  }

  get depth(): number {
    return this.#depth;
  }

  get data(): ServerData {
    return this.#draft ?? this.#shared.data;
  }

  begin(): void {
    this.#depth += 1;
  }

  commit(): void {
    if (this.#depth === 0)
      throw sqlError(3902, 'The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.');
    this.#depth -= 1;
    if (this.#depth === 0) this.#finish(true);
  }

  /** Everything, or back to a savepoint. */
  rollback(name: string | null = null): void {
    if (this.#depth === 0)
      throw sqlError(3903, 'The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.');
    if (name === null) {
      this.#depth = 0;
      this.#finish(false);
      return;
    }
    const at = this.#savepoints.findLastIndex((savepoint) => savepoint.name === name.toLowerCase());
    const savepoint = this.#savepoints[at];
    if (savepoint === undefined)
      throw sqlError(6401, `Cannot roll back ${name}. No transaction or savepoint of that name was found.`);
    if (this.#draft !== null) this.#draft = savepoint.data;
    this.#savepoints.splice(at + 1);
  }

  save(name: string): void {
    if (this.#depth === 0)
      throw sqlError(628, 'Cannot issue SAVE TRANSACTION when there is no active transaction.');
    this.#savepoints.push({ name: name.toLowerCase(), data: this.data });
  }

  /** Waits for the lock. Throws the signal's reason. */
  async startWriting(signal: AbortSignal): Promise<void> {
    if (this.tryWriting()) return;
    await this.#shared.lock.wait(this, signal);
    this.tryWriting();
  }

  /** The same without waiting. False if somebody else is writing. */
  tryWriting(): boolean {
    if (!this.#shared.lock.tryAcquire(this)) return false;
    if (this.#draft !== null) return true;
    this.#draft = this.#shared.data;
    // The savepoints have the state from before the lock.
    for (const [at, { name }] of this.#savepoints.entries())
      this.#savepoints[at] = { name, data: this.#draft };
    return true;
  }

  /** Only while writing. */
  change(database: Database): void {
    this.#draft = new Map(this.data).set(database.name.toLowerCase(), database);
  }

  /** Outside of a transaction each statement is its own. */
  endStatement(succeeded: boolean): void {
    if (this.#depth === 0) this.#finish(succeeded);
  }

  #finish(commits: boolean): void {
    if (commits && this.#draft !== null) this.#shared.data = this.#draft;
    this.#draft = null;
    this.#savepoints.length = 0;
    this.#shared.lock.release(this);
  }
}
