import type { Product, Variant } from '../catalogue/model.ts';
import { type Location, levelId, stockOf } from '../catalogue/stock.ts';
import { dateTimeText, globalId } from '../text-forms.ts';
import type { BulkOperation } from './bulk-operations.ts';
import { inventoryItemJson, productJson } from './rest-resources.ts';

/** An event in the shop, as sent to subscribers. */
export type ShopEvent = {
  readonly topic: Topic;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Sent to this app only. */
  readonly app?: string;
};

/** The scope that a subscription requires, if any, by GraphQL name. */
export const topics = {
  PRODUCTS_CREATE: 'read_products',
  PRODUCTS_UPDATE: 'read_products',
  PRODUCTS_DELETE: 'read_products',
  INVENTORY_ITEMS_UPDATE: 'read_inventory',
  BULK_OPERATIONS_FINISH: null,
  INVENTORY_LEVELS_UPDATE: 'read_inventory',
  INVENTORY_LEVELS_CONNECT: 'read_inventory',
  INVENTORY_LEVELS_DISCONNECT: 'read_inventory',
} as const;
export type Topic = keyof typeof topics;

export function isTopic(name: string): name is Topic {
  return name in topics;
}

/** `products/update`, as in the header of a delivery. */
export function headerForm(topic: Topic): string {
  const at = topic.lastIndexOf('_');
  return `${topic.slice(0, at)}/${topic.slice(at + 1)}`.toLowerCase();
}

const itemAttributes = [
  'sku',
  'cost',
  'weight',
  'weightUnit',
  'tracked',
  'requiresShipping',
  'harmonizedSystemCode',
  'countryCodeOfOrigin',
] as const satisfies readonly (keyof Variant)[];

type Shop = { readonly locations: readonly Location[]; now(): Date };

/**
 * The webhooks for a change of one product. Whether `products/update` is sent where stock only moves between locations,
 * Shopify does not say: here it is not.
 */
export function eventsOf(before: Product | null, after: Product | null, shop: Shop): ShopEvent[] {
  if (after === null) {
    return before === null ? [] : [{ topic: 'PRODUCTS_DELETE', payload: { id: before.id } }];
  }
  const payload = productPayload(after);
  if (before === null) return [{ topic: 'PRODUCTS_CREATE', payload }];
  const levels = levelEvents(before, after, shop);
  const isMove = levels.length > 0 && JSON.stringify(productPayload(before)) === JSON.stringify(payload);
  const own: ShopEvent[] = isMove ? [] : [{ topic: 'PRODUCTS_UPDATE', payload }];
  return [...own, ...itemEvents(before, after), ...levels];
}

/**
 * The vendor's sample of `inventory_levels/update` and `/connect`: `{"inventory_item_id": 271878346596884015,
 * "location_id": 24826418, "available": …, "updated_at": …, "admin_graphql_api_id":
 * "gid://shopify/InventoryLevel/24826418?inventory_item_id=271878346596884015"}`; of `/disconnect`: the first two alone.
 */
function levelEvents(before: Product, after: Product, shop: Shop): ShopEvent[] {
  const { locations } = shop;
  const known = new Map(before.variants.map((variant) => [variant.id, variant]));
  return after.variants.flatMap((variant) => {
    const [old, own] = [known.get(variant.id), stockOf(variant, locations)];
    if (old === undefined) return [];
    const held = stockOf(old, locations);
    return locations.flatMap(({ id: location_id }): ShopEvent[] => {
      const [was, available] = [held.get(location_id), own.get(location_id)];
      if (was === available) return [];
      const level = { inventory_item_id: variant.inventoryItemId, location_id };
      if (available === undefined) return [{ topic: 'INVENTORY_LEVELS_DISCONNECT', payload: level }];
      const topic = was === undefined ? 'INVENTORY_LEVELS_CONNECT' : 'INVENTORY_LEVELS_UPDATE';
      const rest = { available, updated_at: shop.now().toISOString(), admin_graphql_api_id: levelId(level) };
      return [{ topic, payload: { ...level, ...rest } }];
    });
  });
}

function itemEvents(before: Product, after: Product): ShopEvent[] {
  const known = new Map(before.variants.map((variant) => [variant.id, variant]));
  return after.variants.flatMap((variant, index) => {
    const old = known.get(variant.id);
    if (old === undefined || itemAttributes.every((name) => old[name] === variant[name])) return [];
    const node = { product: after, variant, position: index + 1 };
    return [{ topic: 'INVENTORY_ITEMS_UPDATE', payload: inventoryItemJson(node) } as const];
  });
}

/**
 * "Notifications when a Bulk Operation has completed, failed, or been cancelled", of queries and mutations (changelog of
 * 2021-10-01); the payload and its lower case are those of the guide "Perform bulk operations with the GraphQL Admin API".
 */
export function endOf(operation: BulkOperation): ShopEvent {
  const { app, id, type, status, errorCode, createdAt, completedAt } = operation;
  const payload = {
    admin_graphql_api_id: globalId('BulkOperation', id),
    completed_at: completedAt === null ? null : dateTimeText(completedAt),
    created_at: dateTimeText(createdAt),
    error_code: errorCode?.toLowerCase() ?? null,
    status: status.toLowerCase(),
    type: type.toLowerCase(),
  };
  return { topic: 'BULK_OPERATIONS_FINISH', payload, app };
}

/** As in REST, with the ids of all variants beyond the listed ones. */
function productPayload(product: Product): Record<string, unknown> {
  return {
    ...productJson(product),
    variant_gids: product.variants.map((variant) => ({
      admin_graphql_api_id: globalId('ProductVariant', variant.id),
    })),
  };
}
