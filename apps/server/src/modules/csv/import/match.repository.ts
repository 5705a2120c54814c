import type { Queryable } from '../../../platform/db/database.ts';
import { groupsOf } from '../../../platform/db/statements/groups.ts';
import type { KnownCodes } from './columns-of-file.ts';

/** A variant (or product, for a handle or title) that matches a key. */
export type Candidate = {
  readonly storeId: string;
  readonly productId: string;
  /** Null for a product with several variants, or none. */
  readonly variantId: string | null;
  readonly handle: string | null;
};

const KEYS_PER_STATEMENT = 25_000;

const OF_VISIBLE_STORES = `p.store_id <> all (array(select id from stores where deleted_at is not null))
  and ($2::uuid[] is null or p.store_id = any ($2::uuid[]))`;

export const OPTION_SEPARATOR = ' / ';
const OF_OPTIONS = `concat_ws('${OPTION_SEPARATOR}', p.handle, v.title)`;

/** All matches of a key. Kept as text until needed: with twenty stores, a file has millions of candidates. */
export type Found = { find(key: string): Candidate[] };

export type CandidateLookup = (
  db: Queryable,
  keys: readonly string[],
  /** Only in these stores; null for every store. */
  storeIds: readonly string[] | null,
  /** Whether to read the handles of the candidates. */
  withHandles: boolean,
) => Promise<Found>;

export const findByVariantId = lookup(
  'v.id::text',
  'variants v join products p on p.id = v.product_id',
  'v.id = any ($1::uuid[])',
);
/**
 * Codes and handles have no index of their own: all variants are scanned once and looked up among the keys
 * (100,000: 60 ms). For more than a few keys that is faster than the search's trigram index.
 */
export const findBySku = variantsBy('sku');
export const findByBarcode = variantsBy('barcode');
/** By a handle and what Shopify makes of the values of options: the variant's title. */
export const findByOptions = lookup(
  OF_OPTIONS,
  'variants v join products p on p.id = v.product_id',
  `${OF_OPTIONS} = any ($1::text[])`,
);
export const findByHandle = productsBy('p.handle');
/** By search key, so case and spaces do not matter. */
export const findByTitle = productsBy(`split_part(p.search_name, E'\\n', 2)`);

function productsBy(key: string): CandidateLookup {
  return lookup(
    key,
    `products p left join lateral (
       select id from variants where product_id = p.id and p.variants_count = 1
     ) as v on true`,
    `${key} = any ($1::text[])`,
  );
}

function variantsBy(column: 'sku' | 'barcode'): CandidateLookup {
  return lookup(
    `v.${column}`,
    'variants v join products p on p.id = v.product_id',
    `v.${column} = any ($1::text[])`,
  );
}

/** Which of these texts are SKUs or barcodes of any variant. */
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

const ON_HAND = `select concat_ws(' ', level.variant_id, locations.name) as place, level.on_hand
  from variant_stock level join locations on locations.id = level.location_id
  where level.variant_id = any ($1::uuid[]) and locations.is_active and level.on_hand is not null`;

/** What is on hand of variants, by the id of the variant and the name of the location; without what was not read. */
export async function findOnHand(
  db: Queryable,
  variantIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ place: string; on_hand: number }>(ON_HAND, [variantIds]);
  return new Map(rows.map((row) => [row.place, row.on_hand]));
}

function lookup(key: string, from: string, condition: string): CandidateLookup {
  const statement = `
    select ${key} as key, string_agg(concat_ws(' ', p.store_id, p.id, v.id), E'\\n') as fits,
      array_agg(p.handle) filter (where $3::boolean) as handles
    from ${from} where ${condition} and ${OF_VISIBLE_STORES} group by 1`;
  return async (db, keys, storeIds, withHandles) => {
    const found = new Map<string, { fits: string; handles: (string | null)[] | null }>();
    for (const part of groupsOf(keys, KEYS_PER_STATEMENT)) {
      const { rows } = await db.query<{ key: string; fits: string; handles: (string | null)[] | null }>(
        statement,
        [part, storeIds, withHandles],
      );
      for (const { key: one, fits, handles } of rows) found.set(one, { fits, handles });
    }
    return {
      find(one) {
        const { fits, handles } = found.get(one) ?? {};
        if (fits === undefined) return [];
        return fits.split('\n').map((ids, index): Candidate => {
          const [storeId = '', productId = '', variantId = null] = ids.split(' ');
          return { storeId, productId, variantId, handle: handles?.[index] ?? null };
        });
      },
    };
  };
}
