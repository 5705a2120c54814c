import { setTimeout as pause } from 'node:timers/promises';
import type { HoldOutcome } from '@storefleet/simulator-kit/holds';
import type { DueFault } from '../faults.ts';
import type { HeldRequest, RequestHolds } from '../holds.ts';

/**
 * Waits where the fault says so: `hold` until its end, `slow` for its time. A client that leaves ends both.
 */
export async function holdOrPause(
  { id, action }: DueFault,
  about: Pick<HeldRequest, 'connection' | 'database' | 'text'>,
  holds: RequestHolds,
  signal: AbortSignal,
): Promise<HoldOutcome> {
  if (action.kind === 'hold') return await holds.hold({ fault: id, when: action.when, ...about }, signal);
  if (action.kind === 'slow') await waited(action.milliseconds, signal);
  return 'release';
}

/** Resolves early when the signal is aborted. */
export async function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
