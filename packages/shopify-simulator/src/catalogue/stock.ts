import { globalId } from '../text-forms.ts';

/** A stock location. Every shop starts with one of this name (inventory-quantity-contracts-2026-04). */
export type Location = { readonly id: number; readonly name: string; readonly isActive: boolean };

const FIRST_LOCATION = 'Shop location';
/** One in this many variants is not stocked at a location other than the first. */
const UNSTOCKED_EVERY = 5;
const COMMITTED_BELOW = 4;

/** Available quantities by location id; a location that does not stock the variant is absent. */
export type Stock = ReadonlyMap<number, number>;

export function locationsOf(shopId: number, names: readonly string[] = [FIRST_LOCATION]): Location[] {
  return names.map((name, index) => ({ id: shopId + 1_000 * (index + 1), name, isActive: true }));
}

type Stocked = {
  readonly inventoryItemId: number;
  readonly inventoryQuantity: number;
  readonly stock?: Stock | undefined;
};

/**
 * A variant's quantity is the sum over its locations. If only the sum is known, or was set since, the last
 * locations get a part each and the first one the rest.
 */
export function stockOf(variant: Stocked, locations: readonly Location[]): Stock {
  const { stock, inventoryQuantity, inventoryItemId } = variant;
  if (stock !== undefined && sumOf(stock) === inventoryQuantity) return stock;
  const [first, ...others] = locations;
  const split = new Map<number, number>();
  if (first === undefined) return split;
  split.set(first.id, inventoryQuantity);
  for (const [index, { id }] of others.entries()) {
    if ((inventoryItemId + index) % UNSTOCKED_EVERY === 0) continue;
    const part = Math.trunc(inventoryQuantity / (locations.length + 1));
    split.set(id, part);
    split.set(first.id, (split.get(first.id) ?? 0) - part);
  }
  return split;
}

/** By Shopify's names. What is on hand is available, or set aside: here a few units that orders have committed. */
export function quantitiesOf(
  { inventoryItemId }: Stocked,
  { id }: Location,
  available: number,
): Readonly<Record<string, number>> {
  const committed = (inventoryItemId + id) % COMMITTED_BELOW;
  return { available, committed, incoming: 0, on_hand: available + committed };
}

export const sumOf = (stock: Stock): number => [...stock.values()].reduce((sum, one) => sum + one, 0);

type Level = { readonly location_id: number; readonly inventory_item_id: number };
/** A level has no number of its own (recorded: product-variants-matrix). */
export const levelId = ({ location_id, inventory_item_id }: Level): string =>
  `${globalId('InventoryLevel', location_id)}?inventory_item_id=${inventory_item_id}`;
