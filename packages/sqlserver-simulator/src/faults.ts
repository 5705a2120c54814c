import { ArmedFaults, type FaultCount } from '@storefleet/simulator-kit/armed-faults';
import { type Held, type HoldMoment, Holds } from '@storefleet/simulator-kit/holds';
import { SqlServerError } from './engine/errors.ts';

/** What can be made to go wrong, for the next requests that match. */
export type FaultAction =
  /**
   * The server's error of that number, instead of executing the request; with `when: 'after'` it is executed
   * first, and stays so. Text, state and class of well-known numbers need not be given.
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
   * The connection breaks: before the request is executed, after it was but without a byte of the answer, or
   * after so many rows of it.
   */
  | { kind: 'cut'; when: 'before' | 'after' }
  | { kind: 'cut'; afterRows: number }
  /** The answer starts so late. */
  | { kind: 'slow'; milliseconds: number }
  /** Each row comes so late. */
  | { kind: 'slow_rows'; milliseconds: number }
  /** The request waits until it is released or dropped. */
  | { kind: 'hold'; when: HoldMoment };

/** statement: a batch, a call or a transaction manager request. */
type FaultTarget = 'login' | 'statement';

export type Fault = FaultCount & {
  action: FaultAction;
  /** Left out: the login for `login_refused`, statements for everything else. */
  target?: FaultTarget;
  /**
   * Only statements that contain this text, ignoring case. Bound values follow the statement:
   * `\n@name = value`.
   */
  match?: string;
};

export type DueFault = { readonly id: string; readonly action: FaultAction };

export class Faults extends ArmedFaults<Fault> {
  /** What is due for this request, in the order in which it was armed; each use counts. */
  due(target: FaultTarget, text: string): DueFault[] {
    const isMatch = (fault: Fault): fault is Fault =>
      (fault.target ?? (fault.action.kind === 'login_refused' ? 'login' : 'statement')) === target &&
      text.toLowerCase().includes((fault.match ?? '').toLowerCase());
    return [...this.striking(isMatch)].map(({ id, fault }) => ({ id, action: fault.action }));
  }
}

/** A request that waits. */
type StatementRequest = {
  readonly connection: number;
  readonly database: string | null;
  /** The statement; `COMMIT TRANSACTION` and the like for what drivers ask without one; `LOGIN user`. */
  readonly text: string;
};

export type HeldRequest = Held<StatementRequest>;

export class RequestHolds extends Holds<StatementRequest> {}

type Context = { readonly connection: number; readonly user: string; readonly database: string };
type Details = { readonly message: string; readonly state?: number; readonly class: number };

/** The errors of a server in trouble, with their state and class. */
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
