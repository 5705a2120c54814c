import { SqlServerError } from './engine/engine.ts';
import type { FaultAction } from './faults.ts';

type Details = { message: string; state?: number; class: number };

/** Errors that a server in trouble gives, with their state and class. */
const KNOWN: Readonly<
  Record<number, (context: { connection: number; user: string; database: string }) => Details>
> = {
  1205: ({ connection }) => ({
    message: `Transaction (Process ID ${connection}) was deadlocked on lock resources with another process and has been chosen as the deadlock victim. Rerun the transaction.`,
    state: 51,
    class: 13,
  }),
  1222: () => ({ message: 'Lock request time out period exceeded.', state: 51, class: 16 }),
  4060: ({ database }) => ({
    message: `Cannot open database "${database}" requested by the login. The login failed.`,
    class: 11,
  }),
  10928: () => ({
    message:
      'Resource ID : 1. The request limit for the database is 90 and has been reached. See the documentation for assistance.',
    class: 20,
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
  context: { connection: number; user: string; database: string },
): SqlServerError {
  const chosen: Partial<Extract<FaultAction, { kind: 'error' }>> & { number: number } =
    action.kind === 'error' ? action : { number: action.kind === 'deadlock' ? 1205 : 18_456 };
  const known = KNOWN[chosen.number]?.(context);
  return new SqlServerError({
    number: chosen.number,
    message: chosen.message ?? known?.message ?? `Error ${chosen.number} on request.`,
    state: chosen.state ?? known?.state ?? 1,
    class: chosen.class ?? known?.class ?? 16,
  });
}
