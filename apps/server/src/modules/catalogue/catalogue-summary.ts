import { compareDecimals } from '@storefleet/contract/values/money/decimal';
import { extremes } from './extremes.ts';
import { searchLines } from './search-key.ts';

/** Shopify's name for the only variant of a product without options; nobody searches for it. */
const DEFAULT_VARIANT_TITLE = 'Default Title';

type SummarisedVariant = {
  readonly title: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly cost: string | null | undefined;
};

/** The columns of `products` that are derived from the product's title and variants. */
export type CatalogueSummary = {
  readonly search_name: string;
  readonly search_skus: string;
  readonly search_barcodes: string;
  readonly variants_count: number;
  readonly price_min: string | null;
  readonly price_max: string | null;
  readonly cost_min: string | null;
  readonly cost_max: string | null;
  readonly barcode_min: string | null;
  readonly barcode_max: string | null;
};

/** Write these columns in the same transaction as the product or any of its variants. */
export function summariseProduct(title: string, variants: readonly SummarisedVariant[]): CatalogueSummary {
  const variantTitles = new Set(variants.map((variant) => variant.title));
  variantTitles.delete(DEFAULT_VARIANT_TITLE);
  variantTitles.delete(title);
  const prices = extremes(
    variants.map((variant) => variant.price),
    compareDecimals,
  );
  const costs = extremes(
    variants.map((variant) => variant.cost ?? null),
    compareDecimals,
  );
  const barcodes = extremes(
    variants.map((variant) => variant.barcode || null),
    compareText,
  );
  return {
    search_name: searchLines([title, ...variantTitles]),
    search_skus: searchLines(variants.map((variant) => variant.sku)),
    search_barcodes: searchLines(variants.map((variant) => variant.barcode)),
    variants_count: variants.length,
    price_min: prices.min,
    price_max: prices.max,
    cost_min: costs.min,
    cost_max: costs.max,
    barcode_min: barcodes.min,
    barcode_max: barcodes.max,
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
