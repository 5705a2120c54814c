import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { isConnectionError } from '../../platform/db/errors.ts';
import { AppError } from '../../platform/http/problem.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { whileLeased } from '../../platform/work/lease.ts';
import type { Applier } from '../bulk-updates/apply/apply-batch.ts';
import { noteApplied } from '../bulk-updates/plan-schedule.ts';
import { type revertBatch, StoreAwayError } from '../history/undo/revert-batch.ts';
import { type ActingDeps, actingFor, requireOpenStore } from './acting-for.ts';
import { type DueStep, dueStep } from './due-step.ts';
import { sendNotice } from './notice.jobs.ts';
import {
  changeLeases,
  findChange,
  noteReverted,
  type ScheduledChange,
  WAITS_FOR_STORES_MS,
} from './scheduled-changes.repository.ts';

export type DueDeps = ActingDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: JobQueue;
  readonly applier: Pick<Applier, 'apply' | 'cancel'>;
  readonly revert: (what: Parameters<typeof revertBatch>[1]) => Promise<string | null>;
};

/** It was moved, cancelled or started while this worker prepared it. */
class NotDueError extends Error {
  override readonly name = 'NotDueError';

  constructor() {
    super('It is not due any more.');
  }
}

type RevertStep = 'revert' | 'revert_ended';

const END_REMEDY = 'End it now, choose another end, or keep the new values.';
const REMEDIES = {
  begin: 'Apply it now, choose another time, or cancel its schedule.',
  revert: END_REMEDY,
  revert_ended: END_REMEDY,
} as const;

/**
 * Takes the next due step, unless another process does. A crash in between leaves the step undone: the lease
 * prevents duplicate work, and each step checks again that it is still due.
 */
export async function runDue(deps: DueDeps, batchId: string): Promise<void> {
  const { db, clock, logger } = deps;
  const lease = { batchId, leaseId: uuidv7() };
  if (!(await changeLeases.claim(db, lease))) return;
  try {
    await whileLeased({ clock, logger }, changeLeases.watched(db, lease), undefined, async () => {
      const change = await findChange(db, batchId);
      const step = change && dueStep(change, clock.now());
      if (change && step) await take(deps, change, step).catch(unlessNotDue);
    });
  } catch (error) {
    if (!(error instanceof StoreAwayError)) throw error;
    // Without a heartbeat it is taken up again in half a minute.
    return logger.warn({ err: error, batch_id: batchId }, 'the end of a scheduled change waits for a store');
  }
  await changeLeases.handBack(db, lease);
}

function unlessNotDue(error: unknown): void {
  if (!(error instanceof NotDueError)) throw error;
}

async function take(deps: DueDeps, change: ScheduledChange, step: DueStep): Promise<void> {
  const { db, clock, jobs, applier, logger } = deps;
  const { batch_id } = change;
  switch (step) {
    case 'begin':
    case 'revert':
    case 'revert_ended':
      try {
        return await (step === 'begin' ? begin(deps, change) : revert(deps, change, step));
      } catch (error) {
        if (error instanceof NotDueError || error instanceof StoreAwayError || isConnectionError(error))
          throw error;
        if (!(error instanceof AppError))
          logger.error({ err: error, batch_id }, 'a scheduled change broke off');
        const why = error instanceof AppError ? error.message : 'It failed: the log says why.';
        return db.transaction((tx) =>
          needPerson(tx, change, { step, jobs, problem: `${why} ${REMEDIES[step]}`, now: clock.now() }),
        );
      }
    case 'miss':
      return db.transaction((tx) => miss(tx, change, { jobs, now: clock.now() }));
    case 'stop':
      return applier.cancel(batch_id);
    case 'settle':
      return db.transaction((tx) => settle(tx, change, { jobs, now: clock.now() }));
  }
}

async function begin(deps: DueDeps, change: ScheduledChange): Promise<void> {
  const { db, clock, applier } = deps;
  const { batch_id } = change;
  if (change.batch_status !== 'planned') return noteApplied(db, batch_id);
  const by = await actingFor(deps, change);
  await requireOpenStore(db, batch_id);
  await applier.apply(batch_id, {
    override: { by, reason: change.override_reason, covers: change.overridden_guard_rails },
    onLocked: async (tx) => void (await requireStep(tx, batch_id, 'begin', clock.now())),
  });
}

/** Where it has ended, unless that was reverted before. */
async function revert(deps: DueDeps, change: ScheduledChange, step: RevertStep): Promise<void> {
  const { db, clock } = deps;
  const { batch_id, ended_stores } = change;
  const markReverted = async (tx: Queryable, revertBatchId: string | null) => {
    const current = await requireStep(tx, batch_id, step, clock.now());
    if (!(await noteReverted(tx, batch_id, ended_stores, revertBatchId))) throw new NotDueError();
    await tx.query(
      'update scheduled_changes set revert_batch_id = coalesce($2, revert_batch_id) where batch_id = $1',
      [batch_id, revertBatchId],
    );
    await (step === 'revert' ? noteEnd(tx, batch_id) : waitForStores(tx, current, deps));
  };
  const by = await actingFor(deps, change);
  const begun = !change.has_written
    ? null
    : await deps.revert({
        batchId: batch_id,
        storeIds: ended_stores,
        isWhole: step === 'revert',
        requestedBy: change.author ? { ...by, ...change.author } : by,
        title: `End of “${change.title}”`,
        waitsForStores: endedLately(change, clock.now()),
        options: (revertBatchId) => ({
          override: { by, reason: change.override_reason, covers: change.overridden_guard_rails },
          onLocked: (tx) => markReverted(tx, revertBatchId),
        }),
      });
  if (begun === null) await db.transaction((tx) => markReverted(tx, null));
}

/** Or this process began lately: whatever was down with it may still be. */
function endedLately({ ends_at }: ScheduledChange, now: Date): boolean {
  const since = now.getTime() - (ends_at?.getTime() ?? 0);
  return Math.min(since, process.uptime() * 1_000) < WAITS_FOR_STORES_MS;
}

/** Locks it for the transaction, and requires that this step is still due. */
async function requireStep(
  tx: Queryable,
  batchId: string,
  step: DueStep,
  now: Date,
): Promise<ScheduledChange> {
  const change = await findChange(tx, batchId, true);
  if (!change || dueStep(change, now) !== step) throw new NotDueError();
  return change;
}

async function noteEnd(tx: Queryable, batchId: string): Promise<void> {
  await tx.query(
    `update scheduled_changes set status = 'reverted', problem = null, problem_since = null,
       waits_for_stores = false
     where batch_id = $1`,
    [batchId],
  );
}

/** Says which values are not reverted yet, and why. They need nobody, but somebody may want to look at the store. */
async function waitForStores(
  tx: Queryable,
  { batch_id, waiting_stores, problem }: ScheduledChange,
  { jobs, clock }: Pick<DueDeps, 'jobs' | 'clock'>,
): Promise<void> {
  const { rows } = await tx.query('select from scheduled_change_reverts where batch_id = $1 limit 1', [
    batch_id,
  ]);
  await tx.query(
    `update scheduled_changes set problem = $2, problem_since = coalesce(problem_since, $3), waits_for_stores = true
     where batch_id = $1`,
    [batch_id, waitSentence(waiting_stores, rows.length > 0), clock.now()],
  );
  if (problem === null) await sendNotice(jobs, { batch_id, about: 'waits' }, tx);
}

function waitSentence(names: readonly string[], othersAreReverted: boolean): string {
  const [has, its, it, answers] =
    names.length === 1 ? ['has', 'Its', 'it', 'answers'] : ['have', 'Their', 'they', 'answer'];
  const who = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  const others = othersAreReverted ? ' The other stores are reverted.' : '';
  return `${who} ${has} not answered the update yet, so it is not certain what was written there. ${its} values stay until ${it} ${answers}, and are reverted then.${others}`;
}

type Ending = { readonly jobs: JobQueue; readonly now: Date };

/** Waits for a person's decision. */
async function needPerson(
  tx: Queryable,
  { batch_id }: ScheduledChange,
  { step, jobs, problem, now }: Ending & { readonly step: DueStep; readonly problem: string },
): Promise<void> {
  await requireStep(tx, batch_id, step, now);
  await tx.query(
    `update scheduled_changes set problem = $2, problem_since = $3, waits_for_stores = false where batch_id = $1`,
    [batch_id, problem, now],
  );
  await sendNotice(jobs, { batch_id, about: 'waits' }, tx);
}

async function miss(tx: Queryable, change: ScheduledChange, { jobs, now }: Ending): Promise<void> {
  const { batch_id } = change;
  await requireStep(tx, batch_id, 'miss', now);
  const why =
    change.problem === null
      ? 'It was not applied: nothing worked on it at its time, and its end has passed.'
      : `It was not applied: its end passed while it waited. ${change.problem}`;
  await tx.query(
    `update scheduled_changes set status = 'missed', problem = $2, problem_since = coalesce(problem_since, $3),
       settled_at = $3
     where batch_id = $1`,
    [batch_id, why, now],
  );
  await sendNotice(jobs, { batch_id, about: 'waits' }, tx);
}

/** Reports rows that were not written, once for the update and once for its revert. */
async function settle(tx: Queryable, { batch_id }: ScheduledChange, { jobs, now }: Ending): Promise<void> {
  const change = await findChange(tx, batch_id, true);
  if (!change || dueStep(change, now) !== 'settle') return;
  if (change.apply_settled_at === null && change.failed > 0) {
    await sendNotice(jobs, { batch_id, about: 'applied' }, tx);
  }
  const isSettled = change.status === 'reverted' || change.status === 'kept' || change.ends_at === null;
  if (isSettled && change.revert_failed > 0) await sendNotice(jobs, { batch_id, about: 'reverted' }, tx);
  await tx.query(
    `update scheduled_changes set apply_settled_at = coalesce(apply_settled_at, $2),
       settled_at = case when $3 then $2::timestamptz end
     where batch_id = $1`,
    [batch_id, now, isSettled],
  );
}
