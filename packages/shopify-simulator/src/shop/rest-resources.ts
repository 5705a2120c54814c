import { type VariantInProduct, variantsOf } from '../catalogue/catalogue.ts';
import type { Product, WeightUnit } from '../catalogue/model.ts';
import { globalId } from '../text-forms.ts';

/** REST returns at most this many variants of a product. */
const MAX_VARIANTS = 100;
const DEFAULT_LIMIT = 50;

const units: Record<WeightUnit, { name: string; grams: number }> = {
  KILOGRAMS: { name: 'kg', grams: 1000 },
  GRAMS: { name: 'g', grams: 1 },
  POUNDS: { name: 'lb', grams: 453.592_37 },
  OUNCES: { name: 'oz', grams: 28.349_523_125 },
};

/** As in REST responses, without unused fields: dates, images and options. */
export function productJson(product: Product): Record<string, unknown> {
  return {
    id: product.id,
    title: product.title,
    body_html: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    handle: product.handle,
    published_scope: 'web',
    tags: product.tags.join(', '),
    status: product.status.toLowerCase(),
    admin_graphql_api_id: globalId('Product', product.id),
    variants: variantsOf(product).slice(0, MAX_VARIANTS).map(variantJson),
  };
}

function variantJson({ product, variant, position }: VariantInProduct): Record<string, unknown> {
  const unit = units[variant.weightUnit];
  return {
    id: variant.id,
    product_id: product.id,
    title: variant.title,
    price: variant.price,
    position,
    compare_at_price: variant.compareAtPrice,
    barcode: variant.barcode,
    sku: variant.sku,
    weight: variant.weight,
    weight_unit: unit.name,
    grams: Math.round(variant.weight * unit.grams),
    taxable: variant.taxable,
    requires_shipping: variant.requiresShipping,
    inventory_policy: variant.inventoryPolicy.toLowerCase(),
    inventory_management: variant.tracked ? 'shopify' : null,
    inventory_item_id: variant.inventoryItemId,
    inventory_quantity: variant.inventoryQuantity,
    old_inventory_quantity: variant.inventoryQuantity,
    admin_graphql_api_id: globalId('ProductVariant', variant.id),
  };
}

export function inventoryItemJson({ variant }: VariantInProduct): Record<string, unknown> {
  return {
    id: variant.inventoryItemId,
    sku: variant.sku,
    cost: variant.cost,
    tracked: variant.tracked,
    requires_shipping: variant.requiresShipping,
    harmonized_system_code: variant.harmonizedSystemCode,
    country_code_of_origin: variant.countryCodeOfOrigin,
    admin_graphql_api_id: globalId('InventoryItem', variant.inventoryItemId),
  };
}

export function selectFields(body: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const fields = query.get('fields')?.split(',');
  if (fields === undefined) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
}

/** The size of a list; 50 by default. */
export function limitOf(query: URLSearchParams, most: number): number {
  const asked = Number(query.get('limit') ?? DEFAULT_LIMIT);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, most) : DEFAULT_LIMIT;
}
