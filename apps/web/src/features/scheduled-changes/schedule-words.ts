import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { PlanSchedule } from '@storefleet/contract/edits/plan-schedule';
import { clockWords, endWords, timezoneWords } from '@storefleet/contract/values/clock-words';
import type { Tone } from '../../components/text/status-badge.tsx';

/** Whether a plan waits for its time, or for a decision. */
export const isScheduled = ({ schedule, status }: Pick<BulkUpdateBatch, 'schedule' | 'status'>): boolean =>
  status === 'planned' && schedule?.state === 'scheduled';

/** "Scheduled for Fri, Nov 27, 2026, 00:00; reverts on Sun, Nov 29, 2026, 24:00 (Europe/Berlin)" */
export function planWords(schedule: PlanSchedule): string {
  const { starts_at, timezone } = schedule;
  const ends = endsWords(schedule);
  const starts = `Scheduled for ${clockWords(starts_at, timezone)}`;
  return ends === null ? `${starts} (${timezoneWords(timezone)}); the new values stay` : `${starts}; ${ends}`;
}

/** "reverts on Sun, Nov 29, 2026, 24:00 (Europe/Berlin)"; null if values stay. */
export function endsWords({ ends_at, timezone }: PlanSchedule): string | null {
  return ends_at === null ? null : `reverts on ${endWords(ends_at, timezone)} (${timezoneWords(timezone)})`;
}

export const isReverting = ({ reverts }: PlanSchedule): boolean =>
  reverts.some(({ status }) => status === 'in_progress');

/** Status badge of a scheduled change. */
export function stateOf({ status, schedule }: BulkUpdateBatch): { label: string; tone: Tone } {
  if (schedule?.problem) return { label: 'Needs attention', tone: 'warning' };
  switch (schedule?.state) {
    case 'applied':
      return status === 'in_progress'
        ? { label: 'Running', tone: 'info' }
        : { label: 'Applied', tone: 'success' };
    case 'reverted':
      return isReverting(schedule)
        ? { label: 'Reverting', tone: 'info' }
        : { label: 'Reverted', tone: 'neutral' };
    case 'kept':
      return { label: 'Applied', tone: 'success' };
    case 'missed':
      return { label: 'Not applied', tone: 'warning' };
    default:
      return { label: 'Scheduled', tone: 'info' };
  }
}
