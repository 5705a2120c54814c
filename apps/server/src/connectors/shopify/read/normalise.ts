import { canonicalMoney, decimalOf } from '@storefleet/contract/values/money/decimal';
import type { SourceMedia, SourceProduct, SourceVariant } from '../../connector.ts';
import { metafieldsIn, NO_METAFIELDS } from './extras/metafields.ts';
import { plainValues } from './plain-fields.ts';

/**
 * Maps Shopify's objects to `SourceProduct` and `SourceVariant`. By hand rather than with a schema library,
 * because it runs for up to a million lines. Strict where a wrong guess would store wrong data (ids, money),
 * lenient where Shopify may add values (statuses, units).
 */

export type Json = Record<string, unknown>;

const WEIGHT_UNITS: Record<string, string> = { KILOGRAMS: 'kg', GRAMS: 'g', POUNDS: 'lb', OUNCES: 'oz' };

/** Shopify's answer does not match its schema. */
export class MalformedObjectError extends Error {
  override readonly name = 'MalformedObjectError';
}

export function toSourceProduct(
  node: Json,
  variants: SourceVariant[],
  { product: metafields } = NO_METAFIELDS,
): SourceProduct {
  const sourceId = requiredText(node.id, 'a product without an id');
  return {
    sourceId,
    title: requiredText(node.title, `${sourceId} without a title`),
    handle: optionalText(node.handle),
    vendor: optionalText(node.vendor),
    productType: optionalText(node.productType),
    status: optionalText(node.status)?.toLowerCase() ?? null,
    tags: Array.isArray(node.tags) ? node.tags.filter((tag) => typeof tag === 'string') : [],
    plain: plainValues({ product: node, seo: objectOrEmpty(node.seo) }),
    media: mediaOf(node),
    ...withMetafields(node, metafields),
    variants,
  };
}

/** Accepts only addresses that a browser may load. */
function mediaOf(node: Json): SourceMedia | undefined {
  const { count } = objectOrEmpty(node.mediaCount);
  if (typeof count !== 'number') return undefined;
  const media = objectOrEmpty(node.featuredMedia);
  const { url, width, height } = objectOrEmpty(objectOrEmpty(media.preview).image);
  const hasImage = typeof url === 'string' && /^https?:\/\//.test(url);
  const pixels = (side: unknown) => (typeof side === 'number' ? side : null);
  return {
    count,
    image: hasImage
      ? { url, alt: optionalText(media.alt), width: pixels(width), height: pixels(height) }
      : null,
  };
}

export function toSourceVariant(
  node: Json,
  place: number,
  { variant: metafields } = NO_METAFIELDS,
): SourceVariant {
  const sourceId = requiredText(node.id, 'a variant without an id');
  const item = objectOrEmpty(node.inventoryItem);
  const weight = objectOrEmpty(objectOrEmpty(item.measurement).weight);
  const weightValue = typeof weight.value === 'number' ? decimalOf(weight.value) : null;
  return {
    sourceId,
    position: typeof node.position === 'number' ? node.position : place,
    title: requiredText(node.title, `${sourceId} without a title`),
    sku: optionalText(node.sku),
    barcode: optionalText(node.barcode),
    price: money(node.price, sourceId),
    cost: item.unitCost === undefined ? undefined : money(objectOrEmpty(item.unitCost).amount, sourceId),
    compareAtPrice: money(node.compareAtPrice, sourceId),
    inventoryQuantity: typeof node.inventoryQuantity === 'number' ? node.inventoryQuantity : null,
    weight: weightValue,
    weightUnit: weightValue === null ? null : weightUnit(weight.unit),
    plain: plainValues({ variant: node, inventoryItem: item }),
    ...withMetafields(node, metafields),
  };
}

function withMetafields(node: Json, names: readonly string[]) {
  const metafields = metafieldsIn(node, names);
  return metafields === undefined ? {} : { metafields };
}

function weightUnit(unit: unknown): string | null {
  return typeof unit === 'string' ? (WEIGHT_UNITS[unit] ?? unit.toLowerCase()) : null;
}

export function money(value: unknown, owner: string): string | null {
  if (value === null || value === undefined) return null;
  const amount = typeof value === 'string' ? canonicalMoney(value) : null;
  if (amount === null) throw new MalformedObjectError(`an amount of ${owner} that is not a decimal text`);
  return amount;
}

export function requiredText(value: unknown, otherwise: string): string {
  if (typeof value !== 'string') throw new MalformedObjectError(otherwise);
  return value;
}

/** Shopify returns null or "" for an empty field: both become null. */
export function optionalText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

const EMPTY: Json = {};

export function objectOrEmpty(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : EMPTY;
}
