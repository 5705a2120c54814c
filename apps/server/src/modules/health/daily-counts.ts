import { HEALTH_COURSE_DAYS, type HealthFindingId } from '@storefleet/contract/catalogue/health/findings';
import type { Queryable } from '../../platform/db/database.ts';
import { countFindings } from './count-findings.ts';

/** Counts younger than this are not repeated. */
const RECENT = '50 minutes';

/** Records each store's counts of this day; the last ones of a day are kept. */
export async function noteFindings(db: Queryable, now: Date): Promise<void> {
  const { rowCount } = await db.query(
    `select from health_counts where counted_at > $1::timestamptz - interval '${RECENT}' limit 1`,
    [now],
  );
  if (rowCount) return;
  await db.query(
    `insert into health_counts (store_id, day, products, findings, counted_at)
     select row.store_id, $2::date, row.products, row.findings, $3
     from json_to_recordset($1) as row (store_id uuid, products integer, findings jsonb)
     join stores on stores.id = row.store_id
     on conflict (store_id, day) do update
     set products = excluded.products, findings = excluded.findings, counted_at = excluded.counted_at`,
    [JSON.stringify(await countFindings(db)), now.toISOString().slice(0, 10), now],
  );
}

type DayCounts = { date: string; findings: Partial<Record<HealthFindingId, number>> };

/** The last days with counts, before today; oldest first. */
export async function readCourse(
  db: Queryable,
  now: Date,
  storeIds: readonly string[] | undefined,
): Promise<DayCounts[]> {
  const { rows } = await db.query<DayCounts>(
    `select day::text as date, json_object_agg(finding, products) as findings
     from (
       select day, finding.key as finding, sum(finding.value::int)::int as products
       from health_counts cross join lateral jsonb_each_text(findings) as finding
       where day >= $1::date - ${HEALTH_COURSE_DAYS}::integer and day < $1::date
         and ($2::uuid[] is null or store_id = any ($2::uuid[]))
         and store_id <> all (array(select id from stores where deleted_at is not null))
       group by day, finding.key
     ) as summed
     group by day order by day`,
    [now.toISOString().slice(0, 10), storeIds ?? null],
  );
  return rows;
}
