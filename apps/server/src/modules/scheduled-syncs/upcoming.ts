import type { UpcomingRuns } from '@storefleet/contract/scheduled-syncs';
import type { ScheduleRow } from './scheduled-syncs.repository.ts';
import { nextRun, type Rhythm, rhythmOf } from './timing.ts';

type Waiting = { readonly schedule: ScheduleRow; readonly dueAt: Date; readonly rhythm: Rhythm | null };

/** The runs of planned schedules from now until a time, soonest first; the first `max` of them. */
export function upcomingRuns(
  schedules: readonly ScheduleRow[],
  { now, until, max }: { now: Date; until: Date; max: number },
): UpcomingRuns {
  // Always in the order of their times, the soonest last.
  const waiting: Waiting[] = schedules
    .flatMap((schedule) =>
      schedule.next_run_at ? [{ schedule, dueAt: schedule.next_run_at, rhythm: null }] : [],
    )
    .sort((a, b) => b.dueAt.getTime() - a.dueAt.getTime());
  const runs: UpcomingRuns['runs'] = [];
  for (let soonest = waiting.pop(); soonest && soonest.dueAt <= until; soonest = waiting.pop()) {
    if (runs.length === max) return { runs, truncated: true };
    const { schedule, dueAt } = soonest;
    runs.push({
      scheduled_sync_id: schedule.id,
      name: schedule.name,
      store_id: schedule.store_id,
      store_name: schedule.store_name,
      due_at: dueAt.toISOString(),
    });
    const rhythm = soonest.rhythm ?? rhythmOf(schedule);
    // One that is overdue runs once, not once for each time that was missed.
    const next = nextRun(rhythm, dueAt > now ? dueAt : now);
    if (next) waiting.splice(placeOf(waiting, next), 0, { schedule, dueAt: next, rhythm });
  }
  return { runs, truncated: false };
}

/** Where a time belongs, behind those that are later or the same. */
function placeOf(waiting: readonly Waiting[], time: Date): number {
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = waiting[middle];
    if (other && other.dueAt >= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
