import { MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { ProductSortField } from '@storefleet/contract/catalogue/catalogue-constants';

type Extreme = 'min' | 'max';

/** An index with a useful order: its rows, how it stores a key, and its descending order. */
export type Index = {
  readonly rows: 'p' | 'f';
  readonly key: (of: string) => string;
  readonly desc: 'desc' | 'desc nulls last';
};
const whole = (rows: 'p' | 'f'): Index => ({
  rows,
  key: (of) => of,
  desc: rows === 'p' ? 'desc nulls last' : 'desc',
});
const start = (length: number, desc: Index['desc']): Index => ({
  rows: 'p',
  key: (of) => `left(${of}, ${length})`,
  desc,
});

/** A sort key as SQL, on a product's row `p` of products, its row `f` of product_filter_values, or both. */
type SortKey = {
  readonly p?: (extreme: Extreme) => string;
  readonly f?: (extreme: Extreme) => string;
  readonly index?: Index;
  /** For values of variants `v`: a product is sorted by their lowest or highest. */
  readonly variant?: string;
};

/** If both rows have a key, `f` is narrower. */
const SORT_KEYS: Record<ProductSortField, SortKey> = {
  title: {
    p: () => 'p.search_name',
    f: () => 'f.title_key',
    index: start(32, 'desc'),
  },
  store_name: { p: () => 'null::text', f: () => 'null::text' },
  barcode: {
    p: (extreme) => `p.barcode_${extreme}`,
    index: whole('p'),
    variant: `nullif(v.barcode, '') collate "C"`,
  },
  sku: {
    p: (extreme) => `${extreme === 'min' ? 'least' : 'greatest'}_line(p.search_skus)`,
    index: start(64, 'desc nulls last'),
    variant: `nullif(${codeKeySql('v.sku')}, '') collate "C"`,
  },
  price: { ...ofVariants('price', 'v.price'), p: (extreme) => `p.price_${extreme}`, index: whole('f') },
  cost: {
    ...ofVariants('cost', 'v.cost'),
    p: (extreme) => `p.cost_${extreme}`,
    index: whole('p'),
  },
  compare_at_price: ofVariants('compare_at', 'v.compare_at_price'),
  margin: ofVariants('margin', 'margin_percent(v.price, v.cost)'),
  inventory_quantity: ofVariants('stock', 'v.inventory_quantity'),
  weight: ofVariants('grams', 'weight_in_grams(v.weight, v.weight_unit)'),
  vendor: { f: () => 'f.vendor_key' },
  product_type: { f: () => 'f.type_key' },
  status: { f: () => 'f.status_key' },
  updated_at: { f: () => 'f.changed_at' },
  tags: { f: () => `nullif(f.tag_keys, '{}')` },
  handle: { p: () => `nullif(p.handle, '') collate "C"`, index: start(64, 'desc') },
};

/**
 * Like searchKey() for codes in Latin, Greek or Cyrillic letters; most are ASCII and only need lower case.
 */
function codeKeySql(code: string): string {
  const plain = String.raw`lower(regexp_replace(normalize(${code}, nfkd), U&'[\0300-\036F]', '', 'g'))`;
  return String.raw`case when ${code} ~ '^[!-~]*$' then lower(${code}) else btrim(regexp_replace(${plain}, '\s+', ' ', 'g')) end`;
}

function ofVariants(columns: string, variant: string): SortKey {
  return { f: (extreme) => `f.${columns}_${extreme}`, variant };
}

/** Amounts in two currencies are not comparable, so they are grouped by currency. */
export const isMoneySort = (sortBy: ProductSortField | null): boolean =>
  MONEY_ATTRIBUTES.some((attribute) => attribute === sortBy);

/** Whether this order requires joining rows `f` to rows `p`. */
export const needsFilterValues = (sortBy: ProductSortField | null): boolean =>
  sortBy !== null && SORT_KEYS[sortBy].p === undefined;

/** The value of the whole product: its lowest ascending, its highest descending. */
export function productKeySql(sortBy: ProductSortField, direction: 'asc' | 'desc', rows: 'p' | 'f'): string {
  const { p, f } = SORT_KEYS[sortBy];
  const extreme = direction === 'asc' ? 'min' : 'max';
  if (rows === 'p') return (p ?? f)?.(extreme) ?? 'null';
  return (f ?? p)?.(extreme) ?? 'null';
}

/** Whether this order requires joining rows `p` to rows `f`. */
export const needsProducts = (sortBy: ProductSortField | null): boolean =>
  sortBy !== null && SORT_KEYS[sortBy].f === undefined;

/** The same for the variants `v` that meet a condition; null if the value is the product's own. */
export function variantKeySql(
  sortBy: ProductSortField,
  direction: 'asc' | 'desc',
  of: string,
  condition: string,
): string | null {
  const { variant } = SORT_KEYS[sortBy];
  if (variant === undefined) return null;
  const extreme = direction === 'asc' ? 'min' : 'max';
  return `(select ${extreme}(${variant}) from variants v where v.product_id = ${of} and ${condition})`;
}

/** Null if there is none. */
export const indexOf = (sortBy: ProductSortField): Index | null => SORT_KEYS[sortBy].index ?? null;

/** Whether the sort value comes from variants. */
export const isOfVariants = (sortBy: ProductSortField): boolean => SORT_KEYS[sortBy].variant !== undefined;
