import type { VariantFix } from './variant-fixes.ts';

/** Days in the history of a finding. */
export const HEALTH_COURSE_DAYS = 90;

type Finding = {
  readonly label: string;
  readonly group: 'prices' | 'codes' | 'stock';
  /** The search filter that finds it. */
  readonly filter: string;
  readonly why: string;
  readonly fix?: VariantFix;
};

/** Likely problems in a catalogue. Each opens as a search, to be sorted, exported and edited. */
export const HEALTH_FINDINGS = {
  price_zero: {
    label: 'Price is 0',
    group: 'prices',
    filter: 'status:active price:0',
    why: 'Active products that anybody can order for nothing.',
  },
  below_cost: {
    label: 'Price below cost',
    group: 'prices',
    filter: 'is:below-cost',
    why: 'Every sale loses money.',
  },
  compare_at_below_price: {
    label: 'Compare-at price below price',
    group: 'prices',
    filter: 'is:compare-at-below-price',
    why: 'Shops show no discount, or a wrong one.',
    fix: 'compare-at-below-price',
  },
  no_cost: { label: 'No cost', group: 'prices', filter: 'no:cost', why: 'Their margin is unknown.' },
  no_title: {
    label: 'No title',
    group: 'codes',
    filter: 'no:title',
    why: 'Nobody can tell what they are, in the shop or here.',
  },
  no_image: {
    label: 'No image',
    group: 'codes',
    filter: 'no:image',
    why: 'Shops show an empty box for them.',
  },
  no_sku: {
    label: 'No SKU',
    group: 'codes',
    filter: 'no:sku',
    why: 'Files and other stores cannot find them.',
  },
  no_barcode: {
    label: 'No barcode',
    group: 'codes',
    filter: 'no:barcode',
    why: 'Scanners and marketplaces cannot find them.',
  },
  invalid_barcode: {
    label: 'Wrong check digit',
    group: 'codes',
    filter: 'is:invalid-barcode',
    why: 'The barcode has the length of a GTIN, and its last digit is wrong.',
  },
  damaged_barcode: {
    label: 'Damaged by a spreadsheet',
    group: 'codes',
    filter: 'is:damaged-barcode',
    why: 'Barcodes such as 4.60761E+12, or without their leading zeros.',
    fix: 'damaged-barcode',
  },
  untrimmed: {
    label: 'Spaces around codes',
    group: 'codes',
    filter: 'is:untrimmed',
    why: 'A SKU or barcode begins or ends with a space, so that it matches no other.',
    fix: 'untrimmed',
  },
  lookalike_sku: {
    label: 'Look-alike letters in SKU',
    group: 'codes',
    filter: 'is:lookalike-sku',
    why: 'Cyrillic or Greek letters that look like Latin ones, so that no search finds the SKU.',
  },
  active_out_of_stock: {
    label: 'Active and out of stock',
    group: 'stock',
    filter: 'status:active stock:<=0',
    why: 'Customers see what they may not be able to buy.',
  },
  draft_in_stock: {
    label: 'In stock, but a draft',
    group: 'stock',
    filter: 'status:draft stock:>0',
    why: 'Goods that nobody can buy.',
  },
} as const satisfies Record<string, Finding>;
export type HealthFindingId = keyof typeof HEALTH_FINDINGS;
export const HEALTH_FINDING_IDS = Object.keys(HEALTH_FINDINGS) as [HealthFindingId, ...HealthFindingId[]];
