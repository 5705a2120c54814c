import { randomUUID } from 'node:crypto';

/** before: nothing has been executed; after: everything has, and only the answer is missing. */
export type HoldMoment = 'before' | 'after';

/** A request that is held; `Request` says what a simulator knows of it. */
export type Held<Request> = Request & {
  readonly id: string;
  readonly fault: string;
  readonly when: HoldMoment;
};

/**
 * release: it goes on; drop: the connection breaks, and a request held before its execution is never
 * executed.
 */
export type HoldOutcome = 'release' | 'drop';

type Waiting<Request> = { readonly request: Held<Request>; readonly end: (outcome: HoldOutcome) => void };

/** Requests that are held until a test releases or drops them. */
export class Holds<Request extends object> {
  readonly #waiting = new Map<string, Waiting<Request>>();
  readonly #watchers = new Set<() => void>();

  list(): Held<Request>[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }

  /**
   * Waits until the request is released or dropped. With a signal, a client that cancels or leaves
   * drops its own.
   */
  hold(request: Request & Pick<Held<Request>, 'fault' | 'when'>, signal?: AbortSignal): Promise<HoldOutcome> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const abort = (): void => end('drop');
      const end = (outcome: HoldOutcome): void => {
        signal?.removeEventListener('abort', abort);
        if (this.#waiting.delete(id)) resolve(outcome);
      };
      this.#waiting.set(id, { request: { ...request, id }, end });
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      for (const tell of this.#watchers) tell();
    });
  }

  /** Resolves with the first held request that is wanted, at once if there is one. */
  reached(isWanted: (request: Held<Request>) => boolean): Promise<Held<Request>> {
    return new Promise((resolve) => {
      const check = (): void => {
        const found = this.list().find(isWanted);
        if (found === undefined) return;
        this.#watchers.delete(check);
        resolve(found);
      };
      this.#watchers.add(check);
      check();
    });
  }

  /** False: nothing of this id is held. */
  end(id: string, outcome: HoldOutcome): boolean {
    const waiting = this.#waiting.get(id);
    waiting?.end(outcome);
    return waiting !== undefined;
  }

  endAll(outcome: HoldOutcome): void {
    for (const { end } of [...this.#waiting.values()]) end(outcome);
  }
}
