import { restoredBarcode, trimmed, type VariantFinding } from './variant-findings.ts';

/** Findings that a plan can fix, each with the label of its fix. */
export const VARIANT_FIXES = {
  untrimmed: 'Trim SKUs and barcodes',
  'damaged-barcode': 'Restore leading zeros of barcodes',
  'compare-at-below-price': 'Clear compare-at prices below the price',
} as const satisfies Partial<Record<VariantFinding, string>>;
export type VariantFix = keyof typeof VARIANT_FIXES;
export const VARIANT_FIX_NAMES = Object.keys(VARIANT_FIXES) as [VariantFix, ...VariantFix[]];

type FixedVariant = {
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly compare_at_price: string | null;
};

/**
 * The values that fix a finding; none if only a person can know them, such as for a barcode with lost digits.
 */
export function fixedValues(fix: VariantFix, { sku, barcode }: FixedVariant): Partial<FixedVariant> {
  switch (fix) {
    case 'untrimmed':
      return { ...trimmedAs('sku', sku), ...trimmedAs('barcode', barcode) };
    case 'damaged-barcode': {
      const restored = restoredBarcode(barcode);
      return restored === null ? {} : { barcode: restored };
    }
    case 'compare-at-below-price':
      return { compare_at_price: null };
  }
}

function trimmedAs(attribute: 'sku' | 'barcode', value: string | null): Partial<FixedVariant> {
  return value === null || trimmed(value) === value ? {} : { [attribute]: trimmed(value) || null };
}
