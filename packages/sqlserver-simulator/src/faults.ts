import { ArmedFaults, type FaultCount } from '@storefleet/simulator-kit/armed-faults';
import type { HoldMoment } from '@storefleet/simulator-kit/holds';

/** What can be made to go wrong, for the next requests that match. */
export type FaultAction =
  /**
   * The server's error of that number, instead of executing the request; with `when: 'after'` it is executed
   * first, and stays so. Text, state and class of well-known numbers need not be given. `rollsBack` ends an
   * open transaction.
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
  /**
   * The connection breaks: before the request is executed, after it was but without a byte of the answer, or
   * after so many rows of it.
   */
  | { kind: 'cut'; when: 'before' | 'after' }
  | { kind: 'cut'; afterRows: number }
  /** The answer starts so late. */
  | { kind: 'slow'; milliseconds: number }
  /** Each row comes so late. */
  | { kind: 'slow_rows'; milliseconds: number }
  /** The request stands still until it is released or dropped, which `Holds` does. */
  | { kind: 'hold'; when: HoldMoment };

/** statement: a batch, a call or a transaction manager request. */
export type FaultTarget = 'login' | 'statement';

export type Fault = FaultCount & {
  action: FaultAction;
  /** Left out: the login for `login_refused`, statements for everything else. */
  target?: FaultTarget;
  /** Name of the database; all when left out. */
  database?: string;
  /**
   * Only statements that contain this text, in any spelling of letters. Bound values follow the statement:
   * `\n@name = value`.
   */
  match?: string;
};

export type FaultRequest = { target: FaultTarget; database: string | null; text: string };

export type DueFault = { readonly id: string; readonly action: FaultAction };

export class Faults extends ArmedFaults<Fault> {
  /** What is due for this request, in the order in which it was armed; each use counts. */
  due(request: FaultRequest): DueFault[] {
    const isMatch = (fault: Fault): fault is Fault => matches(fault, request);
    return [...this.striking(isMatch)].map(({ id, fault }) => ({ id, action: fault.action }));
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
