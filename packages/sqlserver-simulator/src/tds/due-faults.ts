import { setTimeout as pause } from 'node:timers/promises';
import { type DueFault, type FaultAction, faultError, type RequestHolds } from '../faults.ts';

/** What faults need to know about a request. */
type FaultedRequest = {
  readonly connection: number;
  readonly user: string;
  readonly database: string | null;
  readonly text: string;
};

/**
 * Applies the faults for before or after the execution. Throws their errors, and resolves early if the signal
 * is aborted. `cut`: the connection has to break.
 */
export async function applyFaults(
  due: readonly DueFault[],
  moment: 'before' | 'after',
  request: FaultedRequest,
  { holds, signal, rollBack }: { holds: RequestHolds; signal: AbortSignal; rollBack?: () => void },
): Promise<'ok' | 'cut'> {
  const { user, ...about } = request;
  for (const { id, action } of due) {
    if (momentOf(action) !== moment) continue;
    switch (action.kind) {
      case 'error':
      case 'deadlock':
      case 'login_refused':
        if (action.kind === 'deadlock' || (action.kind === 'error' && action.rollsBack)) rollBack?.();
        throw faultError(action, { ...about, user, database: request.database ?? 'master' });
      case 'cut':
        return 'cut';
      case 'slow':
        await waited(action.milliseconds, signal);
        break;
      case 'hold': {
        const ended = await holds.hold(id, about, signal);
        if (ended === 'drop' && !signal.aborted) return 'cut';
      }
    }
  }
  return 'ok';
}

export function momentOf(action: FaultAction): 'before' | 'during' | 'after' {
  if (action.kind === 'slow_rows' || 'afterRows' in action) return 'during';
  return 'when' in action ? (action.when ?? 'before') : 'before';
}

/** Resolves early if the signal is aborted. */
export async function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
