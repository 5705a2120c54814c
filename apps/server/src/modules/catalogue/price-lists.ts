import type { PriceList } from '@storefleet/contract/attributes/list-prices';
import type { Queryable } from '../../platform/db/database.ts';
import { rematch } from './articles/rematch.ts';

/**
 * All price lists that a store reads. Only where they differ: the store's row is in use, and its articles are
 * compared again.
 */
export async function writePriceLists(
  tx: Queryable,
  storeId: string,
  lists: readonly PriceList[],
): Promise<void> {
  const { rowCount } = await tx.query(
    'update stores set price_lists = $2::jsonb where id = $1 and price_lists is distinct from $2::jsonb',
    [storeId, JSON.stringify(lists)],
  );
  if (rowCount > 0) await rematch(tx, [storeId]);
}

/**
 * In SQL, the currency of a price on a list, as the store has it; null for any other attribute. `store` and `attribute`
 * are expressions.
 */
export const listCurrency = (
  store: string,
  attribute: string,
): string => `case when ${attribute} like 'list\\_%'
  then (select list->>'currency' from stores as priced cross join jsonb_array_elements(priced.price_lists) as list
    where priced.id = ${store} and list->>'name' = substr(${attribute}, strpos(${attribute}, '.') + 1)) end`;
