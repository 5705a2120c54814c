import { isGtin } from '../../values/gtin.ts';
import { compareDecimals } from '../../values/money/decimal.ts';
import { VARIANT_STATES } from '../filter/filter-fields.ts';

/** Likely problems with codes and prices of a variant, each of which is a filter (`no:sku`, `is:…`). */
export const VARIANT_FINDINGS = ['no-sku', ...VARIANT_STATES] as const;
export type VariantFinding = (typeof VARIANT_FINDINGS)[number];

type ExaminedVariant = {
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly compareAtPrice: string | null;
};

/** `4.60761E+12`: a long number shortened by a spreadsheet. Its digits are lost. */
const SCIENTIFIC = /^[0-9]([.,][0-9]+)?[Ee][+]?[0-9]{1,2}$/;
const GTIN_LENGTH = /^(?:[0-9]{8}|[0-9]{12,14})$/;
/** Cyrillic and Greek letters that look like Latin ones, and full-width forms. */
const LOOKALIKES = 'АВЕЗІЈКМНОРСТУХЅаеіјорсухѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορ\uff01-\uff5e';
const HAS_LOOKALIKE = new RegExp(`[${LOOKALIKES}]`);
/** A word in another script is not a mistake: `Кружка`. */
const READS_AS_LATIN = new RegExp(`^[\\x01-\\x7f${LOOKALIKES}]*$`);

/** The view `product_filter_values_now` has the same rules in SQL (`variant_findings`). */
const TESTS: Record<VariantFinding, (variant: ExaminedVariant) => boolean> = {
  'no-sku': ({ sku }) => !sku || (isUntrimmed(sku) && trimmed(sku) === ''),
  'invalid-barcode': ({ barcode }) => barcode !== null && GTIN_LENGTH.test(barcode) && !isGtin(barcode),
  'damaged-barcode': ({ barcode }) =>
    barcode !== null && (SCIENTIFIC.test(barcode) || restoredBarcode(barcode) !== null),
  untrimmed: ({ sku, barcode }) => isUntrimmed(sku) || isUntrimmed(barcode),
  'lookalike-sku': ({ sku }) => sku !== null && HAS_LOOKALIKE.test(sku) && READS_AS_LATIN.test(sku),
  'compare-at-below-price': ({ price, compareAtPrice }) =>
    price !== null && compareAtPrice !== null && compareDecimals(compareAtPrice, price) < 0,
};

export const hasFinding = (finding: VariantFinding, variant: ExaminedVariant): boolean =>
  TESTS[finding](variant);

/** One bit per finding, in the order of VARIANT_FINDINGS. */
export function findingBits(variant: ExaminedVariant): number {
  return VARIANT_FINDINGS.reduce(
    (bits, finding, bit) => (TESTS[finding](variant) ? bits | (1 << bit) : bits),
    0,
  );
}

/** All findings at once. */
export const ALL_FINDING_BITS = 2 ** VARIANT_FINDINGS.length - 1;

/**
 * The barcode with the leading zeros that a spreadsheet dropped, if the check digit confirms it: an EAN-8 of
 * 7 digits, a UPC of 10 or 11. Null for any other text.
 */
export function restoredBarcode(barcode: string | null): string | null {
  if (barcode === null || !/^[1-9]([0-9]{6}|[0-9]{9,10})$/.test(barcode)) return null;
  const restored = barcode.padStart(barcode.length === 7 ? 8 : 12, '0');
  return isGtin(restored) ? restored : null;
}

/** Spaces as passed to PostgreSQL's btrim, so that both sides agree. */
const OUTER_SPACE = /^[ \t\r\n\u00a0]|[ \t\r\n\u00a0]$/;
const OUTER_SPACES = /^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/g;

export const trimmed = (text: string | null): string => (text ?? '').replace(OUTER_SPACES, '');
const isUntrimmed = (text: string | null) => text !== null && OUTER_SPACE.test(text);
