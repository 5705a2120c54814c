import type { Queryable } from '../../../platform/db/database.ts';
import type { KnownCodes } from './columns-of-file.ts';

/** A variant (or product, by a handle or title) that a key fits. */
export type Candidate = {
  readonly key: string;
  readonly storeId: string;
  readonly productId: string;
  /** Null where it fits a product that has several variants, or none. */
  readonly variantId: string | null;
  readonly handle: string | null;
};

/** Keys of one statement. */
const KEYS_PER_STATEMENT = 25_000;

const OF_VISIBLE_STORES = `p.store_id <> all (array(select id from stores where deleted_at is not null))
  and ($2::uuid[] is null or p.store_id = any ($2::uuid[]))`;
const CANDIDATE = `p.store_id as "storeId", p.id as "productId", p.handle`;

export type CandidateLookup = (
  db: Queryable,
  keys: readonly string[],
  /** Only of these stores; null for every store. */
  storeIds: readonly string[] | null,
) => Promise<Map<string, Candidate[]>>;

export const findByVariantId = lookup(
  `select v.id::text as key, ${CANDIDATE}, v.id as "variantId"
   from variants v join products p on p.id = v.product_id
   where v.id = any ($1::uuid[]) and ${OF_VISIBLE_STORES}`,
);

/**
 * Codes and handles have no index of their own: all variants are read once and looked up in the keys (100,000: 60 ms).
 * From a handful of keys on that is faster than to ask the trigram index of the search for each.
 */
export const findBySku = lookup(variantsBy('sku'));
export const findByBarcode = lookup(variantsBy('barcode'));
export const findByHandle = lookup(productsBy('p.handle'));
/** By search keys: how capitals and blanks are written is no difference. */
export const findByTitle = lookup(productsBy(`split_part(p.search_name, E'\\n', 2)`));

function productsBy(key: string): string {
  return `select ${key} as key, ${CANDIDATE},
      case when p.variants_count = 1 then (select id from variants where product_id = p.id) end as "variantId"
    from products p
    where ${key} = any ($1::text[]) and ${OF_VISIBLE_STORES}`;
}

function variantsBy(column: 'sku' | 'barcode'): string {
  return `select v.${column} as key, ${CANDIDATE}, v.id as "variantId"
    from variants v join products p on p.id = v.product_id
    where v.${column} = any ($1::text[]) and ${OF_VISIBLE_STORES}`;
}

/** Which of some texts are SKUs, and which barcodes, of any variant. */
export async function findCodes(db: Queryable, texts: readonly string[]): Promise<KnownCodes> {
  const { rows } = await db.query<{ sku: string | null; barcode: string | null }>(
    `select distinct case when v.sku = any ($1::text[]) then v.sku end as sku,
       case when v.barcode = any ($1::text[]) then v.barcode end as barcode
     from variants v where v.sku = any ($1::text[]) or v.barcode = any ($1::text[])`,
    [texts],
  );
  const setOf = (codes: readonly (string | null)[]) => new Set(codes.filter((code) => code !== null));
  return { sku: setOf(rows.map(({ sku }) => sku)), barcode: setOf(rows.map(({ barcode }) => barcode)) };
}

function lookup(statement: string): CandidateLookup {
  return async (db, keys, storeIds) => {
    const found: Candidate[] = [];
    for (let start = 0; start < keys.length; start += KEYS_PER_STATEMENT) {
      const part = keys.slice(start, start + KEYS_PER_STATEMENT);
      const { rows } = await db.query<Candidate>(statement, [part, storeIds]);
      for (const row of rows) found.push(row);
    }
    return Map.groupBy(found, ({ key }) => key);
  };
}
