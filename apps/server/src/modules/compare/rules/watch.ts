import type { Database } from '../../../platform/db/database.ts';
import { compose } from '../../../platform/db/statements/statement.ts';
import type { AuthenticatedUser } from '../../../platform/http/route.ts';
import type { BulkUpdatesService } from '../../bulk-updates/bulk-updates.service.ts';
import type { InboxService } from '../../bulk-updates/inbox/inbox.service.ts';
import { forgetBatch } from '../../bulk-updates/plan/expiry.ts';
import type { CompareService } from '../compare.service.ts';
import { deviationsSql } from '../deviations.ts';
import { type ActiveRule, readActiveRules } from './active-rules.ts';

type Deps = {
  readonly db: Database;
  readonly compare: Pick<CompareService, 'correct'>;
  readonly inbox: Pick<InboxService, 'submit'>;
  readonly bulkUpdates: Pick<BulkUpdatesService, 'editingOf'>;
};

type Watched = {
  readonly counted_at: Date | null;
  readonly waits: boolean;
  readonly author: AuthenticatedUser;
};

/**
 * Counts the deviations from watched rules once all changes are compared. If a rule asks for it, submits a
 * plan to the inbox on behalf of whoever saved the rule, unless its previous plan still waits for a decision or
 * its time, or is being written.
 */
export function createRuleWatch(deps: Deps) {
  const { db } = deps;
  return {
    /** Whether a rule was never counted. */
    async isDue(): Promise<boolean> {
      const { rows } = await db.query(
        `select from equality_rules where is_enabled and watch <> 'off' and counted_at is null limit 1`,
      );
      return rows.length > 0;
    },

    async count(): Promise<void> {
      const rules = await readActiveRules(db);
      for (const rule of rules) {
        if (rule.watch === 'off') continue;
        const watched = await readWatched(db, rule.id);
        const deviations = await countDeviations(db, rule);
        // If another process was first, it continues; if the rule was changed meanwhile, it is counted again.
        if (watched === null || !(await store(db, rule, watched, deviations))) continue;
        if (rule.watch !== 'plan' || deviations === 0 || watched.waits) continue;
        const { batchId, problem } = await propose(deps, rule, watched.author);
        await db.query(
          'update equality_rules set waiting_plan_id = coalesce($2, waiting_plan_id), plan_problem = $3 where id = $1',
          [rule.id, batchId, problem],
        );
      }
      await clearWithoutSource(db);
    },
  };
}

/** Nothing deviates from a rule without a source, or whose source is gone: it would stay due, or keep its last count. */
async function clearWithoutSource(db: Database): Promise<void> {
  await db.query(
    `update equality_rules set deviations = 0, counted_at = now(), plan_problem = null
     where is_enabled and watch <> 'off' and (counted_at is null or deviations is distinct from 0)
       and not exists (select from stores where stores.id = source_store_id and deleted_at is null)`,
  );
}

type Proposal = { readonly batchId: string | null; readonly problem: string | null };

/** Has a plan wait, or says why there is none: one in which nothing can be applied would wait for nobody. */
async function propose(
  { db, compare, inbox, bulkUpdates }: Deps,
  rule: ActiveRule,
  author: AuthenticatedUser,
): Promise<Proposal> {
  const refusals = await Promise.all(
    rule.targets.map(async ({ storeId }) => {
      const { read_only_because, locked } = await bulkUpdates.editingOf(storeId);
      return read_only_because ?? locked[rule.attribute] ?? null;
    }),
  );
  // Not worth a plan of perhaps 100,000 rows after every change.
  if (!refusals.includes(null)) return { batchId: null, problem: refusals[0] ?? null };
  const batchId = await compare.correct(rule.id, author);
  const { rows } = await db.query<{ planned: boolean; error: string | null }>(
    `select exists (select from edit_items where batch_id = $1 and status = 'planned') as planned,
       (select error from edit_items where batch_id = $1 and status = 'failed' limit 1) as error`,
    [batchId],
  );
  if (rows[0]?.planned) {
    await inbox.submit(batchId, {}, author);
    return { batchId, problem: null };
  }
  await forgetBatch(db, batchId);
  return { batchId: null, problem: rows[0]?.error ?? null };
}

async function readWatched(db: Database, ruleId: string): Promise<Watched | null> {
  const { rows } = await db.query<Watched>(
    `select counted_at, exists (
       select from edit_batches b where b.id = waiting_plan_id and b.submitted_at is not null
         and (b.status = 'in_progress' or b.status = 'planned' and (b.decision is null or exists (
           select from scheduled_changes change where change.batch_id = b.id and change.status = 'scheduled')))
     ) as waits,
     jsonb_build_object('id', updated_by, 'email', updated_by_email, 'name', updated_by_name, 'role', 'proposer',
       'sessionId', null) as author
     from equality_rules where id = $1`,
    [ruleId],
  );
  return rows[0] ?? null;
}

async function countDeviations(db: Database, rule: ActiveRule): Promise<number> {
  const { text, params } = compose(
    (bind) => `select count(*)::integer as variants from (${deviationsSql(rule, bind)}) as d`,
  );
  const { rows } = await db.query<{ variants: number }>(text, params);
  return rows[0]?.variants ?? 0;
}

async function store(
  db: Database,
  { id, version }: ActiveRule,
  { counted_at }: Watched,
  deviations: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update equality_rules set deviations = $2, counted_at = now(), plan_problem = null
     where id = $1 and version = $4 and date_trunc('milliseconds', counted_at) is not distinct from $3`,
    [id, deviations, counted_at, version],
  );
  return rowCount > 0;
}
