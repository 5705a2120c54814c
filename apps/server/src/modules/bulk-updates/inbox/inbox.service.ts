import { BULK_UPDATE_ERRORS_SHOWN, PLAN_SUBMITTED_KEPT_DAYS } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { Inbox, InboxQuery, PlanDrift, PlanSubmission } from '@storefleet/contract/edits/inbox';
import type { Database } from '../../../platform/db/database.ts';
import { conflict } from '../../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../../platform/http/route.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { readRules } from '../../guard-rails/rules.ts';
import { brokenByStored } from '../apply/guard-rails.ts';
import { toBulkUpdateBatch } from '../batch-presenter.ts';
import { findBatch, findBatches } from '../bulk-updates.repository.ts';
import type { BulkUpdatesService } from '../bulk-updates.service.ts';
import { lockUndecided, requireAuthor, requireWaiting, writeDecision } from '../decision.ts';
import { draftPlanned } from '../plan/drafts/draft-retry.ts';
import { forgetBatch } from '../plan/expiry.ts';
import type { Planner } from '../plan/plan.ts';
import { countDrifted } from './drift.ts';

type InboxDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly planner: Pick<Planner, 'planChunks'>;
  readonly bulkUpdates: Pick<BulkUpdatesService, 'get'>;
};

export type InboxService = ReturnType<typeof createInboxService>;

/**
 * Plans that their authors may not apply, or not alone: they wait here until somebody applies or rejects
 * them.
 */
export function createInboxService(deps: InboxDeps) {
  const { db, clock, bulkUpdates } = deps;
  return {
    list: (query: InboxQuery, asker: AuthenticatedUser) => list(deps, query, asker),
    takeOver: (batchId: string, asker: AuthenticatedUser) => takeOver(deps, batchId, asker),

    /** Submitting again keeps the first time. A withdrawn plan starts over. */
    async submit(
      batchId: string,
      { note }: PlanSubmission,
      asker: AuthenticatedUser,
    ): Promise<BulkUpdateBatch> {
      await bulkUpdates.get(batchId);
      await db.transaction(async (tx) => {
        const plan = await lockUndecided(tx, batchId);
        requireAuthor(plan, asker);
        const isWaiting = plan.submitted_at !== null && plan.decision === null;
        await tx.query(
          `update edit_batches set submitted_at = $2, note = coalesce($3, note), decision = null, decided_at = null,
             decided_by = null, decided_by_email = null, decided_by_name = null
           where id = $1`,
          [batchId, isWaiting ? plan.submitted_at : clock.now(), note || null],
        );
      });
      return bulkUpdates.get(batchId);
    },

    async withdraw(batchId: string, asker: AuthenticatedUser): Promise<BulkUpdateBatch> {
      await bulkUpdates.get(batchId);
      await db.transaction(async (tx) => {
        const plan = await lockUndecided(tx, batchId);
        requireAuthor(plan, asker);
        await writeDecision(tx, batchId, { decision: 'withdrawn', by: asker, now: clock.now() });
      });
      return bulkUpdates.get(batchId);
    },

    async reject(batchId: string, reason: string, asker: AuthenticatedUser): Promise<BulkUpdateBatch> {
      await bulkUpdates.get(batchId);
      await db.transaction(async (tx) => {
        requireWaiting(await lockUndecided(tx, batchId));
        await writeDecision(tx, batchId, { decision: 'rejected', by: asker, reason, now: clock.now() });
      });
      return bulkUpdates.get(batchId);
    },

    async drift(batchId: string): Promise<PlanDrift> {
      await bulkUpdates.get(batchId);
      return { changed: await countDrifted(db, batchId) };
    },
  };
}

const WAITING = `submitted_at is not null and decision is null and status = 'planned'`;
const DECIDED = `submitted_at is not null and decision <> 'withdrawn' and (status <> 'cancelled' or started_at is not null)`;

async function list({ db, clock }: InboxDeps, query: InboxQuery, asker: AuthenticatedUser): Promise<Inbox> {
  const kept = new Date(clock.now().getTime() - PLAN_SUBMITTED_KEPT_DAYS * 86_400_000);
  const { rows } = await db.query<{ ids: string[] | null; total: number; waiting: number }>(
    `with shown as (
       select id, submitted_at, decided_at from edit_batches
       where ${query.state === 'waiting' ? WAITING : DECIDED} and submitted_at > $1
         and ($2::uuid is null or requested_by = $2)
     ), page as (
       select * from shown
       order by ${query.state === 'waiting' ? 'submitted_at, id' : 'decided_at desc, id'} limit $3 offset $4
     )
     select (select array_agg(id) from page) as ids, (select count(*)::int from shown) as total,
       (select count(*)::int from edit_batches where ${WAITING} and submitted_at > $1) as waiting`,
    [kept, query.mine ? asker.id : null, query.limit, query.offset],
  );
  const { ids, total = 0, waiting = 0 } = rows[0] ?? { ids: null };
  const [found, { rules }] = await Promise.all([
    findBatches(db, ids ?? [], BULK_UPDATE_ERRORS_SHOWN),
    readRules(db),
  ]);
  const plans = found.map((stored) =>
    stored.batch.status === 'planned'
      ? toBulkUpdateBatch(stored, brokenByStored(rules, stored.storeBatches, clock.now()))
      : toBulkUpdateBatch(stored),
  );
  return { plans, total, waiting };
}

async function takeOver(
  { db, clock, planner, bulkUpdates }: InboxDeps,
  batchId: string,
  asker: AuthenticatedUser,
): Promise<BulkUpdateBatch> {
  const stored = await findBatch(db, batchId, 0);
  const { title, requested_by } = await bulkUpdates.get(batchId);
  if (requested_by?.id === asker.id)
    throw conflict('This plan is your own. Withdraw it, and it is a preview again.');
  const head = {
    origin: stored?.batch.origin ?? 'bulk_update',
    requestedBy: asker,
    undoesBatchId: stored?.batch.undoes_batch_id ?? undefined,
    title: stored?.batch.title ?? title,
  } as const;
  const copy = await planner.planChunks(head, draftPlanned(db, batchId));
  try {
    await db.transaction(async (tx) => {
      requireWaiting(await lockUndecided(tx, batchId));
      await writeDecision(tx, batchId, { decision: 'taken_over', by: asker, now: clock.now() });
    });
  } catch (error) {
    await forgetBatch(db, copy);
    throw error;
  }
  return bulkUpdates.get(copy);
}
