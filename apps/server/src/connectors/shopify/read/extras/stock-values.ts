import { type StockAttribute, stockAt } from '@storefleet/contract/attributes/stock';
import type { AttributeValue, AttributeValues } from '@storefleet/contract/values/attribute-value';
import { type Json, objectOrEmpty, requiredText } from '../normalise.ts';
import { LEVELS_PER_PAGE, selectLevels } from './stock-levels.ts';

/** A variant's stock, from Shopify's answer. */

export type HeldStock = {
  readonly itemId: string;
  readonly tracked: boolean;
  /** Ids of the locations that stock it, by name. */
  readonly places: ReadonlyMap<string, string>;
  /** Available quantities. */
  readonly values: AttributeValues;
};

/** Fields of an inventory item. */
export const SELECT_STOCK = `id tracked ${selectLevels(`first: ${LEVELS_PER_PAGE}`)}`;

export function stockOf(node: Json): HeldStock {
  const item = objectOrEmpty(node.inventoryItem);
  const { nodes } = objectOrEmpty(item.inventoryLevels);
  const levels = (Array.isArray(nodes) ? nodes : []).map((level: unknown) => {
    const { location, quantities } = objectOrEmpty(level);
    const { id, name } = objectOrEmpty(location);
    const named = (Array.isArray(quantities) ? quantities : []).map((one: unknown) => objectOrEmpty(one));
    const quantity = named.find((one) => one.name === 'available')?.quantity;
    return { id: String(id), name: String(name), available: typeof quantity === 'number' ? quantity : null };
  });
  return {
    itemId: requiredText(item.id, 'a variant without an inventory item'),
    tracked: item.tracked === true,
    places: new Map(levels.map(({ id, name }) => [name, id])),
    values: Object.fromEntries(
      levels.map(({ name, available }) => [stockAt(name), available === null ? null : String(available)]),
    ),
  };
}

/** Null if it is not stocked there. */
export const stockAtIn = (node: Json, attribute: StockAttribute): AttributeValue =>
  stockOf(node).values[attribute] ?? null;
