import { type VariantInProduct, variantsOf } from '../catalogue/catalogue.ts';
import type { Product, WeightUnit } from '../catalogue/model.ts';
import type { ShopFacts } from '../shop-options.ts';
import { globalId } from '../text-forms.ts';

/** REST returns at most so many variants of a product. */
export const MAX_VARIANTS = 100;

const units: Record<WeightUnit, { name: string; grams: number }> = {
  KILOGRAMS: { name: 'kg', grams: 1000 },
  GRAMS: { name: 'g', grams: 1 },
  POUNDS: { name: 'lb', grams: 453.592_37 },
  OUNCES: { name: 'oz', grams: 28.349_523_125 },
};

type Offset = { text: string; milliseconds: number };

const QUARTER_HOUR_MS = 15 * 60_000;
/** By timezone and quarter of an hour, within which no offset changes: asking costs far more than the rest of an answer. */
const offsets = new Map<string, Offset>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** With the shop's offset: `2026-04-17T20:58:21-04:00`. */
export function localTime(milliseconds: number, timezone: string): string {
  const key = `${timezone} ${Math.floor(milliseconds / QUARTER_HOUR_MS)}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = offsetAt(milliseconds, timezone);
    offsets.set(key, offset);
  }
  return new Date(milliseconds + offset.milliseconds).toISOString().slice(0, 19) + offset.text;
}

function offsetAt(milliseconds: number, timezone: string): Offset {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: timezone, timeZoneName: 'longOffset' });
  formats.set(timezone, format);
  const name = format.formatToParts(milliseconds).find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { text: `${sign}${hours}:${minutes}`, milliseconds: sign === '-' ? -size : size };
}

export function productJson(product: Product, shop: ShopFacts): Record<string, unknown> {
  return {
    id: product.id,
    title: product.title,
    body_html: product.descriptionHtml === '' ? null : product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    created_at: localTime(product.createdAt, shop.timezone),
    handle: product.handle,
    updated_at: localTime(product.updatedAt, shop.timezone),
    published_at: product.publishedAt === null ? null : localTime(product.publishedAt, shop.timezone),
    template_suffix: product.templateSuffix,
    published_scope: 'web',
    tags: product.tags.join(', '),
    status: product.status.toLowerCase(),
    admin_graphql_api_id: globalId('Product', product.id),
    variants: variantsOf(product)
      .slice(0, MAX_VARIANTS)
      .map((node) => variantJson(node, shop)),
    options: product.options.map((option, index) => ({
      id: product.id + index + 1,
      product_id: product.id,
      name: option.name,
      position: index + 1,
      values: option.values,
    })),
    images: [],
    image: null,
  };
}

export function variantJson(
  { product, variant }: VariantInProduct,
  shop: ShopFacts,
): Record<string, unknown> {
  const unit = units[variant.weightUnit];
  const [option1 = null, option2 = null, option3 = null] = variant.optionValues;
  return {
    id: variant.id,
    product_id: product.id,
    title: variant.title,
    price: variant.price,
    position: product.variants.findIndex((other) => other.id === variant.id) + 1,
    inventory_policy: variant.inventoryPolicy.toLowerCase(),
    compare_at_price: variant.compareAtPrice,
    option1,
    option2,
    option3,
    created_at: localTime(variant.createdAt, shop.timezone),
    updated_at: localTime(variant.updatedAt, shop.timezone),
    taxable: variant.taxable,
    barcode: variant.barcode,
    sku: variant.sku,
    weight: variant.weight,
    weight_unit: unit.name,
    grams: Math.round(variant.weight * unit.grams),
    inventory_item_id: variant.inventoryItemId,
    inventory_management: variant.tracked ? 'shopify' : null,
    inventory_quantity: variant.inventoryQuantity,
    old_inventory_quantity: variant.inventoryQuantity,
    requires_shipping: variant.requiresShipping,
    admin_graphql_api_id: globalId('ProductVariant', variant.id),
    image_id: null,
  };
}

export function inventoryItemJson({ variant }: VariantInProduct, shop: ShopFacts): Record<string, unknown> {
  return {
    id: variant.inventoryItemId,
    sku: variant.sku,
    created_at: localTime(variant.createdAt, shop.timezone),
    updated_at: localTime(variant.inventoryItemUpdatedAt, shop.timezone),
    requires_shipping: variant.requiresShipping,
    cost: variant.cost,
    country_code_of_origin: variant.countryCodeOfOrigin,
    province_code_of_origin: variant.provinceCodeOfOrigin,
    harmonized_system_code: variant.harmonizedSystemCode,
    tracked: variant.tracked,
    country_harmonized_system_codes: [],
    admin_graphql_api_id: globalId('InventoryItem', variant.inventoryItemId),
  };
}

export function shopJson(shop: ShopFacts, host: string): Record<string, unknown> {
  return {
    id: shop.id,
    name: shop.name,
    email: shop.email,
    domain: host,
    myshopify_domain: host,
    plan_name: shop.plan.toLowerCase(),
    plan_display_name: shop.plan,
    currency: shop.currency,
    timezone: shop.timezone,
    iana_timezone: shop.timezone,
    country: shop.country,
    country_code: shop.country,
    weight_unit: units[shop.weightUnit].name,
    created_at: localTime(shop.createdAt, shop.timezone),
    updated_at: localTime(shop.createdAt, shop.timezone),
  };
}

export function selectFields(body: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const fields = query
    .get('fields')
    ?.split(',')
    .map((field) => field.trim());
  if (fields === undefined) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
}

/** How many a list shows at most. */
export function limitOf(
  query: URLSearchParams,
  { otherwise, most }: { otherwise: number; most: number },
): number {
  const asked = Number(query.get('limit') ?? otherwise);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, most) : otherwise;
}
