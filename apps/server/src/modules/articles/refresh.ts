import type { Database, Queryable } from '../../platform/db/database.ts';
import { ARTICLE_COLUMNS, CONFLICT_BITS, foldSql } from './fold.ts';

/** Articles computed per step; a statement that wrote a whole store puts more into one note. */
const KEYS = 5_000;
/** Notes read per step: about as many as a sync batch writes. */
const NOTES = 20;
/** Any fixed number: of two workers, one could overwrite an article with an older snapshot. */
const LOCK = 7_250_613;

const { shared_barcode: SHARED } = CONFLICT_BITS;
const OWN_COLUMNS = ARTICLE_COLUMNS.split(/,\s*/).filter((column) => column !== 'key');
/** All columns of an article itself; sharing a barcode depends on others. */
const ownOf = (table: string) =>
  `(${OWN_COLUMNS.map((name) => (name === 'conflicts' ? `${table}.${name} & ~${SHARED}` : `${table}.${name}`)).join(', ')})`;

/**
 * Recomputes the rows of changed articles in one transaction. Returns how many; null if another process is
 * doing it. Concurrent writes leave notes of their own, which the next step picks up.
 */
export async function refreshSome(db: Database, limit = KEYS): Promise<number | null> {
  return db.transaction(async (tx) => {
    const { rows: locked } = await tx.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(${LOCK}) as mine, set_config('enable_bitmapscan', 'off', true)`,
    );
    if (!locked[0]?.mine) return null;
    const { rows } = await tx.query<{ count: number; barcodes: string[] }>(refreshSql(), [limit]);
    const { count = 0, barcodes = [] } = rows[0] ?? {};
    if (barcodes.length > 0) await markShared(tx, barcodes);
    return count;
  });
}

/**
 * Looks up each key, whatever the statistics say: they do not know a store just added, and every step would
 * read all variants. Most articles of a first sync have a single variant, which differs from nothing: folding
 * those too would take as long as the sync itself.
 */
function refreshSql(): string {
  return `with next as (
      select id, keys, cardinality(keys) as count, sum(cardinality(keys)) over (order by id)::integer as upto
      from (select * from article_changes order by id limit ${NOTES}) as notes
    ), taken as materialized (
      select id, keys, upto <= $1 as is_whole, least(count, $1 - upto + count) as first from next where upto - count < $1
    ), done as (
      delete from article_changes where id in (select id from taken where is_whole)
    ), rest as (
      update article_changes as note set keys = note.keys[first + 1:] from taken where note.id = taken.id and not is_whole
    ), wanted as materialized (
      select distinct key from taken cross join unnest(keys[:first]) as key order by key
    ), counted as materialized (
      select wanted.key, own.* from wanted cross join lateral (
        select count(*) as variants, (array_agg(store_id))[1] as store_id, min(barcode) as barcode from variants
        where article_key = wanted.key and store_id = any(array(select id from stores where deleted_at is null))
      ) as own
    ), folded as materialized (
      select ${ARTICLE_COLUMNS}
      from (${foldSql('v.article_key = any(array(select key from counted where variants > 1))')}) as several
      union all
      select key, 1, array[store_id], 0, 0, null, null, null, barcode_key(barcode) from counted where variants = 1
    ), before as materialized (
      select old.* from wanted cross join lateral (
        select key, barcode_key, conflicts from articles where key = wanted.key limit 1
      ) as old
    ), gone as (
      delete from articles where key = any(array(select key from before except select key from folded))
    ), changed as (
      update articles set ${OWN_COLUMNS.map((name) => `${name} = folded.${name}`).join(', ')} from folded
      where articles.key = any(array(select key from before)) and folded.key = articles.key
        and ${ownOf('articles')} is distinct from ${ownOf('folded')}
    ), added as (
      insert into articles (${ARTICLE_COLUMNS})
      select ${ARTICLE_COLUMNS} from folded where key not in (select key from before) order by key
    ), doubtful as (
      select barcode_key from before where conflicts & ${SHARED} <> 0
      union
      select barcode_key from folded where barcode_key is not null group by barcode_key
      having count(*) > 1 or bool_or(exists (
        select from articles as other where other.barcode_key = folded.barcode_key and other.key <> folded.key
      ))
    )
    select (select count(*)::integer from wanted) as count, array(select barcode_key from doubtful) as barcodes`;
}

/** For barcodes whose articles were added, removed or already marked. */
async function markShared(tx: Queryable, barcodes: readonly string[]): Promise<void> {
  await tx.query(
    `with shared as materialized (
       select barcode_key, count(*) > 1 as is_shared from articles where barcode_key = any($1::text[]) group by barcode_key
     )
     update articles set conflicts = case when is_shared then conflicts | ${SHARED} else conflicts & ~${SHARED} end
     from shared where articles.barcode_key = shared.barcode_key and (conflicts & ${SHARED} <> 0) <> is_shared`,
    [barcodes],
  );
}
