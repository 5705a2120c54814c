import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { Counterpart } from '@storefleet/contract/catalogue/products/product-page';
import type { ProductDetail, Variant } from '@storefleet/contract/catalogue/products/products';
import { equalAmounts } from '@storefleet/contract/values/attribute-value';

/** A variant of this product, or below it one of another product with the same SKU or barcode. */
export type CounterpartRow =
  | { readonly kind: 'own'; readonly key: string; readonly variant: Variant; readonly name: string }
  | {
      readonly kind: 'other';
      readonly key: string;
      readonly counterpart: Counterpart;
      /** Values that differ from the own variant's. Money only in the same currency. */
      readonly differs: ReadonlySet<ComparedValue>;
    };

export type ComparedValue = 'sku' | 'barcode' | 'price' | 'compare_at_price' | 'cost';

const MONEY = ['price', 'compare_at_price', 'cost'] as const;
const CODES = ['sku', 'barcode'] as const;

/** Each variant with counterparts, followed by these. */
export function counterpartRows(
  product: ProductDetail,
  counterparts: readonly Counterpart[],
): CounterpartRow[] {
  const byVariant = Map.groupBy(counterparts, ({ variant_id }) => variant_id);
  return product.variants.flatMap((variant): CounterpartRow[] => {
    const others = byVariant.get(variant.id);
    if (!others) return [];
    const name = variant.title === DEFAULT_VARIANT_TITLE ? product.title : variant.title;
    return [
      { kind: 'own', key: variant.id, variant, name },
      ...others.map((counterpart) => ({
        kind: 'other' as const,
        key: `${variant.id}:${counterpart.variant.id}`,
        counterpart,
        differs: differences(variant, counterpart, product.store_currency),
      })),
    ];
  });
}

function differences(
  own: Variant,
  { variant, store_currency }: Counterpart,
  currency: string,
): Set<ComparedValue> {
  const codes = CODES.filter((code) => (own[code] ?? '') !== (variant[code] ?? ''));
  const amounts =
    store_currency === currency ? MONEY.filter((amount) => !equalAmounts(own[amount], variant[amount])) : [];
  return new Set([...codes, ...amounts]);
}
