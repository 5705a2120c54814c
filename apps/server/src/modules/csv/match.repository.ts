import type { Queryable } from '../../platform/db/database.ts';
import { escapeLike, searchKey } from '../products/search-key.ts';

/** A variant (or product, by a handle) that a key fits. */
export type Candidate = {
  readonly key: string;
  readonly storeId: string;
  readonly productId: string;
  /** Null where a handle fits a product that has several variants, or none. */
  readonly variantId: string | null;
  readonly handle: string | null;
};

/** Keys of one statement. Each reads all variants once where there is no index for the key. */
const KEYS_PER_STATEMENT = 25_000;
/** Up to so many keys, asking the search index for each is faster than reading all variants (100,000: 40 ms). */
const INDEXED_KEYS = 200;

const OF_VISIBLE_STORES = `p.store_id <> all (array(select id from stores where deleted_at is not null))
  and ($2::uuid[] is null or p.store_id = any ($2::uuid[]))`;
const CANDIDATE = `p.store_id as "storeId", p.id as "productId", p.handle`;

export type CandidateLookup = (
  db: Queryable,
  keys: readonly string[],
  /** Only of these stores; null for every store. */
  storeIds: readonly string[] | null,
) => Promise<Map<string, Candidate[]>>;

export const findByVariantId: CandidateLookup = (db, keys, storeIds) =>
  findInParts(keys, KEYS_PER_STATEMENT, (part) =>
    db.query<Candidate>(
      `select v.id::text as key, ${CANDIDATE}, v.id as "variantId"
       from variants v join products p on p.id = v.product_id
       where v.id = any ($1::uuid[]) and ${OF_VISIBLE_STORES}`,
      [part, storeIds],
    ),
  );

export const findBySku: CandidateLookup = findByCode('sku', 'search_skus');
export const findByBarcode: CandidateLookup = findByCode('barcode', 'search_barcodes');

export const findByHandle: CandidateLookup = (db, keys, storeIds) =>
  findInParts(keys, KEYS_PER_STATEMENT, (part) =>
    db.query<Candidate>(
      `select wanted.key, ${CANDIDATE},
         case when p.variants_count = 1 then (select id from variants where product_id = p.id) end as "variantId"
       from unnest($1::text[]) as wanted (key) join products p on p.handle = wanted.key
       where ${OF_VISIBLE_STORES}`,
      [part, storeIds],
    ),
  );

function findByCode(
  column: 'sku' | 'barcode',
  searchColumn: 'search_skus' | 'search_barcodes',
): CandidateLookup {
  const variantOf = `select wanted.key, ${CANDIDATE}, v.id as "variantId"`;
  const byIndex = `${variantOf}
    from unnest($1::text[], $3::text[]) as wanted (key, pattern)
    join products p on p.${searchColumn} like wanted.pattern
    join variants v on v.product_id = p.id and v.${column} = wanted.key
    where ${OF_VISIBLE_STORES}`;
  const byReadingAll = `${variantOf}
    from unnest($1::text[]) as wanted (key)
    join variants v on v.${column} = wanted.key
    join products p on p.id = v.product_id
    where ${OF_VISIBLE_STORES}`;
  return (db, keys, storeIds) => {
    if (keys.length > INDEXED_KEYS) {
      return findInParts(keys, KEYS_PER_STATEMENT, (part) =>
        db.query<Candidate>(byReadingAll, [part, storeIds]),
      );
    }
    const patternOf = (key: string) => `%\n${escapeLike(searchKey(key))}\n%`;
    return findInParts(keys, INDEXED_KEYS, (part) =>
      db.query<Candidate>(byIndex, [part, storeIds, part.map(patternOf)]),
    );
  };
}

async function findInParts(
  keys: readonly string[],
  size: number,
  find: (part: readonly string[]) => Promise<{ rows: Candidate[] }>,
): Promise<Map<string, Candidate[]>> {
  const found: Candidate[] = [];
  for (let start = 0; start < keys.length; start += size) {
    const { rows } = await find(keys.slice(start, start + size));
    for (const row of rows) found.push(row);
  }
  return Map.groupBy(found, ({ key }) => key);
}
