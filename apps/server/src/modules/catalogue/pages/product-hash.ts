import { hash } from 'node:crypto';
import {
  LISTED_PLAIN_PRODUCT_ATTRIBUTES,
  LONG_ATTRIBUTES,
  PLAIN_VARIANT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import type { SourceProduct } from '../../../connectors/connector.ts';
import type { JsonValue } from '../../../connectors/json-value.ts';
import type { CatalogueSummary } from '../catalogue-summary.ts';
import type { FilterValues } from '../filter-values.ts';
import { mediaColumns } from '../media-columns.ts';
import { keptOf } from '../plain-columns.ts';

/** Increase it when the writer derives columns differently, so the next sync rewrites every row. */
const WRITER_VERSION = 1;
/** Base64url characters of the digest: 128 bits distinguish any two states of a product. */
const HASH_LENGTH = 22;

export type HashedProduct = {
  readonly product: SourceProduct;
  readonly hash: string;
  /** Columns of a new row, if already computed. */
  readonly derived?: DerivedColumns;
};

export type DerivedColumns = CatalogueSummary & { readonly filterValues: FilterValues };

/**
 * Hashes everything read from the source, so one comparison detects an unchanged product. A product read in
 * part never equals one read in full.
 */
export function hashProduct(read: SourceProduct): HashedProduct {
  let product = read;
  let json = JSON.stringify(contentOf(product));
  if (json.includes('\\u0000')) {
    product = withoutNullCharacters(read);
    json = JSON.stringify(contentOf(product));
  }
  return { product, hash: hash('sha256', json, 'base64url').slice(0, HASH_LENGTH) };
}

function contentOf(product: SourceProduct): unknown[] {
  const { title, handle, vendor, productType, status, tags, plain } = product;
  const content: unknown[] = [WRITER_VERSION, title, handle, vendor, productType, status, tags];
  for (const name of LONG_ATTRIBUTES) {
    if (plain?.[name] !== undefined) content.push({ [name]: plain[name] });
  }
  if (plain) content.push({ plain: LISTED_PLAIN_PRODUCT_ATTRIBUTES.map(keptOf(plain)) });
  if (product.media) {
    const { gallery, ...shown } = mediaColumns(product.media);
    content.push({ media: gallery === null ? shown : { ...shown, gallery } });
  }
  if (product.metafields) content.push({ metafields: product.metafields });
  if (product.collections) content.push({ collections: product.collections });
  if (product.channels) content.push({ channels: product.channels });
  if (product.unreadVariantIds) content.push({ unread: product.unreadVariantIds });
  for (const variant of product.variants) {
    content.push(
      variant.sourceId,
      variant.position,
      variant.title,
      variant.sku,
      variant.barcode,
      variant.price,
      // Not as one that is empty.
      variant.cost === undefined ? false : variant.cost,
      variant.compareAtPrice,
      variant.inventoryQuantity,
      variant.weight,
      variant.weightUnit,
    );
    if (variant.plain) content.push(...PLAIN_VARIANT_ATTRIBUTES.map(keptOf(variant.plain)));
    if (variant.metafields) content.push({ metafields: variant.metafields });
    if (variant.listPrices) content.push({ listPrices: variant.listPrices });
  }
  return content;
}

/** PostgreSQL's text cannot hold U+0000, and one such product must not fail the whole sync. */
function withoutNullCharacters(product: SourceProduct): SourceProduct {
  return JSON.parse(JSON.stringify(product), (_key, value: JsonValue) =>
    typeof value === 'string' ? value.replaceAll('\0', '') : value,
  );
}
