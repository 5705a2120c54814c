import { priceOnList } from '@storefleet/contract/attributes/list-prices';
import type {
  MarketPriceTest,
  NumberTest,
  ProductFilter,
} from '@storefleet/contract/catalogue/filter/product-filter';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Bind } from '../../../platform/db/statements/statement.ts';

/** A price list in one spelling, and the stores that read it. */
type List = { readonly name: string; readonly storeIds: readonly string[] };
/** By lower-case name. */
export type ResolvedPriceLists = ReadonlyMap<string, readonly List[]>;

export async function readPriceLists(
  db: Queryable,
  choice: ProductFilter['market-price'],
): Promise<ResolvedPriceLists> {
  if (choice === undefined) return new Map();
  const asked = [...choice.any, ...choice.none].map(({ list }) => list.toLowerCase());
  const { rows } = await db.query<List & { key: string }>(
    `select lower(list ->> 'name') as key, list ->> 'name' as name, array_agg(id) as "storeIds"
     from stores cross join jsonb_array_elements(price_lists) as list
     where reads_price_lists and deleted_at is null and lower(list ->> 'name') = any ($1::text[])
     group by list ->> 'name'`,
    [asked],
  );
  return Map.groupBy(rows, ({ key }) => key);
}

/** Of the stores that read the list, the variants `v` of every product `f` are looked at. */
export function marketPriceSql({ list, price }: MarketPriceTest, lists: ResolvedPriceLists, bind: Bind) {
  const found = lists.get(list.toLowerCase()) ?? [];
  const passes = found.map(({ name, storeIds }) => {
    const amount = `(v.list_prices ->> ${bind(priceOnList(name))}::text)::numeric`;
    return `v.store_id = any(${bind(storeIds)}::uuid[]) and ${comparedSql(amount, price, bind)}`;
  });
  const variant = passes.length === 0 ? 'false' : passes.map((one) => `(${one})`).join(' or ');
  // In each of them, or the one that a negation leaves out would be an unused parameter.
  const ofStores = `f.store_id = any(${bind(found.flatMap(({ storeIds }) => storeIds))}::uuid[])`;
  const ofProduct = 'select from variants v where v.product_id = f.product_id';
  const some = `${ofStores} and exists (${ofProduct} and (${variant}))`;
  const every = `${ofStores} and not exists (${ofProduct} and (${variant}) is not true)`;
  return { possible: some, some, every, variant };
}

function comparedSql(amount: string, test: NumberTest, bind: Bind): string {
  if ('op' in test) return `${amount} ${test.op} ${bind(test.value)}::numeric`;
  return `${amount} between ${bind(test.from)}::numeric and ${bind(test.to)}::numeric`;
}
