import {
  CLEARABLE_ATTRIBUTES,
  EDITABLE_ATTRIBUTE_LABELS,
  type EditableAttribute,
  MONEY_ATTRIBUTES,
  type MoneyAttribute,
  PRODUCT_ATTRIBUTES,
} from '@storefleet/contract/constants';
import { AttributeChanges } from '@storefleet/contract/edits/bulk-updates';
import type { AttributeValue } from '../../../connectors/connector.ts';
import { canonicalDecimal, compareDecimals, decimalPlaces, isDecimal } from '../../../platform/decimal.ts';

/** Values of attributes as this tool compares, stores and shows them: text, or null for none. */

const productAttributes: ReadonlySet<EditableAttribute> = new Set(PRODUCT_ATTRIBUTES);
const moneyAttributes: ReadonlySet<EditableAttribute> = new Set(MONEY_ATTRIBUTES);
const clearableAttributes: ReadonlySet<EditableAttribute> = new Set(CLEARABLE_ATTRIBUTES);

/** True for what is kept with the product; everything else belongs to the variant. */
export function isProductAttribute(attribute: EditableAttribute): boolean {
  return productAttributes.has(attribute);
}

export function isMoneyAttribute(attribute: EditableAttribute): attribute is MoneyAttribute {
  return moneyAttributes.has(attribute);
}

/** One spelling of a value: money with its two decimals, weight without spare zeros, tags joined by `, `. */
export function canonicalValue(
  attribute: EditableAttribute,
  value: string | readonly string[] | null,
): AttributeValue {
  if (value === null) return null;
  if (typeof value !== 'string') return joinTags(value);
  if (attribute === 'tags') return joinTags(splitTags(value));
  if (value === '') return null;
  if (isMoneyAttribute(attribute)) return isDecimal(value) ? canonicalDecimal(value, 2) : value;
  if (attribute === 'weight') return isDecimal(value) ? canonicalDecimal(value) : value;
  return attribute === 'status' ? value.toLowerCase() : value;
}

/**
 * Money and weight are compared as numbers, tags as sets in which case does not count, the rest as exact
 * text.
 */
export function valuesAreEqual(attribute: EditableAttribute, a: AttributeValue, b: AttributeValue): boolean {
  const left = a === '' ? null : a;
  const right = b === '' ? null : b;
  if (left === right) return true;
  if (left === null || right === null) return attribute === 'tags' && tagKey(left) === tagKey(right);
  if (attribute === 'tags') return tagKey(left) === tagKey(right);
  const isNumber = isMoneyAttribute(attribute) || attribute === 'weight';
  if (isNumber && isDecimal(left) && isDecimal(right)) return compareDecimals(left, right) === 0;
  return attribute === 'status' && left.toLowerCase() === right.toLowerCase();
}

/** A comma is what separates tags, at Shopify too: no tag holds one. */
export function splitTags(text: AttributeValue): string[] {
  return (text ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

export function joinTags(tags: readonly string[]): AttributeValue {
  const byKey = new Map(splitTags(tags.join(',')).map((tag) => [tag.toLowerCase(), tag]));
  return byKey.size === 0 ? null : [...byKey.values()].join(', ');
}

function tagKey(text: AttributeValue): string {
  return [...new Set(splitTags(text).map((tag) => tag.toLowerCase()))].sort().join(',');
}

/** The attributes as our copy's rows have them, named as its columns. */
export type ProductValues = {
  readonly title: string | null;
  readonly vendor: string | null;
  readonly product_type: string | null;
  readonly status: string | null;
  readonly tags: readonly string[];
};

export type VariantValues = {
  readonly price: string | null;
  readonly cost: string | null;
  readonly compare_at_price: string | null;
  readonly barcode: string | null;
  readonly sku: string | null;
  readonly weight: string | null;
};

/** What our copy holds; a variant's own attributes need the variant. */
export function valueInCopy(
  attribute: EditableAttribute,
  product: ProductValues,
  variant: VariantValues | null,
): AttributeValue {
  switch (attribute) {
    case 'title':
    case 'vendor':
    case 'product_type':
    case 'status':
    case 'tags':
      return canonicalValue(attribute, product[attribute]);
    default:
      return variant === null ? null : canonicalValue(attribute, variant[attribute]);
  }
}

export type ParsedValue =
  | { readonly ok: true; readonly value: AttributeValue }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a value as a person typed it or a file holds it, by the rules of the contract. Null and blank empty
 * an attribute that may be empty, and are refused for the others.
 */
export function parseAttributeValue(attribute: EditableAttribute, text: string | null): ParsedValue {
  const input = text?.trim() || null;
  if (input === null && !clearableAttributes.has(attribute)) {
    return { ok: false, message: `${EDITABLE_ATTRIBUTE_LABELS[attribute]} must not be blank.` };
  }
  const value =
    attribute === 'tags' ? splitTags(input) : attribute === 'status' ? input?.toLowerCase() : input;
  const parsed = AttributeChanges.shape[attribute].safeParse(value);
  if (!parsed.success) return { ok: false, message: parsed.error.issues[0]?.message ?? 'Is not valid.' };
  return { ok: true, value: canonicalValue(attribute, parsed.data ?? null) };
}

/**
 * The sentence that says why a value cannot be set, or null where it can. `decimalsOf`: how many the store
 * keeps.
 */
export function refusalOfValue(
  attribute: EditableAttribute,
  value: AttributeValue,
  decimalsOf: (attribute: MoneyAttribute) => number,
): string | null {
  const parsed = parseAttributeValue(attribute, value);
  if (!parsed.ok) return parsed.message;
  if (value === null || !isMoneyAttribute(attribute)) return null;
  const written = decimalPlaces(value);
  const kept = decimalsOf(attribute);
  if (written <= kept) return null;
  const label = EDITABLE_ATTRIBUTE_LABELS[attribute];
  return kept === 0
    ? `${label} has no decimals in this store.`
    : `${label} has at most ${kept} ${kept === 1 ? 'decimal' : 'decimals'} in this store: ${value} has ${written}.`;
}

/**
 * A value that the source held before is taken back as it was, however it is spelt; only nothing may be no
 * value.
 */
export function refusalOfRestoredValue(attribute: EditableAttribute, value: AttributeValue): string | null {
  if (value !== null || clearableAttributes.has(attribute)) return null;
  return `${EDITABLE_ATTRIBUTE_LABELS[attribute]} must not be blank.`;
}
