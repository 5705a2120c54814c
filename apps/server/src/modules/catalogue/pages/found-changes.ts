import { PRODUCT_ATTRIBUTES } from '@storefleet/contract/constants';
import { canonicalValue, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { SourceProduct, SourceVariant } from '../../../connectors/connector.ts';
import type { ChangedItem, ChangedValue } from '../history-writer.ts';
import type { StoredVariant } from './catalogue-diff.ts';
import type { ProductRow, StoredProductRow } from './catalogue-statements.ts';

export type ChangedVariant = { readonly before: StoredVariant; readonly after: SourceVariant };

/** Where a product and its variants were read to hold other values than our copy. */
export function foundChanges(
  before: StoredProductRow,
  after: ProductRow,
  product: SourceProduct,
  variants: readonly ChangedVariant[],
): ChangedItem[] {
  const ofProduct = { product_id: after.id, product_source_id: product.sourceId, product_title: after.title };
  const found: ChangedItem[] = [];
  const add = (changed: ChangedValue[], variant: ChangedVariant | null) => {
    if (changed.length === 0) return;
    const ofVariant = {
      variant_id: variant?.before.id ?? null,
      variant_source_id: variant?.before.source_id ?? null,
      variant_title: variant?.after.title ?? null,
      sku: variant?.after.sku ?? null,
    };
    found.push({ item: { ...ofProduct, ...ofVariant, changes: {} }, changed, oldKnown: false });
  };
  add(differences(PRODUCT_ATTRIBUTES, before, after), null);
  for (const variant of variants)
    add(differences(VARIANT_ATTRIBUTES, variant.before, valuesOf(variant.after)), variant);
  return found;
}

const VARIANT_ATTRIBUTES = ['price', 'cost', 'compare_at_price', 'barcode', 'sku', 'weight'] as const;

function valuesOf({ price, cost, compareAtPrice, barcode, sku, weight }: SourceVariant) {
  return { price, cost, compare_at_price: compareAtPrice, barcode, sku, weight };
}

function differences<Attribute extends ChangedValue['attribute']>(
  attributes: readonly Attribute[],
  before: Readonly<Record<Attribute, string | null | readonly string[]>>,
  after: Readonly<Record<Attribute, string | null | readonly string[]>>,
): ChangedValue[] {
  const changed: ChangedValue[] = [];
  for (const attribute of attributes) {
    // Most are the same to the letter.
    if (before[attribute] === after[attribute]) continue;
    const old = canonicalValue(attribute, before[attribute]);
    const now = canonicalValue(attribute, after[attribute]);
    if (!valuesAreEqual(attribute, old, now)) changed.push({ attribute, old, new: now });
  }
  return changed;
}
