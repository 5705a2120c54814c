import type { HoldMoment } from './holds.ts';

/** What can be made to go wrong, for the next requests that match. */
export type FaultAction =
  /**
   * The server's error of that number, instead of executing the request; with `when: 'after'` it is executed first, and
   * stays so. Text, state and class of well-known numbers need not be given. `rollsBack` ends an open transaction.
   */
  | {
      kind: 'error';
      number: number;
      message?: string;
      state?: number;
      class?: number;
      when?: 'before' | 'after';
      rollsBack?: boolean;
    }
  /** Error 1205: the transaction is rolled back. */
  | { kind: 'deadlock' }
  /** Error 18456 at login. */
  | { kind: 'login_refused' }
  /** The connection breaks: before the request is executed, after it was but without a byte of the answer, or after so many rows of it. */
  | { kind: 'cut'; when: 'before' | 'after' }
  | { kind: 'cut'; afterRows: number }
  /** The answer starts so late. */
  | { kind: 'slow'; milliseconds: number }
  /** Each row comes so late. */
  | { kind: 'slow_rows'; milliseconds: number }
  /** The request stands still until it is released or dropped, which `Holds` does. */
  | { kind: 'hold'; when: HoldMoment };

export const FAULT_KINDS: ReadonlySet<string> = new Set<FaultAction['kind']>([
  'error',
  'deadlock',
  'login_refused',
  'cut',
  'slow',
  'slow_rows',
  'hold',
]);

/** statement: a batch, a call or a transaction manager request. */
export type FaultTarget = 'login' | 'statement';

export type Fault = {
  action: FaultAction;
  /** Left out: the login for `login_refused`, statements for everything else. */
  target?: FaultTarget;
  /** Name of the database; all when left out. */
  database?: string;
  /** Only statements that contain this text, in any spelling of letters. Bound values follow the statement: `\n@name = value`. */
  match?: string;
  /** Matching requests let through before the first one fails. */
  skip?: number;
  /** How many requests fail; 1 when left out. */
  times?: number;
};

export type FaultRequest = { target: FaultTarget; database: string | null; text: string };

export type DueFault = { readonly id: string; readonly action: FaultAction };

type Armed = Fault & { id: string; skipLeft: number; timesLeft: number; fired: number };

export class Faults {
  #armed: Armed[] = [];
  #count = 0;

  /** Arms a fault and returns its id. */
  add(fault: Fault): string {
    this.#count += 1;
    const id = `fault-${this.#count}`;
    this.#armed.push({ ...fault, id, skipLeft: fault.skip ?? 0, timesLeft: fault.times ?? 1, fired: 0 });
    return id;
  }

  /** Disarms one. False: there is none of this id. */
  remove(id: string): boolean {
    const before = this.#armed.length;
    this.#armed = this.#armed.filter((fault) => fault.id !== id);
    return this.#armed.length < before;
  }

  clear(): void {
    this.#armed = [];
  }

  list(): (Fault & { id: string; timesLeft: number; fired: number })[] {
    return this.#armed.map(({ skipLeft: _, ...fault }) => fault);
  }

  /** What is due for this request, in the order in which it was armed; each use counts. */
  due(request: FaultRequest): DueFault[] {
    const due: DueFault[] = [];
    for (const fault of this.#armed) {
      if (fault.timesLeft <= 0 || !matches(fault, request)) continue;
      if (fault.skipLeft > 0) {
        fault.skipLeft -= 1;
        continue;
      }
      fault.timesLeft -= 1;
      fault.fired += 1;
      due.push({ id: fault.id, action: fault.action });
    }
    return due;
  }
}

function matches(fault: Fault, request: FaultRequest): boolean {
  const target = fault.target ?? (fault.action.kind === 'login_refused' ? 'login' : 'statement');
  if (target !== request.target) return false;
  if (
    fault.database !== undefined &&
    fault.database.toLowerCase() !== (request.database ?? '').toLowerCase()
  ) {
    return false;
  }
  return fault.match === undefined || request.text.toLowerCase().includes(fault.match.toLowerCase());
}
