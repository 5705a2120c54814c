import type { Database } from '../../../platform/db/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { lockSchedule, type ScheduleRow, updateState } from '../scheduled-syncs.repository.ts';
import { planNextRun } from '../timing/plan.ts';
import { sendFailureNotice } from './failure-notice.jobs.ts';
import { endRun, type RunEnding, type ScheduleRun } from './schedule-runs.repository.ts';

type Deps = { readonly db: Database; readonly jobs: JobQueue; readonly clock: Clock };

/** Ends a run and updates its schedule accordingly. With a lease: only while that is held. */
export async function settleRun(
  { db, jobs, clock }: Deps,
  run: Pick<ScheduleRun, 'scheduled_sync_id' | 'started_at'>,
  lease: { readonly runId: string; readonly leaseId: string | null },
  ending: RunEnding,
): Promise<void> {
  await db.transaction(async (tx) => {
    const schedule = await lockSchedule(tx, run.scheduled_sync_id);
    if (!(await endRun(tx, lease, ending)) || !schedule) return;
    const now = clock.now();
    const state = stateAfter(schedule, ending.status, run.started_at);
    const next_run_at =
      state.failure_count >= schedule.max_failures
        ? null
        : (schedule.next_run_at ?? planNextRun({ ...schedule, ...state }, now));
    await updateState(tx, schedule.id, { ...schedule, ...state, next_run_at }, now);
    const reachedLimit =
      schedule.is_active &&
      schedule.failure_count < schedule.max_failures &&
      state.failure_count >= schedule.max_failures;
    if (reachedLimit) await sendFailureNotice(jobs, lease.runId, tx);
  });
}

function stateAfter(
  schedule: ScheduleRow,
  status: RunEnding['status'],
  startedAt: Date,
): Pick<ScheduleRow, 'failure_count' | 'last_run_status' | 'last_run_at'> {
  const { failure_count, last_run_status, last_run_at } = schedule;
  switch (status) {
    case 'completed':
      return { failure_count: 0, last_run_status: status, last_run_at: startedAt };
    case 'failed':
      return { failure_count: failure_count + 1, last_run_status: status, last_run_at: startedAt };
    case 'skipped':
      // If it was skipped in favour of the schedule's own previous run, that one has yet to end.
      return last_run_status === 'in_progress'
        ? { failure_count, last_run_status, last_run_at }
        : { failure_count, last_run_status: status, last_run_at: startedAt };
  }
}
