/**
 * What a variant costs on a market's price list: its fixed price there, and its compare-at price, two attributes for each
 * list, called by the list's name, so that lists alike have one name in every store. Free of Zod, for the web bundle.
 */

type Kind = 'price' | 'compare_at_price';
export type ListPriceAttribute = `list_${Kind}.${string}`;

const PREFIX: Readonly<Record<Kind, string>> = {
  price: 'list_price.',
  compare_at_price: 'list_compare_at_price.',
};

export const isListPrice = (attribute: string): attribute is ListPriceAttribute =>
  attribute.startsWith(PREFIX.price) || attribute.startsWith(PREFIX.compare_at_price);
export const isCompareAtOfList = (attribute: ListPriceAttribute) =>
  attribute.startsWith(PREFIX.compare_at_price);

export const priceOnList = (list: string): ListPriceAttribute => `list_price.${list}`;
export const compareAtOnList = (list: string): ListPriceAttribute => `list_compare_at_price.${list}`;
export const listOf = (attribute: ListPriceAttribute): string => attribute.slice(attribute.indexOf('.') + 1);
/** Both of a list. */
export const attributesOnList = (list: string) => [priceOnList(list), compareAtOnList(list)] as const;

/** What a row holds on the lists that are read, by attribute: null is none, and one that was never read is absent. */
export type ListPrices = Readonly<Record<string, string | null>>;

/** A price list that is read from a store. */
export type PriceList = {
  /** The source's own id. */
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  /** Without a fixed price: so many percent more (or, below 0, less) than the shop's own price. */
  readonly adjustment: number;
};

type WithLists = { readonly store_currency: string | null; readonly price_lists: readonly PriceList[] };

/** In which an attribute's amounts are: the currency of its list, or of the store. */
export function currencyIn({ store_currency, price_lists }: WithLists, attribute: string): string | null {
  if (!isListPrice(attribute)) return store_currency;
  return price_lists.find(({ name }) => name === listOf(attribute))?.currency ?? null;
}

/** As Shopify's own files call what a market charges. */
const HEADINGS: Readonly<Record<Kind, string>> = {
  price: 'Price / ',
  compare_at_price: 'Compare At Price / ',
};

export const headingOfListPrice = (attribute: ListPriceAttribute): string =>
  HEADINGS[isCompareAtOfList(attribute) ? 'compare_at_price' : 'price'] + listOf(attribute);

/** Null for another heading. */
export function listPriceOfHeading(heading: string): ListPriceAttribute | null {
  const [, kind = '', list = ''] = /^(price|compare[ -]at price) \/ (.+)$/i.exec(heading.trim()) ?? [];
  if (list === '') return null;
  return kind.toLowerCase() === 'price' ? priceOnList(list) : compareAtOnList(list);
}
