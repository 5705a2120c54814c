import {
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
  PLAIN_VARIANT_ATTRIBUTES,
  PRODUCT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import { isProductAttribute, valueIn, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { SourceProduct, SourceVariant } from '../../../connectors/connector.ts';
import type { ChangedItem, ChangedValue } from '../history-writer.ts';
import { keptOf } from '../plain-columns.ts';
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
  for (const variant of variants) {
    const now = valuesOf(variant.after);
    add(differences(VARIANT_ATTRIBUTES, variant.before, now), variant);
  }
  return found;
}

const VARIANT_ATTRIBUTES = EDITABLE_ATTRIBUTES.filter((attribute) => !isProductAttribute(attribute));

function valuesOf({ price, cost, compareAtPrice, barcode, sku, weight, plain }: SourceVariant): Values {
  const kept = PLAIN_VARIANT_ATTRIBUTES.map((name) => [name, keptOf(plain)(name)]);
  return { price, cost, compare_at_price: compareAtPrice, barcode, sku, weight, ...Object.fromEntries(kept) };
}

type Values = Parameters<typeof valueIn>[0];

function differences(
  attributes: readonly EditableAttribute[],
  before: Values,
  after: Values,
): ChangedValue[] {
  const changed: ChangedValue[] = [];
  for (const attribute of attributes) {
    // Most are the same to the letter.
    if (before[attribute] === after[attribute]) continue;
    const [old, now] = [valueIn(before, attribute), valueIn(after, attribute)];
    // What was never read has not changed.
    if (old === undefined || now === undefined) continue;
    if (!valuesAreEqual(attribute, old, now)) changed.push({ attribute, old, new: now });
  }
  return changed;
}
