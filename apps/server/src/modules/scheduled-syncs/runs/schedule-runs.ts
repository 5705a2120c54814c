import { v7 as uuidv7 } from 'uuid';
import { isConnectionError } from '../../../platform/db/errors.ts';
import { AppError } from '../../../platform/http/problem.ts';
import {
  findDue,
  findPlannedAfter,
  lockDue,
  lockSchedule,
  unplanDeleted,
  updatePlan,
  updateState,
} from '../scheduled-syncs.repository.ts';
import { planNextRun } from '../timing/plan.ts';
import { defineFailureNotices } from './failure-notice.jobs.ts';
import {
  findEnded,
  findPending,
  findWaitingRun,
  insertRun,
  runLeases,
  type ScheduleRun,
  SET_BACK_MS,
} from './schedule-runs.repository.ts';
import { settleRun } from './settle-run.ts';
import { type ScheduleRunsDeps, startClaimed } from './start-run.ts';

export type ScheduleRuns = ReturnType<typeof createScheduleRuns>;

const ENDED_AT_ONCE = 50;

/** The runs of schedules, from their due time to the end of their syncs. */
export function createScheduleRuns(deps: ScheduleRunsDeps) {
  const { db, clock } = deps;
  defineFailureNotices(deps.jobs);
  return {
    pending: () => findPending(db, clock.now()),
    findWaiting: (starting: readonly string[]) => findWaitingRun(db, starting),
    makeDue: (limit: number) => makeDueRuns(deps, limit),
    settleEnded: () => settleEnded(deps),
    replan: () => replan(deps),
    runNow: (scheduleId: string, requestedBy: string) => runNow(deps, scheduleId, requestedBy),

    /** For the only process of a database: existing leases are leftovers. */
    releaseAll: () => runLeases.releaseAll(db),

    /** Starts the sync of a waiting run. Null if another process was first. */
    async start(runId: string, signal?: AbortSignal): Promise<string | null> {
      const lease = { runId, leaseId: uuidv7() };
      const run = await runLeases.claim<ScheduleRun>(db, lease);
      return run && startClaimed(deps, run, lease, signal);
    },
  };
}

/** Creates the runs of up to `limit` due schedules. */
async function makeDueRuns(deps: ScheduleRunsDeps, limit: number): Promise<void> {
  const { db, clock } = deps;
  await unplanDeleted(db);
  for (const id of await findDue(db, clock.now(), limit)) {
    await isolated(deps, id, 'could not make the run of a schedule that is due', () => makeDueRun(deps, id));
  }
}

/** Creates a schedule's run and plans the next; does nothing if another process was first. */
async function makeDueRun({ db, clock }: ScheduleRunsDeps, scheduleId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const schedule = await lockDue(tx, scheduleId, now);
    if (!schedule?.next_run_at) return;
    const trigger = 'schedule';
    const run = { id: uuidv7(), scheduled_sync_id: scheduleId, trigger, requested_by: null } as const;
    await insertRun(tx, { ...run, due_at: schedule.next_run_at, lease_id: null }, now);
    await updateState(tx, scheduleId, { ...schedule, next_run_at: planNextRun(schedule, now) }, now);
  });
}

/** A run requested by a person: works even if the schedule is switched off, or the store inactive. */
async function runNow(deps: ScheduleRunsDeps, scheduleId: string, requestedBy: string): Promise<string> {
  const lease = { runId: uuidv7(), leaseId: uuidv7() };
  const run = await deps.db.transaction(async (tx) => {
    const schedule = await lockSchedule(tx, scheduleId);
    if (!schedule) throw new AppError({ code: 'schedule_not_found' });
    const now = deps.clock.now();
    const made = await insertRun(
      tx,
      {
        id: lease.runId,
        scheduled_sync_id: scheduleId,
        trigger: 'manual',
        requested_by: requestedBy,
        due_at: now,
        lease_id: lease.leaseId,
      },
      now,
    );
    if (!made) throw new Error('A run that a person asks for never meets another one.');
    return made;
  });
  return startClaimed(deps, run, lease);
}

/** Ends the runs whose syncs have ended, wherever they ran. */
async function settleEnded(deps: ScheduleRunsDeps): Promise<void> {
  for (const ended of await findEnded(deps.db, ENDED_AT_ONCE)) {
    const ending = {
      status: ended.sync_status,
      message: ended.sync_message,
      errorMessage: ended.sync_error,
      completedAt: ended.sync_completed_at,
    };
    await isolated(deps, ended.scheduled_sync_id, 'could not end the run of a schedule', () =>
      settleRun(deps, ended, { runId: ended.id, leaseId: null }, ending),
    );
  }
}

/** Replans schedules whose next run was planned before the clock was set back. */
async function replan(deps: ScheduleRunsDeps): Promise<void> {
  const { db, clock } = deps;
  for (const id of await findPlannedAfter(db, new Date(clock.now().getTime() + SET_BACK_MS))) {
    await isolated(deps, id, 'could not plan a schedule anew', () =>
      db.transaction(async (tx) => {
        const schedule = await lockSchedule(tx, id);
        if (!schedule) return;
        const now = clock.now();
        await updatePlan(tx, id, planNextRun(schedule, now), now);
      }),
    );
  }
}

/** A failing schedule does not block others; it is retried at the next poll. */
async function isolated(
  { logger }: ScheduleRunsDeps,
  scheduleId: string,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const level = isConnectionError(error) ? 'warn' : 'error';
    logger[level]({ err: error, schedule_id: scheduleId }, failure);
  }
}
