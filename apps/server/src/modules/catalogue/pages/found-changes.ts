import {
  EDITABLE_ATTRIBUTES,
  type NamedAttribute,
  PLAIN_VARIANT_ATTRIBUTES,
  PRODUCT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import { BY_RULES, membershipIn, publishedTo } from '@storefleet/contract/attributes/memberships';
import { type MetafieldOwner, metafieldName } from '@storefleet/contract/attributes/metafields';
import { isProductAttribute, valueIn, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { SourceProduct, SourceVariant } from '../../../connectors/connector.ts';
import type { ChangedItem, ChangedValue } from '../history-writer.ts';
import { keptOf } from '../plain-columns.ts';
import type { StoredVariant } from './catalogue-diff.ts';
import type { ProductRow } from './catalogue-rows.ts';
import type { StoredProductRow } from './catalogue-statements.ts';

type ChangedVariant = { readonly before: StoredVariant; readonly after: SourceVariant };

/** The attributes of a product and its variants whose values at the source differ from our copy. */
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
  const ofRow = [...differences(PRODUCT_ATTRIBUTES, before, after), ...metafields('product', before, after)];
  add([...ofRow, ...memberships(before, after)], null);
  for (const variant of variants) {
    const now = valuesOf(variant.after);
    const changed = differences(VARIANT_ATTRIBUTES, variant.before, now);
    add(
      [...changed, ...metafields('variant', variant.before, now), ...listPrices(variant.before, now)],
      variant,
    );
  }
  return found;
}

const VARIANT_ATTRIBUTES = EDITABLE_ATTRIBUTES.filter((attribute) => !isProductAttribute(attribute));

function valuesOf({
  price,
  cost,
  compareAtPrice,
  barcode,
  sku,
  weight,
  plain,
  metafields,
  listPrices: list_prices,
}: SourceVariant): Values {
  const kept = PLAIN_VARIANT_ATTRIBUTES.map((name) => [name, keptOf(plain)(name)]);
  const named = { price, cost, compare_at_price: compareAtPrice, barcode, sku, weight };
  return { ...named, metafields, list_prices, ...Object.fromEntries(kept) };
}

type Values = Parameters<typeof valueIn>[0];

function differences(attributes: readonly NamedAttribute[], before: Values, after: Values): ChangedValue[] {
  const changed: ChangedValue[] = [];
  for (const attribute of attributes) {
    // Fast path: most are identical.
    if (before[attribute] === after[attribute]) continue;
    const [old, now] = [valueIn(before, attribute), valueIn(after, attribute)];
    // A value that was never read has not changed.
    if (old === undefined || now === undefined) continue;
    if (!valuesAreEqual(attribute, old, now)) changed.push({ attribute, old, new: now });
  }
  return changed;
}

/** Only metafields that both sides have read. */
function metafields(owner: MetafieldOwner, before: Values, after: Values): ChangedValue[] {
  return Object.entries(after.metafields ?? {}).flatMap(([key, now]) => {
    const old = before.metafields?.[key];
    return old === undefined || old === now ? [] : [{ attribute: metafieldName(owner, key), old, new: now }];
  });
}

/** Only on lists that both sides have read. */
function listPrices(before: Values, after: Values): ChangedValue[] {
  return Object.entries(after.list_prices ?? {}).flatMap(([attribute, now]) => {
    const old = before.list_prices?.[attribute];
    return old === undefined || old === now || !isListPrice(attribute) ? [] : [{ attribute, old, new: now }];
  });
}

/** What a collection's own rules bring about is no change that somebody made to the product's collections. */
function memberships(before: Values, after: Values): ChangedValue[] {
  const places = (column: 'collections' | 'channels') =>
    [...new Set([before, after].flatMap((row) => Object.keys(row[column] ?? {})))].sort();
  const isByRules = (handle: string) =>
    [before, after].some(({ collections }) => collections?.[handle] === BY_RULES);
  const attributes = [
    ...places('collections')
      .filter((handle) => !isByRules(handle))
      .map(membershipIn),
    ...places('channels').map(publishedTo),
  ];
  return attributes.flatMap((attribute) => {
    const [old, now] = [valueIn(before, attribute), valueIn(after, attribute)];
    return old === undefined || now === undefined || old === now ? [] : [{ attribute, old, new: now }];
  });
}
