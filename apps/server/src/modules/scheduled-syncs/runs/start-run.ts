import { problems } from '@storefleet/contract/api/problems';
import { messages } from '@storefleet/contract/messages';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { isConnectionError } from '../../../platform/db/errors.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { LeaseLostError, whileLeased } from '../../../platform/work/lease.ts';
import { readSyncStates } from '../../sync/runs/store-sync-state.repository.ts';
import type { SyncedStore, SyncService } from '../../sync/sync.service.ts';
import { findSchedule, lockSchedule, type ScheduleRow, updateState } from '../scheduled-syncs.repository.ts';
import {
  linkSync,
  type RunEnding,
  type RunLease,
  runLeases,
  type ScheduleRun,
} from './schedule-runs.repository.ts';
import { settleRun } from './settle-run.ts';

export type ScheduleRunsDeps = {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sync: Pick<SyncService, 'start' | 'status'>;
  /** Throws the problem shown to a person if there is no such store. */
  readonly findStore: (storeId: string) => Promise<SyncedStore>;
};

const DAY_MS = 86_400_000;
/** Of a run that began late, on a day of 23 hours. */
const LATE_MS = 2 * 3_600_000;

/** Why a due run starts no sync, although a sync would be possible. */
class SkippedError extends Error {
  override readonly name = 'SkippedError';
}

/**
 * Starts the sync of a claimed run. Run and sync are linked in the transaction that creates the sync, so
 * neither a crash nor another process claiming the run can cause a second one. Throws why it could not start,
 * after logging that for the schedule.
 */
export async function startClaimed(
  deps: ScheduleRunsDeps,
  run: ScheduleRun,
  lease: RunLease,
  shutdown?: AbortSignal,
): Promise<string> {
  return whileLeased(deps, runLeases.watched(deps.db, lease), shutdown, async (signal) => {
    try {
      return await startSync(deps, run, lease, signal);
    } catch (error) {
      await settleRefused(deps, run, lease, error, shutdown);
      throw error;
    }
  });
}

async function startSync(
  deps: ScheduleRunsDeps,
  run: ScheduleRun,
  lease: RunLease,
  signal: AbortSignal,
): Promise<string> {
  const schedule = await findSchedule(deps.db, run.scheduled_sync_id);
  if (!schedule) throw new AppError({ code: 'store_not_found' });
  if (run.trigger === 'schedule') await refuseInactive(deps, schedule);
  const mayDoWithChanges =
    schedule.sync_scope === 'changes' && !(await isFullSyncDue(deps.db, schedule, deps.clock.now()));
  const started = await deps.sync.start(schedule.store_id, {
    ...(mayDoWithChanges ? { scope: 'changes_if_possible' } : {}),
    method: schedule.sync_method,
    trigger: run.trigger,
    requestedBy: run.requested_by,
    signal,
    onRun: (tx, { id }) => noteStarted(deps, tx, run, lease, id),
  });
  return started.id;
}

/**
 * Due by the interval of a schedule of changes, or because the last sync found a removal. Days count from
 * start to start, with tolerance for a late start: the run that is nearest to their end, so that a frequent
 * schedule does not get ahead of its time of day.
 */
async function isFullSyncDue(
  db: Queryable,
  {
    store_id,
    full_every,
    full_every_unit,
    next_run_at,
  }: Pick<ScheduleRow, 'store_id' | 'full_every' | 'full_every_unit' | 'next_run_at'>,
  now: Date,
): Promise<boolean> {
  const [state] = await readSyncStates(db, [store_id]);
  if (!state?.fullAt || state.fullDue) return true;
  if (full_every_unit === 'runs') return state.changesSinceFull >= full_every;
  const untilNext = next_run_at === null ? LATE_MS : Math.max(0, next_run_at.getTime() - now.getTime());
  const tolerance = Math.min(LATE_MS, untilNext / 2);
  return now.getTime() - state.fullAt.getTime() >= full_every * DAY_MS - tolerance;
}

async function refuseInactive({ findStore }: ScheduleRunsDeps, { store_id }: ScheduleRow): Promise<void> {
  const { store_status } = await findStore(store_id);
  if (store_status === 'inactive') throw new SkippedError(messages.scheduledSyncs.skipped.inactive);
}

async function noteStarted(
  { clock }: ScheduleRunsDeps,
  tx: Queryable,
  run: ScheduleRun,
  lease: RunLease,
  syncRunId: string,
): Promise<void> {
  const schedule = await lockSchedule(tx, run.scheduled_sync_id);
  if (!schedule || !(await linkSync(tx, lease, syncRunId))) throw new LeaseLostError();
  const standing = { ...schedule, last_run_status: 'in_progress', last_run_at: run.started_at } as const;
  await updateState(tx, schedule.id, standing, clock.now());
}

async function settleRefused(
  deps: ScheduleRunsDeps,
  run: ScheduleRun,
  lease: RunLease,
  error: unknown,
  shutdown?: AbortSignal,
): Promise<void> {
  if (error instanceof LeaseLostError || isConnectionError(error)) return;
  if (shutdown?.aborted) await runLeases.handBack(deps.db, lease);
  else await settleRun(deps, run, lease, await endingOf(deps, run, error));
}

async function endingOf(deps: ScheduleRunsDeps, run: ScheduleRun, error: unknown): Promise<RunEnding> {
  const completedAt = deps.clock.now();
  const message = await whySkipped(deps, run, error);
  if (message !== null) return { status: 'skipped', message, errorMessage: null, completedAt };
  if (!(error instanceof AppError))
    deps.logger.error({ err: error, run_id: run.id }, 'could not start a scheduled sync');
  const errorMessage = error instanceof AppError ? error.message : problems.internal_error.detail;
  return { status: 'failed', message: messages.sync.failed, errorMessage, completedAt };
}

/** Null for a failure. */
async function whySkipped(deps: ScheduleRunsDeps, run: ScheduleRun, error: unknown): Promise<string | null> {
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
      return (await isStalled(deps, run)) ? skipped.stalled : skipped.inProgress;
    default:
      return null;
  }
}

async function isStalled({ db, sync }: ScheduleRunsDeps, run: ScheduleRun): Promise<boolean> {
  const schedule = await findSchedule(db, run.scheduled_sync_id);
  if (!schedule) return false;
  const { status, can_reset } = await sync.status(schedule.store_id);
  return status === 'in_progress' && can_reset;
}
