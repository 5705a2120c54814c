import {
  choiceOf,
  declared,
  type EditableAttribute,
  isPlainAttribute,
  isYesOrNo,
  type MoneyAttribute,
  type NamedAttribute,
  type ProductAttribute,
} from '../attributes/attributes.ts';
import { altsAsText, altsIn } from '../attributes/images.ts';
import { isListPrice, type ListPrices } from '../attributes/list-prices.ts';
import {
  columnOf,
  isMember,
  isMembership,
  type MembershipAttribute,
  type Memberships,
  placeOf,
} from '../attributes/memberships.ts';
import { isMetafield, type MetafieldValues, metafieldOf } from '../attributes/metafields.ts';
import { isStock, locationOf, type StockValues } from '../attributes/stock.ts';
import { canonicalDecimal, canonicalMoney, compareDecimals, isDecimal } from './money/decimal.ts';
import { parseUnitPrice, printUnitPrice } from './money/unit-price.ts';

/** An attribute's value as compared, stored and shown: text, or null for none. */
export type AttributeValue = string | null;
type ProductMetafield = `product.metafields.${string}`;
export type AttributeValues = Partial<Record<EditableAttribute, AttributeValue>>;

/** True for attributes of the product; the others belong to the variant. */
export const isProductAttribute = (
  attribute: EditableAttribute,
): attribute is ProductAttribute | ProductMetafield | MembershipAttribute =>
  declared(attribute).of === 'product';

export const isMoneyAttribute = (attribute: EditableAttribute): attribute is MoneyAttribute =>
  declared(attribute).kind === 'money';

/** Money in the currency of the store, or of a price list. */
export const isAmount = (attribute: EditableAttribute) =>
  isMoneyAttribute(attribute) || isListPrice(attribute);

const isNumber = (attribute: EditableAttribute) => isAmount(attribute) || attribute === 'weight';

/** The canonical format: money with two decimals, weight without trailing zeros, tags joined by `, `. */
export function canonicalValue(
  attribute: EditableAttribute,
  value: string | readonly string[] | null,
): AttributeValue {
  if (value === null) return null;
  if (typeof value !== 'string') return joinTags(value);
  if (attribute === 'tags') return joinTags(splitTags(value));
  if (value === '') return null;
  if (isAmount(attribute)) return canonicalMoney(value) ?? value;
  switch (declared(attribute).kind) {
    case 'weight':
      return isDecimal(value) ? canonicalDecimal(value) : value;
    case 'choice':
      return choiceOf(attribute, value) ?? value.toLowerCase();
    case 'quantity':
      return /^-?\d+$/.test(value.trim()) ? String(Number(value)) : value;
    case 'images':
      return attribute === 'image_alts' ? altsAsText(altsIn(value) ?? {}) : value;
    case 'country':
      return value.trim().toUpperCase();
    case 'hs_code':
      return value.replaceAll(/[.\s]/g, '') || null;
    case 'category':
      return categoryPath(value).join(' > ') || null;
    case 'unit_price': {
      const measure = parseUnitPrice(value);
      return measure ? printUnitPrice(measure) : value;
    }
    default:
      return value;
  }
}

/** The names in a category's full name, from the top. */
export const categoryPath = (fullName: string): string[] =>
  fullName
    .split('>')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** A plain attribute as stored: NULL if it was never read, '' for none. */
export const keptValue = (value: AttributeValue | undefined): string | null =>
  value === undefined ? null : (value ?? '');
/** Undefined if it was never read. */
export const valueOfKept = (kept: string | null): AttributeValue | undefined =>
  kept === null ? undefined : kept || null;

/** As in responses: like the stored value, but yes and no as a boolean. */
export function answeredValue(attribute: EditableAttribute, kept: string | null): string | boolean | null {
  return kept !== null && isYesOrNo(attribute) ? kept === 'true' : kept;
}

type Held = { readonly [Attribute in NamedAttribute]?: string | boolean | null | readonly string[] } & {
  readonly metafields?: MetafieldValues | null | undefined;
  readonly stock?: StockValues | null | undefined;
  readonly collections?: Memberships | null | undefined;
  readonly list_prices?: ListPrices | null | undefined;
  readonly channels?: Memberships | null | undefined;
};

/** An attribute's value in a row or response; undefined if it was never read. */
export function valueIn(held: Held, attribute: EditableAttribute): AttributeValue | undefined {
  if (isMetafield(attribute)) return held.metafields?.[metafieldOf(attribute).key];
  if (isStock(attribute)) return held.stock?.[locationOf(attribute)]?.toString();
  if (isMembership(attribute)) {
    const own = held[columnOf(attribute)];
    return own ? String(isMember(own, placeOf(attribute))) : undefined;
  }
  if (isListPrice(attribute)) return held.list_prices?.[attribute];
  const value = held[attribute] ?? null;
  if (isPlainAttribute(attribute)) return valueOfKept(value === null ? null : String(value));
  return canonicalValue(attribute, typeof value === 'boolean' ? String(value) : value);
}

/** Attributes with a value, including null. */
export function attributesOf(values: AttributeValues): EditableAttribute[] {
  return (Object.keys(values) as EditableAttribute[]).filter((attribute) => values[attribute] !== undefined);
}

/** A source's format, in which two texts may be one value. */
export type Spelling = {
  /** For a number; a decimal if it is one. */
  readonly number: (text: string) => string;
  readonly text: (text: string) => string;
};
const AS_IT_IS: Spelling = { number: (text) => text, text: (text) => text };

/** Compares money and weight as numbers, tags as sets ignoring case, and the rest exactly. */
export function valuesAreEqual(
  attribute: EditableAttribute,
  a: AttributeValue,
  b: AttributeValue,
  spelling: Spelling = AS_IT_IS,
): boolean {
  if (a === b) return true;
  if (attribute === 'tags') return tagKey(a) === tagKey(b);
  const spell = isNumber(attribute) ? spelling.number : spelling.text;
  const [left, right] = [spell(a ?? ''), spell(b ?? '')];
  if (left === right) return true;
  if (isNumber(attribute)) return isDecimal(left) && isDecimal(right) && compareDecimals(left, right) === 0;
  return declared(attribute).kind === 'choice' && left.toLowerCase() === right.toLowerCase();
}

/** 10, 10.0 and 10.00 are the same amount. */
export function equalAmounts(one: AttributeValue, other: AttributeValue): boolean {
  return valuesAreEqual('price', one, other);
}

/** Commas separate tags, also at Shopify: no tag contains one. */
export function splitTags(text: AttributeValue): string[] {
  return (text ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** Without those already there in another case. */
export function distinctTags(tags: readonly string[]): string[] {
  return [...new Map(splitTags(tags.join(',')).map((tag) => [tag.toLowerCase(), tag])).values()];
}

export function joinTags(tags: readonly string[]): AttributeValue {
  return distinctTags(tags).join(', ') || null;
}

/** A product's tags with these added or removed; remaining ones keep their spelling and order. */
export function changedTags(
  held: readonly string[],
  { operation, tags }: { readonly operation: 'add' | 'remove'; readonly tags: readonly string[] },
): AttributeValue {
  const has = (list: readonly string[], tag: string) =>
    list.some((other) => other.toLowerCase() === tag.toLowerCase());
  return operation === 'add'
    ? joinTags([...held, ...tags.filter((tag) => !has(held, tag))])
    : joinTags(held.filter((tag) => !has(tags, tag)));
}

function tagKey(text: AttributeValue): string {
  return [...new Set(splitTags(text).map((tag) => tag.toLowerCase()))].sort().join(',');
}
