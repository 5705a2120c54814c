import { type ScheduledChange, WAITS_FOR_STORES_MS } from './scheduled-changes.repository.ts';

/**
 * - `begin`: its start has come; `miss`: its end has come before it could begin.
 * - `stop`: its end has come while it is still being written; `revert`: it has ended, and is reverted.
 * - `revert_ended`: it has not ended in a store that does not answer, and is reverted in the others.
 * - `settle`: the outcome of it, or of its revert, is known.
 */
export type DueStep = 'begin' | 'miss' | 'stop' | 'revert_ended' | 'revert' | 'settle';

type DueState = Pick<
  ScheduledChange,
  | 'status'
  | 'starts_at'
  | 'ends_at'
  | 'problem'
  | 'waits_for_stores'
  | 'batch_status'
  | 'cancel_requested_at'
  | 'ended_stores'
  | 'apply_settled_at'
  | 'revert_status'
>;

const isOpen = (status: DueState['revert_status']) => status === 'planned' || status === 'in_progress';

/** The current step; null for nothing. `findDue` applies the same conditions to all. */
export function dueStep(change: DueState, now: Date): DueStep | null {
  const { status, starts_at, ends_at, problem, batch_status, apply_settled_at, revert_status } = change;
  const isOver = ends_at !== null && ends_at <= now;
  const isRunning = isOpen(batch_status);
  switch (status) {
    case 'scheduled':
      // If a process without support for schedules applied it, the schedule still continues.
      if (batch_status !== 'planned') return 'begin';
      if (isOver) return 'miss';
      return problem === null && starts_at <= now ? 'begin' : null;
    case 'applied':
      if (!isRunning && apply_settled_at === null) return 'settle';
      if (!isOver || (problem !== null && !change.waits_for_stores)) return null;
      return isRunning ? stepBeforeItsEnd(change, now) : 'revert';
    case 'kept':
      return isRunning || apply_settled_at !== null ? null : 'settle';
    case 'reverted':
      return isOpen(revert_status) ? null : 'settle';
    default:
      return null;
  }
}

/** Once it waits for stores, that is noted, and whatever else has ended is reverted. */
function stepBeforeItsEnd(change: DueState, now: Date): 'stop' | 'revert_ended' | null {
  const { cancel_requested_at, problem, ended_stores } = change;
  if (cancel_requested_at === null) return 'stop';
  if (now.getTime() - cancel_requested_at.getTime() < WAITS_FOR_STORES_MS) return null;
  return problem === null || ended_stores.length > 0 ? 'revert_ended' : null;
}
