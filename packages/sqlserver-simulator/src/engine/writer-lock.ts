import { lockTimeout } from './errors.ts';

type Waiter = { readonly owner: object; readonly grant: () => void };

/**
 * The one lock for writing: whoever comes second waits here without keeping the event loop. Granted in the
 * order of asking.
 */
export class WriterLock {
  #owner: object | null = null;
  readonly #waiters: Waiter[] = [];

  /**
   * `timeoutMs` -1 waits without end. Throws 1222 after it, and the signal's reason when that comes first.
   */
  async acquire(owner: object, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.tryAcquire(owner)) return;
    if (timeoutMs === 0) throw lockTimeout();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        const index = this.#waiters.indexOf(waiter);
        if (index >= 0) this.#waiters.splice(index, 1);
      };
      const abort = (): void => {
        leave();
        reject(signal.reason);
      };
      const waiter: Waiter = {
        owner,
        grant: () => {
          leave();
          resolve();
        },
      };
      const timer =
        timeoutMs < 0
          ? undefined
          : setTimeout(() => {
              leave();
              reject(lockTimeout());
            }, timeoutMs);
      signal.addEventListener('abort', abort);
      this.#waiters.push(waiter);
      if (signal.aborted) abort();
    });
  }

  /** Whether the lock is the owner's now. */
  tryAcquire(owner: object): boolean {
    this.#owner ??= owner;
    return this.#owner === owner;
  }

  release(owner: object): void {
    if (this.#owner !== owner) return;
    const [next] = this.#waiters;
    this.#owner = next?.owner ?? null;
    next?.grant();
  }
}
