import type { UpcomingRuns } from '@storefleet/contract/scheduled-syncs';
import type { ScheduleRow } from './scheduled-syncs.repository.ts';
import { nextRun, rhythmOf } from './timing.ts';

/** The runs of planned schedules from now until a time, soonest first; the first `max` of them. */
export function upcomingRuns(
  schedules: readonly ScheduleRow[],
  { now, until, max }: { now: Date; until: Date; max: number },
): UpcomingRuns {
  const waiting = schedules.flatMap((schedule) =>
    schedule.next_run_at ? [{ schedule, rhythm: rhythmOf(schedule), dueAt: schedule.next_run_at }] : [],
  );
  const runs: UpcomingRuns['runs'] = [];
  for (;;) {
    let soonest = waiting[0];
    for (const candidate of waiting) {
      if (soonest && candidate.dueAt < soonest.dueAt) soonest = candidate;
    }
    if (!soonest || soonest.dueAt > until) return { runs, truncated: false };
    if (runs.length === max) return { runs, truncated: true };
    const { schedule, rhythm, dueAt } = soonest;
    runs.push({
      scheduled_sync_id: schedule.id,
      name: schedule.name,
      store_id: schedule.store_id,
      store_name: schedule.store_name,
      due_at: dueAt.toISOString(),
    });
    // One that is overdue runs once, not once for each time that was missed.
    const next = nextRun(rhythm, dueAt > now ? dueAt : now);
    if (next) soonest.dueAt = next;
    else waiting.splice(waiting.indexOf(soonest), 1);
  }
}
