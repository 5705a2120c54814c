import { BY_RULES } from '@storefleet/contract/attributes/memberships';
import type { ProductFilter } from '@storefleet/contract/catalogue/filter/product-filter';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Bind } from '../../../platform/db/statements/statement.ts';

/** The handle of collections, and the stores where it is meant by a name of the filter. */
type Handle = { readonly handle: string; readonly storeIds: readonly string[] };
/** By the names of the filter. */
export type ResolvedCollections = ReadonlyMap<string, readonly Handle[]>;

type Choice = NonNullable<ProductFilter['collection']>;

/** Collections by their titles, compared like other names, or by their handles. */
export async function readCollections(db: Queryable, { any, none }: Choice): Promise<ResolvedCollections> {
  const { rows } = await db.query<Handle & { name: string }>(
    `select name, handle, array_agg(store_id) as "storeIds"
     from unnest($1::text[]) as name
     join collections on filter_key(title) = filter_key(name) or handle = lower(name)
     where store_id in (select id from stores where reads_collections and deleted_at is null)
     group by name, handle`,
    [[...new Set([...any, ...none])]],
  );
  return Map.groupBy(rows, ({ name }) => name);
}

/** Whether the product of a row `f` is in any of the collections. An index finds the products. */
export function collectionsSql(
  names: readonly string[],
  collections: ResolvedCollections,
  bind: Bind,
): string {
  const held = names
    .flatMap((name) => collections.get(name) ?? [])
    .map(({ handle, storeIds }) => {
      const [byHand, byRules] = ['true', BY_RULES].map((how) => bind(JSON.stringify({ [handle]: how })));
      return `own.store_id = any(${bind(storeIds)}::uuid[])
        and (own.collections @> ${byHand}::jsonb or own.collections @> ${byRules}::jsonb)`;
    });
  if (held.length === 0) return 'false';
  const any = held.map((condition) => `(${condition})`).join(' or ');
  return `f.product_id in (select own.id from products own where ${any})`;
}
