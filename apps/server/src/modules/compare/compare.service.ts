import {
  type CompareCounts,
  type CompareFilter,
  type CompareQuery,
  type Comparison,
  CorrectionPlan,
} from '@storefleet/contract/articles/compare';
import type { MissingArticles, MissingFileQuery, MissingQuery } from '@storefleet/contract/articles/missing';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { Database } from '../../platform/db/database.ts';
import { AppError, invalidField } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { readProgress } from '../articles/matching.repository.ts';
import type { BulkUpdatesService } from '../bulk-updates/bulk-updates.service.ts';
import type { Planner } from '../bulk-updates/plan/plan.ts';
import type { Table } from '../csv/export/table.ts';
import { comparisonTable } from './comparison-table.ts';
import { correctionOf } from './correct.ts';
import { countCompared } from './counts.ts';
import { readMissing } from './missing/missing-articles.ts';
import { shopifyTable } from './missing/shopify-file.ts';
import { readPage } from './rows.ts';
import { readActiveRules } from './rules/active-rules.ts';
import { readScope } from './scope.ts';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly planner: Pick<Planner, 'plan'>;
  readonly bulkUpdates: Pick<BulkUpdatesService, 'get'>;
};

export type CompareService = ReturnType<typeof createCompareService>;

/** Compares articles across stores, finds deviations from the rules, and plans their correction. */
export function createCompareService({ db, clock, planner, bulkUpdates }: Deps) {
  const scopeOf = (query: CompareFilter) => readScope(db, query, () => readActiveRules(db));
  async function missingOf({ store_id, ...query }: MissingQuery) {
    const [scope, { stores }] = await Promise.all([
      scopeOf({ ...query, missing_in: [store_id] }),
      scopeOf({ ...query, missing_in: [store_id], store_ids: undefined }),
    ]);
    const target = stores.find(({ id }) => id === store_id);
    if (target === undefined) throw new AppError({ code: 'store_not_found' });
    return { scope, target };
  }
  async function plan(wanted: CorrectionPlan, user: AuthenticatedUser): Promise<string> {
    const correction = await correctionOf(db, await scopeOf(wanted), wanted);
    return planner.plan({ origin: 'bulk_update', requestedBy: user, ...correction });
  }
  return {
    async list({ after = '', limit, ...query }: CompareQuery): Promise<Comparison> {
      const scope = await scopeOf(query);
      const stores = [...scope.stores];
      if (stores.length === 0) return { stores, rows: [], next: null };
      return { stores, ...(await readPage(db, scope, { after, limit })) };
    },

    async counts(query: CompareFilter): Promise<CompareCounts> {
      return countCompared(db, await scopeOf(query));
    },

    /** All articles matching the filter, for a file. */
    async table(query: CompareFilter, signal: AbortSignal): Promise<Table> {
      return comparisonTable(db, await scopeOf(query), { today: clock.now(), signal });
    },

    missing: async (query: MissingQuery): Promise<MissingArticles> => readMissing(db, await missingOf(query)),

    /** What a store lacks, as a file for it to import. */
    async missingTable({ source_id, ...query }: MissingFileQuery, signal: AbortSignal): Promise<Table> {
      const missing = await missingOf(query);
      const sourceId = source_id ?? (await readMissing(db, missing)).sources[0]?.store_id;
      const source = missing.scope.stores.find(({ id }) => id === sourceId);
      if (source === undefined || source.id === query.store_id) {
        throw invalidField('source_id', 'Choose another store that has some of these articles.');
      }
      const name = `missing-in-${missing.target.name}-${clock.now().toISOString().slice(0, 10)}`;
      return shopifyTable(db, { missing, source, name, signal });
    },

    async plan(wanted: CorrectionPlan, user: AuthenticatedUser): Promise<BulkUpdateBatch> {
      // Half rematched, an article may take its expected value from a product that it is about to leave.
      if ((await readProgress(db)) !== null) throw new AppError({ code: 'rematching' });
      return bulkUpdates.get(await plan(wanted, user));
    },

    /** Plans all corrections of a rule; returns the id of the update. */
    correct: (ruleId: string, user: AuthenticatedUser): Promise<string> =>
      plan(CorrectionPlan.parse({ deviating: [ruleId] }), user),
  };
}
