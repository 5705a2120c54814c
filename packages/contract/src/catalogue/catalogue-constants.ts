/** Choices and limits of products, search and views. Without Zod, so that the web bundle can load it. */

export const SEARCH_TYPES = ['name', 'sku', 'barcode'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];
export const DEFAULT_SEARCH_TYPE = 'name' satisfies SearchType;
export const SEARCH_TYPE_LABELS = { name: 'Product Name', sku: 'SKU', barcode: 'Barcode' } as const;
export const PRODUCT_SORT_FIELDS = [
  'title',
  'barcode',
  'price',
  'cost',
  'store_name',
  'sku',
  'compare_at_price',
  'margin',
  'inventory_quantity',
  'weight',
  'vendor',
  'product_type',
  'status',
  'tags',
  'handle',
  'updated_at',
] as const;
export type ProductSortField = (typeof PRODUCT_SORT_FIELDS)[number];
export const SEARCH_PAGE_SIZES = [10, 20, 50, 100] as const;
export const SEARCH_DEFAULT_PAGE_SIZE = 50;
/** For one or two letters, larger results are reported as "more than" this. */
export const SEARCH_COUNTED = 5_000;
/** Matches in unselected stores are counted up to this number. */
export const SEARCH_ELSEWHERE_COUNTED = 1_000;
export const SEARCH_MAX_LIMIT = 5_000;
export const SEARCH_QUERY_MAX_LENGTH = 200;
/** Values listed per facet. */
export const FACET_VALUES = 10;
export const FACET_MAX_VALUES = 100;
/** An empty list in `store_ids`; omitting the parameter means every store. */
export const EMPTY_STORE_IDS = '__EMPTY__';
export const PRODUCT_PAGE_SIZE = 250;
/** How a text in the search box was recognised. */
export const QUICK_SEARCH_KINDS = ['barcode', 'id', 'sku', 'name'] as const;
export type QuickSearchKind = (typeof QUICK_SEARCH_KINDS)[number];
export const QUICK_SEARCH_HITS = 8;
/** Other matches of a text, with their maximum number; their products are counted up to a limit. */
export const QUICK_VALUE_FIELDS = ['vendor', 'tag'] as const;
export type QuickValueField = (typeof QUICK_VALUE_FIELDS)[number];
export const QUICK_SEARCH_VALUES = 3;
export const QUICK_SEARCH_VALUE_COUNTED = 10_000;
/** Screens whose search can be saved as a view. */
export const VIEW_SCREENS = ['search', 'bulk_price', 'history', 'compare'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];
export const VIEW_NAME_MAX_LENGTH = 60;
/** Characters of all parameters together. */
export const VIEW_ADDRESS_MAX_LENGTH = 16_000;
export const VIEWS_PER_PERSON = 200;
/** Shown below the bar of every screen, each with a count. */
export const PINNED_VIEWS_MAX = 10;
/** Variants of a product compared with other stores, and with its own store, per call. */
export const PRODUCT_PAGE_VARIANTS = 100;
/** A table shows every page number up to this many pages. */
export const ALL_PAGE_NUMBERS_UP_TO = 7;
/** Shopify's title for the only variant of a product without options. */
export const DEFAULT_VARIANT_TITLE = 'Default Title';
