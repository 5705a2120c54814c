/** before: nothing has been executed; after: everything has, and only the answer is missing. */
export type HoldMoment = 'before' | 'after';

/**
 * release: it goes on; drop: the connection breaks, and a request held before its execution is never
 * executed.
 */
type HoldOutcome = 'release' | 'drop';

/** Held requests as a test handles them. */
export type Hold<Request> = {
  /** The first request held. */
  readonly reached: Promise<Request>;
  /** Continues held requests. */
  release(): void;
  /** Breaks their connections; requests held before their execution are never executed. */
  drop(): void;
};

type Waiting<Request> = {
  readonly fault: string;
  readonly request: Request;
  readonly end: (outcome: HoldOutcome) => void;
};

/** Requests that are held until a test releases or drops them; `Request` is what it learns of them. */
export class Holds<Request = void> {
  readonly #waiting = new Set<Waiting<Request>>();
  readonly #watchers = new Set<() => void>();

  /**
   * Waits until the request is released or dropped. With a signal, a client that cancels or leaves
   * drops its own.
   */
  hold(fault: string, request: Request, signal?: AbortSignal): Promise<HoldOutcome> {
    return new Promise((resolve) => {
      const abort = (): void => end('drop');
      const end = (outcome: HoldOutcome): void => {
        signal?.removeEventListener('abort', abort);
        if (this.#waiting.delete(waiting)) resolve(outcome);
      };
      const waiting = { fault, request, end };
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      for (const tell of this.#watchers) tell();
    });
  }

  /** Those that an armed fault holds. */
  heldBy(fault: string): Hold<Request> {
    const held = () => [...this.#waiting].filter((one) => one.fault === fault);
    const end = (outcome: HoldOutcome): void => {
      for (const one of held()) one.end(outcome);
    };
    const reached = new Promise<Request>((resolve) => {
      const check = (): void => {
        const [first] = held();
        if (first === undefined) return;
        this.#watchers.delete(check);
        resolve(first.request);
      };
      this.#watchers.add(check);
      check();
    });
    return { reached, release: () => end('release'), drop: () => end('drop') };
  }

  endAll(outcome: HoldOutcome): void {
    for (const { end } of [...this.#waiting]) end(outcome);
  }
}
