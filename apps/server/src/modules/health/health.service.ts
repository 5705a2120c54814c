import { HEALTH_FINDING_IDS, HEALTH_FINDINGS } from '@storefleet/contract/catalogue/health/findings';
import type { HealthQuery, HealthReport } from '@storefleet/contract/catalogue/health/health';
import type { Database } from '../../platform/db/database.ts';
import { createUnchanged } from '../../platform/db/statements/unchanged.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { countFindings } from './count-findings.ts';
import { readCourse } from './daily-counts.ts';

export type HealthService = ReturnType<typeof createHealthService>;

/** Likely problems in the catalogue. */
export function createHealthService({ db, clock }: { db: Database; clock: Clock }) {
  const unchanged = createUnchanged(20);
  return {
    async report({ store_ids }: HealthQuery): Promise<HealthReport> {
      const now = clock.now();
      const [counts, course, names] = await Promise.all([
        unchanged(db, JSON.stringify(store_ids), () => countFindings(db, store_ids)),
        readCourse(db, now, store_ids),
        readNames(db),
      ]);
      const today = now.toISOString().slice(0, 10);
      return {
        products: sum(counts.map(({ products }) => products)),
        findings: HEALTH_FINDING_IDS.map((id) => {
          const products = sum(counts.map(({ findings }) => findings[id]));
          return {
            id,
            label: HEALTH_FINDINGS[id].label,
            filter: HEALTH_FINDINGS[id].filter,
            products,
            stores: counts
              .filter(({ findings }) => findings[id] > 0)
              .toSorted((one, other) => other.findings[id] - one.findings[id])
              .map(({ store_id, findings }) => ({
                store_id,
                store_name: names.get(store_id) ?? '',
                products: findings[id],
              })),
            course: [
              ...course.flatMap(({ date, findings }) =>
                findings[id] === undefined ? [] : [{ date, products: findings[id] }],
              ),
              { date: today, products },
            ],
          };
        }),
      };
    },
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

async function readNames(db: Database): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; shop_name: string }>('select id, shop_name from stores');
  return new Map(rows.map(({ id, shop_name }) => [id, shop_name]));
}
