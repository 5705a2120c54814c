import { priceOnList } from '@storefleet/contract/attributes/list-prices';
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

export type ComparedValue = (typeof CODES)[number] | (typeof MONEY)[number] | ReturnType<typeof priceOnList>;

/** The currencies of the price lists that a store reads, by their names. */
export type ListCurrencies = (storeId: string) => ReadonlyMap<string, string>;

const MONEY = ['price', 'compare_at_price', 'cost'] as const;
const CODES = ['sku', 'barcode'] as const;

/** Each variant with counterparts, followed by these. */
export function counterpartRows(
  product: ProductDetail,
  counterparts: readonly Counterpart[],
  listsOf: ListCurrencies,
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
        differs: new Set([
          ...differences(variant, counterpart, product.store_currency),
          ...listDifferences(
            { variant, lists: listsOf(product.store_id) },
            { variant: counterpart.variant, lists: listsOf(counterpart.store_id) },
          ),
        ]),
      })),
    ];
  });
}

function differences(
  own: Variant,
  { variant, store_currency }: Counterpart,
  currency: string,
): ComparedValue[] {
  const codes = CODES.filter((code) => (own[code] ?? '') !== (variant[code] ?? ''));
  const amounts =
    store_currency === currency ? MONEY.filter((amount) => !equalAmounts(own[amount], variant[amount])) : [];
  return [...codes, ...amounts];
}

type Priced = { readonly variant: Variant; readonly lists: ReadonlyMap<string, string> };

/** Fixed prices on lists of one name and currency. */
function listDifferences(own: Priced, other: Priced): ComparedValue[] {
  const priceOf = ({ variant }: Priced, name: string) => variant.list_prices?.[priceOnList(name)] ?? null;
  return [...own.lists].flatMap(([name, currency]) =>
    other.lists.get(name) !== currency || equalAmounts(priceOf(own, name), priceOf(other, name))
      ? []
      : [priceOnList(name)],
  );
}

/** The lists of the product's store on which some row has a fixed price. */
export function comparedLists(rows: readonly CounterpartRow[], lists: Iterable<string>): string[] {
  return [...lists].filter((name) =>
    rows.some((row) => (variantOf(row).list_prices?.[priceOnList(name)] ?? null) !== null),
  );
}

export const variantOf = (row: CounterpartRow): Variant =>
  row.kind === 'own' ? row.variant : row.counterpart.variant;
