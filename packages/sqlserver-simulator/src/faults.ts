import { ArmedFaults, type FaultCount } from '@storefleet/simulator-kit/armed-faults';
import { type HoldMoment, Holds } from '@storefleet/simulator-kit/holds';
import { SqlServerError } from './values/errors.ts';

/** Faults for the next matching requests. */
export type FaultAction =
  /**
   * The server's error with that number instead of executing the request; with `when: 'after'` it is executed
   * first, and takes effect. Text, state and class of common numbers are optional.
   */
  | {
      kind: 'error';
      number: number;
      message?: string;
      state?: number;
      class?: number;
      when?: 'before' | 'after';
      /** Ends an open transaction. */
      rollsBack?: boolean;
    }
  /** Error 1205: the transaction is rolled back. */
  | { kind: 'deadlock' }
  /** Error 18456 at login. */
  | { kind: 'login_refused' }
  /**
   * Breaks the connection: before the request is executed, after it but without any response, or after this
   * many rows of it.
   */
  | { kind: 'cut'; when: 'before' | 'after' }
  | { kind: 'cut'; afterRows: number }
  /** Delays the response. */
  | { kind: 'slow'; milliseconds: number }
  /** Delays each row. */
  | { kind: 'slow_rows'; milliseconds: number }
  /** The request waits until it is released or dropped. */
  | { kind: 'hold'; when: HoldMoment };

/** statement: a batch, a call or a transaction manager request. */
type FaultTarget = 'login' | 'statement';

export type Fault = FaultCount & {
  action: FaultAction;
  /** Default: the login for `login_refused`, otherwise statements. */
  target?: FaultTarget;
  /** Only statements with this text, ignoring case. Bound values follow the statement: `\n@name = value`. */
  match?: string;
};

export type DueFault = { readonly id: string; readonly action: FaultAction };

export class Faults extends ArmedFaults<Fault> {
  /** The faults due for this request, in the order they were added; each use counts. */
  due(target: FaultTarget, text: string): DueFault[] {
    const isMatch = (fault: Fault): fault is Fault =>
      (fault.target ?? (fault.action.kind === 'login_refused' ? 'login' : 'statement')) === target &&
      text.toLowerCase().includes((fault.match ?? '').toLowerCase());
    return [...this.striking(isMatch)].map(({ id, fault }) => ({ id, action: fault.action }));
  }
}

/** The connection of each. */
export type HeldStatement = { readonly connection: number };

export class RequestHolds extends Holds<HeldStatement> {}

type Context = { readonly connection: number; readonly user: string; readonly database: string };
type Details = { readonly message: string; readonly state?: number; readonly class: number };

/** Common server errors, with state and class. */
const KNOWN: Readonly<Record<number, (context: Context) => Details>> = {
  1205: ({ connection }) => ({
    message: `Transaction (Process ID ${connection}) was deadlocked on lock resources with another process and has been chosen as the deadlock victim. Rerun the transaction.`,
    state: 51,
    class: 13,
  }),
  18456: ({ user }) => ({ message: `Login failed for user '${user}'.`, class: 14 }),
  40501: () => ({
    message: 'The service is currently busy. Retry the request after 10 seconds.',
    class: 20,
  }),
  40613: ({ database }) => ({
    message: `Database '${database}' on server is not currently available. Please retry the connection later.`,
    class: 17,
  }),
};

export function faultError(
  action: Extract<FaultAction, { kind: 'error' | 'deadlock' | 'login_refused' }>,
  context: Context,
): SqlServerError {
  const chosen: Omit<Extract<FaultAction, { kind: 'error' }>, 'kind'> = action.kind === 'error'
    ? action
    : { number: action.kind === 'deadlock' ? 1205 : 18_456 };
  const known = KNOWN[chosen.number]?.(context);
  return new SqlServerError({
    number: chosen.number,
    message: chosen.message ?? known?.message ?? `Error ${chosen.number} on request.`,
    state: chosen.state ?? known?.state ?? 1,
    class: chosen.class ?? known?.class ?? 16,
  });
}
