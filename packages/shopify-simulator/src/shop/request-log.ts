type LoggedRequest = {
  at: string;
  kind: 'graphql' | 'rest' | 'oauth' | 'download' | 'upload';
  /** Root fields of the document (`products,productsCount`), or method and path. */
  operation: string;
  status: number;
  /** ok, answer_lost, or the code of the first error: THROTTLED, undefinedField, 401 … */
  outcome: string;
  requestId: string;
  requestedCost?: number;
  actualCost?: number;
  bytes?: number;
};

const KEPT = 1000;

/** The latest requests to one shop, and counters since the last reset. */
export class RequestLog {
  #recent: LoggedRequest[] = [];
  #total = 0;
  #byOperation = new Map<string, number>();
  #byOutcome = new Map<string, number>();
  #throttledInARow = 0;
  #longestThrottledRow = 0;
  #points = 0;

  add(entry: LoggedRequest): void {
    this.#recent.push(entry);
    if (this.#recent.length > KEPT) this.#recent.shift();
    this.#total += 1;
    this.#byOperation.set(entry.operation, (this.#byOperation.get(entry.operation) ?? 0) + 1);
    this.#byOutcome.set(entry.outcome, (this.#byOutcome.get(entry.outcome) ?? 0) + 1);
    this.#points += entry.actualCost ?? 0;
    if (entry.kind !== 'graphql') return;
    this.#throttledInARow = entry.outcome === 'THROTTLED' ? this.#throttledInARow + 1 : 0;
    this.#longestThrottledRow = Math.max(this.#longestThrottledRow, this.#throttledInARow);
  }

  clear(): void {
    this.#recent = [];
    this.#total = 0;
    this.#byOperation.clear();
    this.#byOutcome.clear();
    this.#throttledInARow = 0;
    this.#longestThrottledRow = 0;
    this.#points = 0;
  }

  get recent(): readonly LoggedRequest[] {
    return this.#recent;
  }

  counters() {
    return {
      total: this.#total,
      byOperation: Object.fromEntries(this.#byOperation),
      byOutcome: Object.fromEntries(this.#byOutcome),
      throttled: this.#byOutcome.get('THROTTLED') ?? 0,
      longestThrottledRow: this.#longestThrottledRow,
      points: this.#points,
    };
  }
}
