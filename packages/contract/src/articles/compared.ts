import {
  EDITABLE_ATTRIBUTE_LABELS,
  LISTED_ATTRIBUTES,
  type ListedAttribute,
} from '../attributes/attributes.ts';

/** The attributes by which stores are compared. Without Zod, for the web bundle. */
const FIRST = LISTED_ATTRIBUTES.indexOf('tags') + 1;
const SECOND = LISTED_ATTRIBUTES.indexOf('category') + 1;
/** `list_prices`: the fixed prices on market price lists, those on lists of one name and currency with each other. */
export type ComparedAttribute = ListedAttribute | 'inventory_quantity' | 'margin' | 'list_prices';
/** Append only: rows of articles store positions in this list. */
export const COMPARED_ATTRIBUTES: readonly ComparedAttribute[] = [
  ...LISTED_ATTRIBUTES.slice(0, FIRST),
  'inventory_quantity',
  'margin',
  ...LISTED_ATTRIBUTES.slice(FIRST, SECOND),
  'list_prices',
  ...LISTED_ATTRIBUTES.slice(SECOND),
];
export const COMPARED_ATTRIBUTE_LABELS = {
  ...EDITABLE_ATTRIBUTE_LABELS,
  inventory_quantity: 'Stock',
  margin: 'Margin',
  list_prices: 'Market prices',
} as const satisfies Record<ComparedAttribute, string>;

/** Shown by default. */
export const DEFAULT_COMPARED_ATTRIBUTES = ['price'] as const satisfies readonly ComparedAttribute[];

/** How variants are matched to articles; `both` requires the same SKU and the same barcode. */
export const MATCHING_MODES = ['sku', 'barcode', 'both', 'sku_then_barcode'] as const;
export type MatchingMode = (typeof MATCHING_MODES)[number];
export const MATCHING_MODE_LABELS = {
  sku: 'SKU',
  barcode: 'Barcode',
  both: 'SKU and barcode together',
  sku_then_barcode: 'SKU, else barcode',
} as const satisfies Record<MatchingMode, string>;

/** Why variants of an article may not be the same thing. */
export const ARTICLE_CONFLICTS = [
  'twice_in_store',
  'several_barcodes',
  'several_skus',
  'shared_barcode',
] as const;
export type ArticleConflict = (typeof ARTICLE_CONFLICTS)[number];
export const ARTICLE_CONFLICT_LABELS = {
  twice_in_store: 'More than once in a store',
  several_barcodes: 'Several barcodes',
  several_skus: 'Several SKUs',
  shared_barcode: 'Barcode of another article',
} as const satisfies Record<ArticleConflict, string>;

const RULE_KINDS = ['same', 'formula', 'currency', 'ignore'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];
/** What happens with deviations: nothing, listing under "Needs attention", or also a plan in the inbox. */
export const RULE_WATCHES = ['off', 'count', 'plan'] as const;
export type RuleWatch = (typeof RULE_WATCHES)[number];
export const RULES_MAX = 100;
export const EXCHANGE_RATES_MAX = 1_000;

export const COMPARE_PAGE_SIZE = 50;
export const COMPARE_MAX_PAGE_SIZE = 200;
export const ARTICLE_KEYS_MAX = 10_000;
export const LINKED_VARIANTS_MAX = 1_000;
