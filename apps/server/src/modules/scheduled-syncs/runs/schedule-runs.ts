import { messages } from '@storefleet/contract/messages';
import { problems } from '@storefleet/contract/problems';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { isConnectionError } from '../../../platform/db/errors.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { LeaseLostError } from '../../../platform/work/lease.ts';
import type { SyncedStore, SyncService } from '../../sync/sync.service.ts';
import {
  findDue,
  findPlannedAfter,
  findSchedule,
  lockDue,
  lockSchedule,
  type ScheduleRow,
  unplanDeleted,
  updatePlan,
  updateStanding,
} from '../scheduled-syncs.repository.ts';
import { planNextRun } from '../timing/plan.ts';
import { defineFailureNotices, sendFailureNotice } from './failure-notice.jobs.ts';
import {
  type ClaimedRun,
  endRun,
  findEnded,
  insertRun,
  linkSync,
  lookForPending,
  type Pending,
  type RunEnding,
  releaseClaim,
  removeRunsBefore,
  takeOverClaims,
} from './schedule-runs.repository.ts';

export type ScheduleRunsDeps = {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sync: Pick<SyncService, 'start' | 'status'>;
  /** Throws the problem a person is shown when there is no such store. */
  readonly findStore: (storeId: string) => Promise<SyncedStore>;
};

export type ScheduleRuns = ReturnType<typeof createScheduleRuns>;

/** Longer than any source may take to say how much it has; a process that is no further by then is taken for dead. */
export const ABANDONED_AFTER_MS = 60_000;
const KEPT_MS = 90 * 86_400_000;
const ENDED_AT_ONCE = 50;

/** The runs of schedules, from the moment they are due to the end of their syncs. */
export function createScheduleRuns(deps: ScheduleRunsDeps) {
  const { db, jobs, clock, logger, sync } = deps;
  defineFailureNotices(jobs);

  /** Makes the run of a schedule that is due, and works out the next one. Null when another process was first. */
  async function claim(scheduleId: string): Promise<ClaimedRun | null> {
    return db.transaction(async (tx) => {
      const now = clock.now();
      const schedule = await lockDue(tx, scheduleId, now);
      if (!schedule?.next_run_at) return null;
      await removeRunsBefore(tx, scheduleId, new Date(now.getTime() - KEPT_MS));
      const run = await insertRun(
        tx,
        {
          id: uuidv7(),
          scheduled_sync_id: scheduleId,
          trigger: 'schedule',
          requested_by: null,
          due_at: schedule.next_run_at,
          lease_id: uuidv7(),
        },
        now,
      );
      await updateStanding(tx, scheduleId, { ...schedule, next_run_at: planNextRun(schedule, now) }, now);
      return run;
    });
  }

  /**
   * Starts the sync of a claimed run. Run and sync are tied in the transaction that makes the sync, so that neither a
   * crash nor another process that took the claim over can lead to a second one. Throws why it could not be started,
   * which is in the log of the schedule by then.
   */
  async function start(run: ClaimedRun, signal?: AbortSignal): Promise<string> {
    try {
      const schedule = await findSchedule(db, run.scheduled_sync_id);
      if (!schedule) throw new AppError({ code: 'store_not_found' });
      if (run.trigger === 'schedule') await refuseInactive(schedule);
      const started = await sync.start(schedule.store_id, {
        method: schedule.sync_method,
        trigger: run.trigger,
        requestedBy: run.requested_by,
        ...(signal ? { signal } : {}),
        onRun: (tx, { id }) => noteStarted(tx, run, id),
      });
      return started.id;
    } catch (error) {
      await settleRefused(run, error, signal);
      throw error;
    }
  }

  async function refuseInactive({ store_id }: ScheduleRow): Promise<void> {
    const { store_status } = await deps.findStore(store_id);
    if (store_status === 'inactive') throw new SkippedError(messages.scheduledSyncs.skipped.inactive);
  }

  async function noteStarted(tx: Queryable, run: ClaimedRun, syncRunId: string): Promise<void> {
    const schedule = await lockSchedule(tx, run.scheduled_sync_id);
    if (!schedule || !(await linkSync(tx, run, syncRunId))) throw new LeaseLostError();
    const standing = { ...schedule, last_run_status: 'in_progress', last_run_at: run.started_at } as const;
    await updateStanding(tx, schedule.id, standing, clock.now());
  }

  async function settleRefused(run: ClaimedRun, error: unknown, signal?: AbortSignal): Promise<void> {
    if (error instanceof LeaseLostError || isConnectionError(error)) return;
    if (signal?.aborted) return releaseClaim(db, run);
    const ending = await endingOf(run, error);
    await db.transaction((tx) => settle(tx, run, ending));
  }

  async function endingOf(run: ClaimedRun, error: unknown): Promise<RunEnding> {
    const completedAt = clock.now();
    const message = await whySkipped(run, error);
    if (message !== null) return { status: 'skipped', message, errorMessage: null, completedAt };
    if (!(error instanceof AppError))
      logger.error({ err: error, run_id: run.id }, 'could not start a scheduled sync');
    const errorMessage = error instanceof AppError ? error.message : problems.internal_error.detail;
    return { status: 'failed', message: messages.sync.failed, errorMessage, completedAt };
  }

  /** Null for what is a failure. */
  async function whySkipped(run: ClaimedRun, error: unknown): Promise<string | null> {
    if (error instanceof SkippedError) return error.message;
    if (!(error instanceof AppError)) return null;
    const { skipped } = messages.scheduledSyncs;
    switch (error.code) {
      case 'store_not_found':
        return skipped.deleted;
      case 'store_archived':
        return skipped.archived;
      case 'sync_force_stopped':
        return skipped.forceStopped;
      case 'sync_in_progress':
        return (await isStalled(run)) ? skipped.stalled : skipped.inProgress;
      default:
        return null;
    }
  }

  async function isStalled(run: ClaimedRun): Promise<boolean> {
    const schedule = await findSchedule(db, run.scheduled_sync_id);
    if (!schedule) return false;
    const { status, can_reset } = await sync.status(schedule.store_id);
    return status === 'in_progress' && can_reset;
  }

  /** Ends a run, and brings its schedule to where it stands after it. */
  async function settle(
    tx: Queryable,
    run: Pick<ClaimedRun, 'id' | 'scheduled_sync_id' | 'started_at'> & { readonly lease_id: string | null },
    ending: RunEnding,
  ): Promise<void> {
    const schedule = await lockSchedule(tx, run.scheduled_sync_id);
    if (!(await endRun(tx, run, ending)) || !schedule) return;
    const now = clock.now();
    const standing = standingAfter(schedule, ending.status, run.started_at);
    const next_run_at =
      standing.failure_count >= schedule.max_failures
        ? null
        : (schedule.next_run_at ?? planNextRun({ ...schedule, ...standing }, now));
    await updateStanding(tx, schedule.id, { ...schedule, ...standing, next_run_at }, now);
    const reachedLimit =
      schedule.is_active &&
      schedule.failure_count < schedule.max_failures &&
      standing.failure_count >= schedule.max_failures;
    if (reachedLimit) await sendFailureNotice(jobs, run.id, tx);
  }

  /** What is wrong with one schedule holds up no other; it is met again at the next look. */
  async function alone(scheduleId: string, failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const level = isConnectionError(error) ? 'warn' : 'error';
      logger[level]({ err: error, schedule_id: scheduleId }, failure);
    }
  }

  return {
    look: (): Promise<Pending> =>
      lookForPending(db, { now: clock.now(), abandonedAfterMs: ABANDONED_AFTER_MS }),

    /** Claims up to so many of the schedules that are due. */
    async claimDue(limit: number): Promise<ClaimedRun[]> {
      await unplanDeleted(db);
      const claimed: ClaimedRun[] = [];
      for (const id of await findDue(db, clock.now(), limit)) {
        await alone(id, 'could not claim a schedule that is due', async () => {
          const run = await claim(id);
          if (run) claimed.push(run);
        });
      }
      return claimed;
    },

    /** Takes over claims of processes that died before they could start the sync; `all`: that of every process. */
    takeOver: (limit: number, { all }: { readonly all: boolean }): Promise<ClaimedRun[]> =>
      takeOverClaims(db, {
        now: clock.now(),
        abandonedAfterMs: all ? -1 : ABANDONED_AFTER_MS,
        leaseId: uuidv7(),
        limit,
      }),

    start,

    /** Ends the runs whose syncs have ended, wherever they ran. */
    async settleEnded(): Promise<void> {
      for (const ended of await findEnded(db, ENDED_AT_ONCE)) {
        const ending = {
          status: ended.sync_status,
          message: ended.sync_message,
          errorMessage: ended.sync_error,
          completedAt: ended.sync_completed_at,
        };
        await alone(ended.scheduled_sync_id, 'could not end the run of a schedule', () =>
          db.transaction((tx) => settle(tx, { ...ended, lease_id: null }, ending)),
        );
      }
    },

    /** Works out anew what was planned by a clock that has been set back since. */
    async planAnew(): Promise<void> {
      const ids = await findPlannedAfter(db, new Date(clock.now().getTime() + ABANDONED_AFTER_MS));
      for (const id of ids) {
        await alone(id, 'could not plan a schedule anew', () =>
          db.transaction(async (tx) => {
            const schedule = await lockSchedule(tx, id);
            if (!schedule) return;
            const now = clock.now();
            await updatePlan(tx, id, planNextRun(schedule, now), now);
          }),
        );
      }
    },

    /** A run that a person asks for: also of a schedule that is switched off, and of an inactive store. */
    async runNow(scheduleId: string, requestedBy: string): Promise<string> {
      const run = await db.transaction(async (tx) => {
        const schedule = await lockSchedule(tx, scheduleId);
        if (!schedule) throw new AppError({ code: 'schedule_not_found' });
        const now = clock.now();
        const claimed = await insertRun(
          tx,
          {
            id: uuidv7(),
            scheduled_sync_id: scheduleId,
            trigger: 'manual',
            requested_by: requestedBy,
            due_at: now,
            lease_id: uuidv7(),
          },
          now,
        );
        if (!claimed) throw new Error('A run that a person asks for never meets another one.');
        return claimed;
      });
      return start(run);
    },
  };
}

/** Why a run that is due starts no sync, where the sync itself would not mind. */
class SkippedError extends Error {
  override readonly name = 'SkippedError';
}

function standingAfter(
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
      // The run that it gave way to, where that is the schedule's own, is still to end.
      return last_run_status === 'in_progress'
        ? { failure_count, last_run_status, last_run_at }
        : { failure_count, last_run_status: status, last_run_at: startedAt };
  }
}
