/**
 * What is available at a location: an attribute for each location of a store, called by the location's name as Shopify's
 * own inventory files call it, so that it has one name in every store. Free of Zod, for the web bundle.
 */

export type StockAttribute = `stock.${string}`;

const PREFIX = 'stock.';

/** Shopify's bounds of a quantity. */
export const MAX_QUANTITY = 1_000_000_000;

export const isStock = (attribute: string): attribute is StockAttribute => attribute.startsWith(PREFIX);
export const stockAt = (location: string): StockAttribute => `${PREFIX}${location}`;
export const locationOf = (attribute: StockAttribute): string => attribute.slice(PREFIX.length);

/** What a row holds of it, by the location's name; a location that does not stock it is not in it. */
export type StockValues = Readonly<Record<string, number>>;

/** Why a text is no quantity, as a sentence. */
export function quantityProblem(attribute: StockAttribute, text: string | null): string | null {
  const where = `Stock at ${locationOf(attribute)}`;
  if (!/^-?\d{1,10}$/.test(text ?? '')) return `${where} must be a whole number.`;
  if (Math.abs(Number(text)) <= MAX_QUANTITY) return null;
  return `${where} must be between -1,000,000,000 and 1,000,000,000.`;
}
