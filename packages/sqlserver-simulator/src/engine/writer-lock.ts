import { once } from 'node:events';

/** The single write lock: the second writer waits here without blocking the event loop. */
export class WriterLock {
  #owner: object | null = null;
  /** Counts the owners so far. */
  turn = 0;
  #released = Promise.withResolvers<void>();

  /** Waits for the lock, first come, first served. Throws the signal's reason if aborted first. */
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

  /** Whether the owner has the lock now. */
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
