import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import type { SearchResultItem, Variant } from '@storefleet/contract/catalogue/products/products';

/** A table row: a variant with its product, or a product above its variants. */
export type GridRow = {
  key: string;
  item: SearchResultItem;
  /** Null for a product above its variants. */
  variant: Variant | null;
  /** Null for a product, and for the placeholder title of a variant without options. */
  variantTitle: string | null;
  /** Nested under its product's row. */
  nested: boolean;
  /** The first row of a product has a line above it. */
  beginsProduct: boolean;
  variantIds: readonly string[];
};

/** Unchanged items keep their row objects, so that only changes re-render. */
const [grouped, flat] = [
  new WeakMap<SearchResultItem, GridRow[]>(),
  new WeakMap<SearchResultItem, GridRow[]>(),
];

/** `group`: a product with several variants gets its own row above them. */
export function gridRows(items: readonly SearchResultItem[], group = false): GridRow[] {
  const known = group ? grouped : flat;
  return items.flatMap((item) => {
    let rows = known.get(item);
    if (!rows) {
      rows = group && item.product.variants.length > 1 ? groupOf(item) : variantRows(item, false);
      known.set(item, rows);
    }
    return rows;
  });
}

function groupOf(item: SearchResultItem): GridRow[] {
  const { id, variants } = item.product;
  const product: GridRow = {
    key: `product ${id}`,
    item,
    variant: null,
    variantTitle: null,
    nested: false,
    beginsProduct: true,
    variantIds: variants.map((variant) => variant.id),
  };
  return [product, ...variantRows(item, true)];
}

function variantRows(item: SearchResultItem, nested: boolean): GridRow[] {
  return item.product.variants.map((variant, index) => ({
    key: variant.id,
    item,
    variant,
    variantTitle: variant.title === DEFAULT_VARIANT_TITLE ? null : variant.title,
    nested,
    beginsProduct: index === 0 && !nested,
    variantIds: [variant.id],
  }));
}
