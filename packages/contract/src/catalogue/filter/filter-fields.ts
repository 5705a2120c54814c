import type { PlainAttribute } from '../../attributes/attributes.ts';

/** Name fields, compared without case, accents and repeated spaces. */
export const NAME_FIELDS = ['store', 'vendor', 'type', 'status', 'tag'] as const;
export type NameField = (typeof NAME_FIELDS)[number];

/** Names of which there are too many to count the products of each. */
export const CHOSEN_NAME_FIELDS = ['category', 'collection', 'channel'] as const;
export type ChosenNameField = (typeof CHOSEN_NAME_FIELDS)[number];

/** Number fields of variants. Margin is in percent of the price, weight in `kg` by default. */
export const NUMBER_FIELDS = ['price', 'compare-at', 'cost', 'margin', 'stock', 'weight'] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/**
 * Values of plain attributes that filters support, `''` for none. Append only: rows store positions in this
 * list. A value that was never read is none of them.
 */
export const ATTRIBUTE_FLAGS = [
  { field: 'is', name: 'continues-selling', attribute: 'inventory_policy', value: 'continue' },
  { field: 'is', name: 'untracked', attribute: 'tracked', value: 'false' },
  { field: 'is', name: 'untaxed', attribute: 'taxable', value: 'false' },
  { field: 'is', name: 'not-shipped', attribute: 'requires_shipping', value: 'false' },
  { field: 'no', name: 'hs-code', attribute: 'hs_code', value: '' },
  { field: 'no', name: 'origin', attribute: 'country_of_origin', value: '' },
  { field: 'no', name: 'seo-title', attribute: 'seo_title', value: '' },
  { field: 'no', name: 'seo-description', attribute: 'seo_description', value: '' },
] as const satisfies readonly AttributeFlag[];
type AttributeFlag = { field: 'is' | 'no'; name: string; attribute: PlainAttribute; value: string };
export type FlagName = (typeof ATTRIBUTE_FLAGS)[number]['name'];
/** The name of its count. */
export type FlagCount =
  | 'continues_selling'
  | 'untracked'
  | 'untaxed'
  | 'not_shipped'
  | 'no_hs_code'
  | 'no_origin'
  | 'no_seo_title'
  | 'no_seo_description';
export const countOfFlag = ({ field, name }: { field: 'is' | 'no'; name: string }): FlagCount =>
  `${field === 'no' ? 'no_' : ''}${name.replaceAll('-', '_')}` as FlagCount;

/** What a variant or its product may lack. */
export const MISSING_VALUES = [
  'barcode',
  'cost',
  'sku',
  'title',
  'image',
  'hs-code',
  'origin',
  'seo-title',
  'seo-description',
  'description',
  'category',
] as const;
export type MissingValue = (typeof MISSING_VALUES)[number];
/** What the product itself may lack. */
const MISSING_OF_PRODUCT = ['title', 'image', 'description', 'category'] as const;
export type MissingOfProduct = (typeof MISSING_OF_PRODUCT)[number];
export const isOfProduct = (missing: MissingValue): missing is MissingOfProduct =>
  MISSING_OF_PRODUCT.some((name) => name === missing);
/** Problems with codes and prices of a variant: see `variant-findings.ts`. */
export const VARIANT_STATES = [
  'invalid-barcode',
  'damaged-barcode',
  'untrimmed',
  'lookalike-sku',
  'compare-at-below-price',
] as const;
/**
 * `below-cost`: a variant costs more than its price. `never-synced`: the product's store has no completed
 * sync.
 */
export const FILTER_STATES = [
  'below-cost',
  'never-synced',
  ...VARIANT_STATES,
  'continues-selling',
  'untracked',
  'untaxed',
  'not-shipped',
] as const;
export type FilterState = (typeof FILTER_STATES)[number];

export const FILTER_FIELDS = [
  ...NAME_FIELDS,
  ...CHOSEN_NAME_FIELDS,
  ...NUMBER_FIELDS,
  'stock-at',
  'market-price',
  'metafield',
  'description',
  'no',
  'is',
  'changed',
] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];
