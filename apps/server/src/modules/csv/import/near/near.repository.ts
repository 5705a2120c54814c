import type { Queryable } from '../../../../platform/db/database.ts';
import { compose } from '../../../../platform/db/statements/statement.ts';
import type { NearPattern } from './near-patterns.ts';

/** Products per pattern: one with more matches is meaningless. */
const OF_A_PATTERN = 40;

export type NearVariant = {
  readonly id: string;
  readonly store_id: string;
  readonly store_name: string;
  readonly currency: string | null;
  readonly product_title: string;
  readonly variant_title: string;
  readonly handle: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
};

const VARIANT = `v.id, p.store_id, s.shop_name as store_name, s.store_currency as currency, p.title as product_title,
  v.title as variant_title, p.handle, v.sku, v.barcode, v.price
  from variants v join products p on p.id = v.product_id join stores s on s.id = p.store_id`;

/** The variants of all products that match a pattern. */
export async function findNearVariants(
  db: Queryable,
  patterns: readonly NearPattern[],
  storeIds: readonly string[] | null,
): Promise<NearVariant[]> {
  if (patterns.length === 0) return [];
  const { text, params } = compose((bind) => {
    const stores = storeIds === null ? '' : `and store_id = any (${bind(storeIds)}::uuid[])`;
    const found = patterns.map(
      ({ column, pattern }) =>
        `(select id from products where ${column} like ${bind(pattern)} ${stores} limit ${OF_A_PATTERN})`,
    );
    return `select ${VARIANT} where p.id in (${found.join(' union ')}) and s.deleted_at is null`;
  });
  const { rows } = await db.query<NearVariant>(text, params);
  return rows;
}

export async function findVariants(db: Queryable, ids: readonly string[]): Promise<NearVariant[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<NearVariant>(
    `select ${VARIANT} where v.id = any ($1::uuid[]) and s.deleted_at is null order by s.shop_name, p.title, v.position`,
    [ids],
  );
  return rows;
}
