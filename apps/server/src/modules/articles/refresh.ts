import type { Database, Queryable } from '../../platform/db/database.ts';
import { ARTICLE_COLUMNS, CONFLICT_BITS, foldSql } from './fold.ts';

/** Articles that are worked out together; a statement that wrote a whole store notes more of them at once. */
const KEYS = 5_000;
/** Notes that are looked at for them: as many as a batch of a sync and then some. */
const NOTES = 20;
/** Any fixed number: two workers would take the older of two pictures of an article for the newer one. */
const LOCK = 7_250_613;

/**
 * Works the rows of changed articles out anew, in one transaction. Answers how many there were; null when another
 * process is doing it. What is written meanwhile is noted by itself, and so comes with the next step.
 */
export async function refreshSome(db: Database, limit = KEYS): Promise<number | null> {
  return db.transaction(async (tx) => {
    const { rows: locked } = await tx.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(${LOCK}) as mine`,
    );
    if (!locked[0]?.mine) return null;
    const { rows } = await tx.query<{ key: string }>(
      `with next as (
         select id, keys, cardinality(keys) as count, sum(cardinality(keys)) over (order by id)::integer as upto
         from (select * from article_changes order by id limit ${NOTES}) as notes
       ), taken as materialized (
         select id, keys, upto <= $1 as is_whole, least(count, $1 - upto + count) as first from next where upto - count < $1
       ), done as (
         delete from article_changes where id in (select id from taken where is_whole)
       ), rest as (
         update article_changes as note set keys = note.keys[first + 1:] from taken where note.id = taken.id and not is_whole
       )
       select distinct key from taken cross join unnest(keys[:first]) as key`,
      [limit],
    );
    const keys = rows.map(({ key }) => key);
    if (keys.length > 0) await refresh(tx, keys);
    return keys.length;
  });
}

/**
 * `folded`: the articles of the keys `$1`. Most articles of a first sync have a single variant, which differs from
 * nothing: to fold those as well takes as long as the sync itself.
 */
function foldedSql(): string {
  return `counted as materialized (
      select v.article_key as key, count(*) as variants, (array_agg(v.store_id))[1] as store_id,
        min(barcode_key(v.barcode)) as barcode_key
      from variants v join stores s on s.id = v.store_id and s.deleted_at is null
      where v.article_key = any($1::text[]) group by v.article_key
    ), folded as materialized (
      select ${ARTICLE_COLUMNS}
      from (${foldSql('v.article_key = any(array(select key from counted where variants > 1))')}) as several
      union all
      select key, 1, array[store_id], 0, 0, null, null, null, barcode_key from counted where variants = 1
    )`;
}

async function refresh(tx: Queryable, keys: readonly string[]): Promise<void> {
  const set = ARTICLE_COLUMNS.split(/,\s*/).filter((column) => column !== 'key');
  // Who shares a barcode changes for the articles that had it before, too.
  const { rows } = await tx.query<{ barcode_key: string }>(
    `with ${foldedSql()},
     before as materialized (select barcode_key from articles where key = any($1::text[]) and barcode_key is not null),
     gone as (
       delete from articles where key = any($1::text[]) and key not in (select key from folded)
     ), written as (
       insert into articles (${ARTICLE_COLUMNS}) select ${ARTICLE_COLUMNS} from folded
       on conflict (key) do update set ${set.map((column) => `${column} = excluded.${column}`).join(', ')}
     )
     select barcode_key from before union select barcode_key from folded where barcode_key is not null`,
    [keys],
  );
  await tx.query(
    `with shared as materialized (
       select barcode_key, count(*) > 1 as is_shared from articles where barcode_key = any($1::text[]) group by barcode_key
     )
     update articles set conflicts = case when is_shared then conflicts | ${CONFLICT_BITS.shared_barcode}
       else conflicts & ~${CONFLICT_BITS.shared_barcode} end
     from shared where articles.barcode_key = shared.barcode_key
       and (conflicts & ${CONFLICT_BITS.shared_barcode} <> 0) <> is_shared`,
    [rows.map((row) => row.barcode_key)],
  );
}
