import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import { isMetafield } from '@storefleet/contract/attributes/metafields';
import type { Product } from '@storefleet/contract/catalogue/products/products';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { distinctTags } from '@storefleet/contract/values/attribute-value';
import { type Owner, variantOf } from '../fields.ts';
import type { Change } from '../product-draft.ts';

export type OwnedReference = { readonly owners: readonly Owner[]; readonly reference: ProductReference };

/**
 * One reference per changed variant. A reference to the product would mean all its variants, so product
 * values go with the first variant.
 */
export function referencesTo(product: Product, changes: readonly Change[]): OwnedReference[] {
  const byOwner = Map.groupBy(changes, ({ owner }) => owner);
  const own = byOwner.get('product') ?? [];
  byOwner.delete('product');
  const base = { store_id: product.store_id, id: product.id, shopify_id: product.shopify_id };
  const variants = [...byOwner].flatMap(([id, ofVariant], index): OwnedReference[] => {
    const variant = variantOf(product, id);
    if (!variant) return [];
    const values = index === 0 ? [...own, ...ofVariant] : ofVariant;
    return [
      {
        owners: index === 0 && own.length > 0 ? [id, 'product'] : [id],
        reference: {
          ...base,
          selectedVariant: { id, shopify_id: variant.shopify_id },
          ...valuesIn(values),
        },
      },
    ];
  });
  if (variants.length > 0 || own.length === 0) return variants;
  return [{ owners: ['product'], reference: { ...base, ...valuesIn(own) } }];
}

function valuesIn(changes: readonly Change[]): Pick<ProductReference, 'based_on' | 'attributes_to_set'> {
  const valuesBy = (value: (change: Change) => string | null) =>
    Object.fromEntries(
      changes.map((change) => [
        change.attribute,
        change.attribute === 'tags' ? distinctTags([value(change) ?? '']) : value(change),
      ]),
    );
  return {
    based_on: valuesBy(({ from }) => from) as ProductReference['based_on'],
    attributes_to_set: toSet(valuesBy(({ to }) => to)) as ProductReference['attributes_to_set'],
  };
}

/** In the request's format, with metafields and prices on lists under their own keys. */
function toSet(values: Record<string, unknown>) {
  const byPart = Map.groupBy(Object.entries(values), ([name]) =>
    isMetafield(name) ? 'metafields' : isListPrice(name) ? 'list_prices' : 'named',
  );
  const { named = {}, ...own } = Object.fromEntries(
    [...byPart].map(([part, entries]) => [part, Object.fromEntries(entries)]),
  );
  return { ...named, ...own };
}
