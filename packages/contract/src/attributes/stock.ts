/**
 * Available stock: an attribute per location, named by the location as in Shopify's inventory files, so the
 * name is the same in every store. Without Zod, for the web bundle.
 */

export type StockAttribute = `stock.${string}`;

const PREFIX = 'stock.';

/** Shopify's limit of a quantity. */
export const MAX_QUANTITY = 1_000_000_000;

export const isStock = (attribute: string): attribute is StockAttribute => attribute.startsWith(PREFIX);
export const stockAt = (location: string): StockAttribute => `${PREFIX}${location}`;
export const locationOf = (attribute: StockAttribute): string => attribute.slice(PREFIX.length);

/** By location name; a location that does not stock the item is absent. */
export type StockValues = Readonly<Record<string, number>>;

/** Why a text is not a valid quantity, as a sentence. */
export function quantityProblem(attribute: StockAttribute, text: string | null): string | null {
  const where = `Stock at ${locationOf(attribute)}`;
  if (!/^-?\d{1,10}$/.test(text ?? '')) return `${where} must be a whole number.`;
  if (Math.abs(Number(text)) <= MAX_QUANTITY) return null;
  return `${where} must be between -1,000,000,000 and 1,000,000,000.`;
}
