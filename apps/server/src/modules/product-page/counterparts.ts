import type { Counterpart, CounterpartList } from '@storefleet/contract/catalogue/products/product-page';
import type { Product, ProductDetail, Variant } from '@storefleet/contract/catalogue/products/products';
import { gtinForms } from '@storefleet/contract/values/gtin';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { compose } from '../../platform/db/statements/statement.ts';
import { escapeLike, searchKey } from '../catalogue/search-key.ts';

export type CounterpartsDeps = {
  readonly db: Database;
  readonly products: {
    /** In the order of the ids, with all variants. */
    list(productIds: readonly string[]): Promise<(Product & { readonly store_currency: string })[]>;
  };
};

/** Products with a shared code that are listed: a code such as `n/a` is no article. */
const LISTED = 200;

/** Who else has the SKU or barcode of one of these variants, in any store, the product's own included. */
export async function findCounterparts(
  { db, products }: CounterpartsDeps,
  product: ProductDetail,
): Promise<CounterpartList> {
  const wanted = { sku: keysOf(product.variants, 'sku'), barcode: keysOf(product.variants, 'barcode') };
  const found = await findProductsWith(db, product.id, wanted);
  const listed = await products.list(found.slice(0, LISTED));
  return {
    more: found.length > LISTED,
    counterparts: listed.flatMap(({ variants, ...other }) =>
      variants.flatMap((variant) => {
        const ids = { sku: matching(variant, 'sku', wanted), barcode: matching(variant, 'barcode', wanted) };
        return [...new Set([...ids.sku, ...ids.barcode])].map(
          (variantId): Counterpart => ({
            variant_id: variantId,
            shares: (['sku', 'barcode'] as const).filter((code) => ids[code].includes(variantId)),
            product_id: other.id,
            product_title: other.title,
            status: other.status,
            store_id: other.store_id,
            store_name: other.store_name,
            store_currency: other.store_currency,
            variant,
          }),
        );
      }),
    ),
  };
}

type Code = 'sku' | 'barcode';
/** Every spelling of a code that counts as the same, with the variants that have it. */
type Wanted = ReadonlyMap<string, readonly string[]>;

function keysOf(variants: readonly Variant[], code: Code): Wanted {
  const ids = new Map<string, string[]>();
  for (const variant of variants) {
    const key = searchKey(variant[code] ?? '');
    if (key === '') continue;
    for (const form of code === 'barcode' ? gtinForms(key) : [key]) {
      ids.set(form, [...(ids.get(form) ?? []), variant.id]);
    }
  }
  return ids;
}

function matching(variant: Variant, code: Code, wanted: Record<Code, Wanted>): readonly string[] {
  return wanted[code].get(searchKey(variant[code] ?? '')) ?? [];
}

/**
 * One condition per code, so that each uses the trigram indexes of the search. The page of variants limits
 * their number.
 */
async function findProductsWith(
  db: Queryable,
  productId: string,
  wanted: Record<Code, Wanted>,
): Promise<string[]> {
  if (wanted.sku.size + wanted.barcode.size === 0) return [];
  const { text, params } = compose((bind) => {
    const holds = (column: string) => (key: string) => `p.${column} like ${bind(`%\n${escapeLike(key)}\n%`)}`;
    const conditions = [
      ...[...wanted.sku.keys()].map(holds('search_skus')),
      ...[...wanted.barcode.keys()].map(holds('search_barcodes')),
    ];
    return `
      with found as materialized (
        select p.id, p.store_id, p.search_name from products p
        where (${conditions.join(' or ')}) and p.id <> ${bind(productId)}
      )
      select found.id from found join stores as store on store.id = found.store_id and store.deleted_at is null
      order by lower(store.shop_name), store.id, found.search_name, found.id
      limit ${LISTED + 1}`;
  });
  const { rows } = await db.query<{ id: string }>(text, params);
  return rows.map(({ id }) => id);
}
