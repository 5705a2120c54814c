import { once } from 'node:events';

/** The single write lock: the second writer waits here without blocking the event loop. */
export class WriterLock {
  #owner: object | null = null;
  /** Counts who has had it. */
  turn = 0;
  #released = Promise.withResolvers<void>();

  /** Until the lock is the owner's, in the order of asking. Throws the signal's reason when that comes first. */
  async wait(owner: object, signal: AbortSignal): Promise<void> {
    const aborted = once(signal, 'abort');
    while (!this.tryAcquire(owner)) {
      signal.throwIfAborted();
      await Promise.race([this.#released.promise, aborted]);
    }
  }

  get isTaken(): boolean {
    return this.#owner !== null;
  }

  /** Whether the lock is the owner's now. */
  tryAcquire(owner: object): boolean {
    if (this.#owner === null) this.turn += 1;
    this.#owner ??= owner;
    return this.#owner === owner;
  }

  release(owner: object): void {
    if (this.#owner !== owner) return;
    this.#owner = null;
    const { resolve } = this.#released;
    this.#released = Promise.withResolvers();
    resolve();
  }
}
