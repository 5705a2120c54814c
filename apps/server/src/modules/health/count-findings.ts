import { parseFilterText } from '@storefleet/contract/catalogue/filter/filter-text';
import {
  HEALTH_FINDING_IDS,
  HEALTH_FINDINGS,
  type HealthFindingId,
} from '@storefleet/contract/catalogue/health/findings';
import type { Queryable } from '../../platform/db/database.ts';
import { compose } from '../../platform/db/statements/statement.ts';
import { filterSql } from '../products/filter/filter-conditions.ts';
import { resolveNames } from '../products/filter/resolve-filter.ts';
import { storeConditions } from '../products/search/search-statement.ts';

type StoreCounts = {
  readonly store_id: string;
  readonly products: number;
  readonly findings: Readonly<Record<HealthFindingId, number>>;
};

/** Products with each finding, for each store with products: scans the rows that filters use once. */
export async function countFindings(db: Queryable, storeIds?: readonly string[]): Promise<StoreCounts[]> {
  const filters = await Promise.all(
    HEALTH_FINDING_IDS.map((id) =>
      resolveNames(db, parseFilterText(HEALTH_FINDINGS[id].filter).filter, false),
    ),
  );
  const { text, params } = compose((bind) => {
    const counts = filters.map((filter, index) => {
      const conditions = filterSql(filter, bind).conditions.map((condition) => `(${condition})`);
      return `'${HEALTH_FINDING_IDS[index]}', count(*) filter (where ${conditions.join(' and ')})`;
    });
    const where = storeConditions(storeIds ?? null, 'f', bind).join(' and ');
    return `select f.store_id, count(*)::int as products, json_build_object(${counts.join(', ')}) as findings
      from product_filter_values f where ${where} group by f.store_id`;
  });
  const { rows } = await db.query<StoreCounts>(text, params);
  return rows;
}
