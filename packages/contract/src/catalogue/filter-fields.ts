/** Fields whose values are names; upper and lower case, accents and repeated spaces make no difference. */
export const NAME_FIELDS = ['store', 'vendor', 'type', 'status', 'tag'] as const;
export type NameField = (typeof NAME_FIELDS)[number];

/** Fields of variants that are compared as numbers. Margin is in percent of the price, weight in `kg` unless said. */
export const NUMBER_FIELDS = ['price', 'compare-at', 'cost', 'margin', 'stock', 'weight'] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** What a variant lacks, or its product: the title. */
export const MISSING_VALUES = ['barcode', 'cost', 'sku', 'title'] as const;
export type MissingValue = (typeof MISSING_VALUES)[number];
/** What may be wrong with the codes and prices of a variant: see `variant-findings.ts`. */
export const VARIANT_STATES = [
  'invalid-barcode',
  'damaged-barcode',
  'untrimmed',
  'lookalike-sku',
  'compare-at-below-price',
] as const;
/** `below-cost`: a variant costs more than its price. `never-synced`: no sync of the product's store was ever completed. */
export const FILTER_STATES = ['below-cost', 'never-synced', ...VARIANT_STATES] as const;
export type FilterState = (typeof FILTER_STATES)[number];

export const FILTER_FIELDS = [...NAME_FIELDS, ...NUMBER_FIELDS, 'no', 'is', 'changed'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];
