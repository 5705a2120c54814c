import {
  LISTED_PLAIN_PRODUCT_ATTRIBUTES,
  LONG_ATTRIBUTES,
  PLAIN_VARIANT_ATTRIBUTES,
  type PlainAttribute,
} from '@storefleet/contract/attributes/attributes';
import { altsIn, idsIn } from '@storefleet/contract/attributes/images';
import type { Product } from '@storefleet/contract/catalogue/products/products';
import { answeredValue } from '@storefleet/contract/values/attribute-value';
import type { SourceImage } from '../../connectors/connector.ts';
import type { ProductRow, ProductRows, VariantRow } from './products.repository.ts';

/** Products for an answer, in the order of their rows; `shown` selects variants. */
export function presentProducts(
  { products, variants }: ProductRows,
  shown: (variants: readonly VariantRow[]) => readonly VariantRow[] = (all) => all,
): { row: ProductRow; product: Product }[] {
  const byProduct = Map.groupBy(variants, (variant) => variant.product_id);
  return products.map((row) => ({ row, product: toProduct(row, shown(byProduct.get(row.id) ?? [])) }));
}

function toProduct(row: ProductRow, variants: readonly VariantRow[]): Product {
  return {
    id: row.id,
    shopify_id: row.source_id,
    shopify_product_id: row.source_id.slice(row.source_id.lastIndexOf('/') + 1),
    store_id: row.store_id,
    store_name: row.store_name,
    title: row.title,
    handle: row.handle,
    vendor: row.vendor,
    product_type: row.product_type,
    status: row.status,
    tags: row.tags,
    ...answered(LISTED_PLAIN_PRODUCT_ATTRIBUTES, row),
    ...(row.image_url === null ? {} : { image_url: row.image_url }),
    ...mediaOf(row),
    ...(row.metafields ? { metafields: row.metafields } : {}),
    ...longOf(row),
    updated_at: row.updated_at.toISOString(),
    variants: variants.map((variant) => ({
      id: variant.id,
      shopify_id: variant.source_id,
      title: variant.title,
      barcode: variant.barcode,
      sku: variant.sku,
      price: variant.price,
      cost: variant.cost,
      compare_at_price: variant.compare_at_price,
      inventory_quantity: variant.inventory_quantity,
      weight: variant.weight,
      weight_unit: variant.weight_unit,
      ...answered(PLAIN_VARIANT_ATTRIBUTES, variant),
      ...(variant.metafields ? { metafields: variant.metafields } : {}),
      ...(variant.list_prices ? { list_prices: variant.list_prices } : {}),
    })),
  };
}

/** Absent in searches. */
function longOf(row: ProductRow): Partial<Product> {
  const read = LONG_ATTRIBUTES.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]);
  return { ...Object.fromEntries(read), ...imagesOf(row) };
}

/** In the current order and with the current texts, which an edit may have changed since they were read. */
function imagesOf({ image_order, image_alts, gallery }: ProductRow): Pick<Product, 'images'> {
  if (image_order == null || gallery == null) return {};
  const shown = new Map((JSON.parse(gallery) as SourceImage[]).map((image) => [image.id, image]));
  const alts = altsIn(image_alts ?? null) ?? {};
  return {
    images: idsIn(image_order).flatMap((id) => {
      const image = shown.get(id);
      return image === undefined ? [] : [{ ...image, alt: alts[id] ?? '' }];
    }),
  };
}

/** Absent in searches. */
function mediaOf(row: ProductRow): Pick<Product, 'media'> {
  const { media_count: count, image_alt: alt = null } = row;
  const { image_width: width = null, image_height: height = null } = row;
  return typeof count === 'number' ? { media: { count, alt, width, height } } : {};
}

function answered<Name extends PlainAttribute>(
  names: readonly Name[],
  row: Readonly<Record<Name, string | null>>,
) {
  const values = names.map((name) => [name, answeredValue(name, row[name])]);
  return Object.fromEntries(values) as Pick<Product & Product['variants'][number], Name>;
}
