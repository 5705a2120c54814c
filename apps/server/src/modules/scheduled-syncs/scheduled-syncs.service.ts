import { messages } from '@storefleet/contract/messages';
import { connectsBy, kindOf } from '@storefleet/contract/stores/store-kinds';
import { SCHEDULE_PREVIEW_RUNS, UPCOMING_RUNS_MAX } from '@storefleet/contract/syncs/schedule-constants';
import type {
  ScheduledSync,
  ScheduledSyncInput,
  ScheduledSyncList,
  ScheduledSyncLogList,
  ScheduledSyncQuery,
  ScheduledSyncSummary,
  ScheduledSyncUpdate,
  SchedulePreview,
  ScheduleSeveralInput,
  ScheduleSeveralPlan,
  ScheduleTiming,
  UpcomingRuns,
} from '@storefleet/contract/syncs/scheduled-syncs';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { AppError, invalidField } from '../../platform/http/problem.ts';
import { refuseStaleEdit } from '../../platform/http/stale-edit.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { listRuns } from './runs/schedule-runs.repository.ts';
import { toScheduledSync, toScheduledSyncLog } from './scheduled-syncs.presenter.ts';
import {
  claimRequest,
  countSchedules,
  deleteSchedule,
  findSchedule,
  holdStore,
  insertSchedule,
  listPlanned,
  listSchedules,
  lockSchedule,
  type ScheduleRow,
  updateSettings,
  updateState,
} from './scheduled-syncs.repository.ts';
import { planSeveral, presentPlan } from './several.ts';
import { CronError } from './timing/cron-expression.ts';
import { describeSchedule } from './timing/description.ts';
import { planNextRun } from './timing/plan.ts';
import { findTimezone, timezoneNames } from './timing/timezones.ts';
import { nextRuns, recurrenceOf } from './timing/timing.ts';
import { upcomingRuns } from './timing/upcoming.ts';

type ScheduledSyncsDeps = {
  readonly db: Database;
  readonly clock: Clock;
};

export type ScheduledSyncsService = ReturnType<typeof createScheduledSyncsService>;

const DAY_MS = 86_400_000;

export function createScheduledSyncsService(deps: ScheduledSyncsDeps) {
  const { db, clock } = deps;
  return {
    async list(query: ScheduledSyncQuery): Promise<ScheduledSyncList> {
      const { schedules, total } = await listSchedules(db, query);
      return { scheduled_syncs: schedules.map(toScheduledSync), total };
    },

    async get(id: string): Promise<ScheduledSync> {
      return toScheduledSync(await requireSchedule(db, id));
    },

    create: (input: ScheduledSyncInput, createdBy: string, requestKey: string | null = null) =>
      create(deps, input, createdBy, requestKey),
    createSeveral: (input: ScheduleSeveralInput, createdBy: string, requestKey: string | null = null) =>
      createSeveral(deps, input, createdBy, requestKey),
    async planSeveral(input: ScheduleSeveralInput): Promise<ScheduleSeveralPlan> {
      const now = clock.now();
      const planned = db.transaction((tx) => planSeveral(tx, checkTiming(input, now), now));
      return presentPlan(await planned, now);
    },
    update: (id: string, input: ScheduledSyncUpdate) => update(deps, id, input),
    toggle: (id: string, wanted?: boolean) => toggle(deps, id, wanted),

    async remove(id: string): Promise<void> {
      if (!(await deleteSchedule(db, id))) throw scheduleNotFound();
    },

    async summary(): Promise<ScheduledSyncSummary> {
      const { total, active, failed, next_run } = await countSchedules(db);
      return {
        total_schedules: total,
        active_schedules: active,
        failed_schedules: failed,
        next_run: next_run?.toISOString() ?? null,
      };
    },

    timezones: (): string[] => [...timezoneNames],

    preview: (input: ScheduleTiming) => preview(input, clock.now()),

    async upcoming({ days }: { days: number }): Promise<UpcomingRuns> {
      const now = clock.now();
      const until = new Date(now.getTime() + days * DAY_MS);
      return upcomingRuns(await listPlanned(db), { now, until, max: UPCOMING_RUNS_MAX });
    },

    async logs(id: string, page: { limit: number; offset: number }): Promise<ScheduledSyncLogList> {
      await requireSchedule(db, id);
      const { runs, total } = await listRuns(db, id, page);
      return { logs: runs.map(toScheduledSyncLog), total };
    },
  };
}

/** If a `requestKey` has already created a schedule, returns that schedule. */
async function create(
  { db, clock }: ScheduledSyncsDeps,
  input: ScheduledSyncInput,
  createdBy: string,
  requestKey: string | null,
): Promise<ScheduledSync> {
  const now = clock.now();
  const settings = checkTiming(input, now);
  const next_run_at = planNextRun({ ...settings, failure_count: 0 }, now);
  const madeId = await db.transaction(async (tx) => {
    await refuseUnfitMethod(tx, settings);
    return insertOnce(tx, settings, { createdBy, requestKey, next_run_at, now });
  });
  return toScheduledSync(await requireSchedule(db, madeId));
}

/** Each with its own key, derived from `requestKey`. */
async function createSeveral(
  { db, clock }: ScheduledSyncsDeps,
  input: ScheduleSeveralInput,
  createdBy: string,
  requestKey: string | null,
): Promise<ScheduledSyncList> {
  const now = clock.now();
  const checked = checkTiming(input, now);
  const made = await db.transaction(async (tx) => {
    const ids: string[] = [];
    for (const { store, schedule } of await planSeveral(tx, checked, now)) {
      const next_run_at = planNextRun({ ...schedule, failure_count: 0 }, now);
      const key = requestKey && `${requestKey} ${store.id}`;
      ids.push(await insertOnce(tx, schedule, { createdBy, requestKey: key, next_run_at, now }));
    }
    return ids;
  });
  const schedules = await Promise.all(made.map((id) => requireSchedule(db, id)));
  return { scheduled_syncs: schedules.map(toScheduledSync), total: schedules.length };
}

/** Returns the schedule an identical request already created, or the new one. */
async function insertOnce(
  tx: Queryable,
  settings: ScheduledSyncInput,
  { createdBy, requestKey, next_run_at, now }: Making,
): Promise<string> {
  const id = uuidv7();
  const claimed = requestKey === null ? id : await claimRequest(tx, { id, createdBy, requestKey });
  if (claimed === id) await insertSchedule(tx, settings, { id, created_by: createdBy, next_run_at }, now);
  return claimed;
}

type Making = { createdBy: string; requestKey: string | null; next_run_at: Date | null; now: Date };

/** Starts over: the next run is computed from now, and earlier failures are reset. */
async function update(
  { db, clock }: ScheduledSyncsDeps,
  id: string,
  { based_on, ...input }: ScheduledSyncUpdate,
): Promise<ScheduledSync> {
  const now = clock.now();
  const settings = checkTiming(input, now);
  const nextRunAt = planNextRun({ ...settings, failure_count: 0 }, now);
  await db.transaction(async (tx) => {
    // Locks the store before the schedule, as deleting a store does.
    await refuseUnfitMethod(tx, settings);
    const schedule = await lockSchedule(tx, id);
    if (!schedule) throw scheduleNotFound();
    refuseStaleEdit(based_on, schedule, settings);
    await updateSettings(tx, id, settings, nextRunAt, now);
  });
  return toScheduledSync(await requireSchedule(db, id));
}

/** Switches to `wanted`, or else to the other state. Switching on resets earlier failures. */
async function toggle(
  { db, clock }: ScheduledSyncsDeps,
  id: string,
  wanted: boolean | undefined,
): Promise<ScheduledSync> {
  await db.transaction(async (tx) => {
    const schedule = await lockSchedule(tx, id);
    if (!schedule) throw scheduleNotFound();
    const now = clock.now();
    const is_active = wanted ?? !schedule.is_active;
    // A schedule stopped by failures counts as switched on, and should be restarted.
    const hasStopped = schedule.failure_count >= schedule.max_failures;
    if (is_active === schedule.is_active && !(is_active && hasStopped)) return;
    const failure_count = is_active ? 0 : schedule.failure_count;
    const toggled = { ...schedule, is_active, failure_count };
    await updateState(tx, id, { ...toggled, next_run_at: planNextRun(toggled, now) }, now);
  });
  return toScheduledSync(await requireSchedule(db, id));
}

function preview(input: ScheduleTiming, now: Date): SchedulePreview {
  const { timing, problem } = readTiming(input, now);
  // A form holds half an expression while somebody types: a result, not a refusal.
  if (problem) return { schedule_description: null, next_runs: [], problem };
  const runs = nextRuns(recurrenceOf(timing), now, SCHEDULE_PREVIEW_RUNS);
  return {
    schedule_description: describeSchedule(timing),
    next_runs: runs.map((run) => run.toISOString()),
    problem: null,
  };
}

async function requireSchedule(db: Queryable, id: string): Promise<ScheduleRow> {
  const schedule = await findSchedule(db, id);
  if (!schedule) throw scheduleNotFound();
  return schedule;
}

/** The timing with the current name of its timezone; throws a sentence if it is invalid. */
function checkTiming<Timing extends ScheduleTiming>(input: Timing, now: Date): Timing {
  const { timing, problem } = readTiming(input, now);
  if (problem) throw invalidField(problem.path, problem.message);
  return timing;
}

function readTiming<Timing extends ScheduleTiming>(
  input: Timing,
  now: Date,
): { timing: Timing; problem: { path: string; message: string } | null } {
  const timezone = findTimezone(input.timezone);
  if (timezone === null) {
    const message = messages.scheduledSyncs.timezoneUnknown(input.timezone);
    return { timing: input, problem: { path: 'timezone', message } };
  }
  const timing = { ...input, timezone };
  try {
    const [first] = nextRuns(recurrenceOf(timing), now, 1);
    if (!first) throw new CronError(messages.scheduledSyncs.neverDue);
    return { timing, problem: null };
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    return { timing, problem: { path: 'schedule_config.cron', message: error.message } };
  }
}

async function refuseUnfitMethod(
  tx: Queryable,
  { store_id, sync_method }: Pick<ScheduledSyncInput, 'store_id' | 'sync_method'>,
): Promise<void> {
  const store = await holdStore(tx, store_id);
  if (!store) throw new AppError({ code: 'store_not_found' });
  if (kindOf(store).syncMethods.includes(sync_method)) return;
  const { mssqlMethodOnly, mssqlMethodUnfit } = messages.scheduledSyncs;
  throw invalidField('sync_method', connectsBy(store, 'database_login') ? mssqlMethodOnly : mssqlMethodUnfit);
}

function scheduleNotFound(): AppError {
  return new AppError({ code: 'schedule_not_found' });
}
