type Waiter = { readonly owner: object; readonly grant: () => void };

/**
 * The one lock for writing: whoever comes second waits here without keeping the event loop. Granted in the
 * order of asking.
 */
export class WriterLock {
  #owner: object | null = null;
  #waiters: readonly Waiter[] = [];

  /** Until the lock is the owner's. Throws the signal's reason when that comes first. */
  async wait(owner: object, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener('abort', abort);
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
      };
      const abort = (): void => {
        leave();
        reject(signal.reason);
      };
      const grant = (): void => {
        leave();
        resolve();
      };
      const waiter: Waiter = { owner, grant };
      signal.addEventListener('abort', abort);
      this.#waiters = [...this.#waiters, waiter];
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
