import type { UpcomingRuns } from '@storefleet/contract/syncs/scheduled-syncs';
import type { ScheduleRow } from '../scheduled-syncs.repository.ts';
import { findTimezone } from './timezones.ts';
import { nextRun, type Recurrence, recurrenceOf } from './timing.ts';

type Window = { readonly now: Date; readonly until: Date };

/**
 * The runs of planned schedules from now until a time, soonest first. Of more than `max`, omits the latest
 * runs of the most frequent schedules, so that these do not hide the others.
 */
export function upcomingRuns(
  schedules: readonly ScheduleRow[],
  { max, ...window }: Window & { max: number },
): UpcomingRuns {
  const runs: UpcomingRuns['runs'] = [];
  let unfinished = schedules.map((schedule) => runsOf(schedule, window));
  // Each in turn contributes one more run.
  while (unfinished.length > 0) {
    const further: typeof unfinished = [];
    for (const schedule of unfinished) {
      const { value: run } = schedule.next();
      if (!run) continue;
      if (runs.length === max) return { runs: inOrder(runs), truncated: true };
      runs.push(run);
      further.push(schedule);
    }
    unfinished = further;
  }
  return { runs: inOrder(runs), truncated: false };
}

function* runsOf(
  schedule: ScheduleRow,
  { now, until }: Window,
): Generator<UpcomingRuns['runs'][number], void> {
  let dueAt = schedule.next_run_at;
  let recurrence: Recurrence | undefined;
  while (dueAt && dueAt <= until) {
    yield {
      scheduled_sync_id: schedule.id,
      name: schedule.name,
      store_id: schedule.store_id,
      store_name: schedule.store_name,
      due_at: dueAt.toISOString(),
    };
    // Stored by a process that knows more timezones: later runs are unknown here.
    if (findTimezone(schedule.timezone) === null) return;
    recurrence ??= recurrenceOf(schedule);
    // An overdue schedule runs once, not once per missed time.
    dueAt = nextRun(recurrence, dueAt > now ? dueAt : now);
  }
}

function inOrder(runs: UpcomingRuns['runs']): UpcomingRuns['runs'] {
  return runs.sort((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at));
}
