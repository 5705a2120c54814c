import { MoneyInput } from '@storefleet/contract/api/common';
import {
  CLEARABLE_ATTRIBUTES,
  choiceOf,
  declared,
  type EditableAttribute,
  labelOf,
  type NamedAttribute,
  type PRODUCT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import { isListPrice, type ListPrices } from '@storefleet/contract/attributes/list-prices';
import { isMembership, type Memberships } from '@storefleet/contract/attributes/memberships';
import { isMetafield, type MetafieldValues } from '@storefleet/contract/attributes/metafields';
import { isStock, quantityProblem, type StockValues } from '@storefleet/contract/attributes/stock';
import { AttributeChanges } from '@storefleet/contract/edits/bulk-updates';
import {
  type AttributeValue,
  canonicalValue,
  isAmount,
  isProductAttribute,
  splitTags,
  valueIn,
} from '@storefleet/contract/values/attribute-value';
import { decimalPlaces } from '@storefleet/contract/values/money/decimal';
import type { z } from 'zod';

const clearableAttributes: ReadonlySet<EditableAttribute> = new Set(CLEARABLE_ATTRIBUTES);
const isClearable = (attribute: EditableAttribute) =>
  isListPrice(attribute) || clearableAttributes.has(attribute);

type ProductAttribute = (typeof PRODUCT_ATTRIBUTES)[number];

/** The attributes as columns of our copy. */
export type ProductValues = Readonly<Record<Exclude<ProductAttribute, 'tags'>, string | null>> & {
  readonly tags: readonly string[];
  readonly metafields?: MetafieldValues | null;
  readonly collections?: Memberships | null;
  readonly channels?: Memberships | null;
};
export type VariantValues = Readonly<Record<Exclude<NamedAttribute, ProductAttribute>, string | null>> & {
  readonly stock?: StockValues | null;
  readonly list_prices?: ListPrices | null;
  readonly metafields?: MetafieldValues | null;
};

/** Our copy's value, undefined if it was never read; a variant's own attributes need the variant. */
export function valueInCopy(
  attribute: EditableAttribute,
  product: ProductValues,
  variant: VariantValues | null,
): AttributeValue | undefined {
  const row = isProductAttribute(attribute) ? product : variant;
  return row === null ? null : valueIn(row, attribute);
}

type ParsedValue =
  | { readonly ok: true; readonly value: AttributeValue }
  | { readonly ok: false; readonly message: string };

/** Parses typed text by the rules of the contract. Blank clears an attribute that may be empty. */
export function parseAttributeValue(attribute: EditableAttribute, text: string | null): ParsedValue {
  // Checked against its definition, which its store has.
  if (isMetafield(attribute)) return { ok: true, value: text };
  if (isStock(attribute)) {
    const message = quantityProblem(attribute, text);
    return message === null ? { ok: true, value: canonicalValue(attribute, text) } : { ok: false, message };
  }
  if (isMembership(attribute)) {
    const value = choiceOf(attribute, text ?? '');
    return value === null
      ? { ok: false, message: `${labelOf(attribute)} must be yes or no.` }
      : { ok: true, value };
  }
  const input = text?.trim() || null;
  if (input === null && !isClearable(attribute)) {
    return { ok: false, message: `${labelOf(attribute)} must not be blank.` };
  }
  if (isListPrice(attribute)) return parsedWith(MoneyInput.nullable(), attribute, input);
  const value =
    attribute === 'tags'
      ? splitTags(input)
      : declared(attribute).kind === 'choice'
        ? (choiceOf(attribute, input ?? '') ?? input)
        : input;
  return parsedWith(AttributeChanges.shape[attribute], attribute, value);
}

function parsedWith(schema: z.ZodType, attribute: EditableAttribute, value: unknown): ParsedValue {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { ok: false, message: parsed.error.issues[0]?.message ?? 'Is not valid.' };
  return { ok: true, value: canonicalValue(attribute, (parsed.data ?? null) as string | string[] | null) };
}

/** Why a value cannot be set, or null. `decimalsOf`: how many decimals the store keeps. */
export function refusalOfValue(
  attribute: EditableAttribute,
  value: AttributeValue,
  decimalsOf: (attribute: EditableAttribute) => number,
): string | null {
  const parsed = parseAttributeValue(attribute, value);
  if (!parsed.ok) return parsed.message;
  if (value === null || !isAmount(attribute)) return null;
  const written = decimalPlaces(value);
  const kept = decimalsOf(attribute);
  if (written <= kept) return null;
  const label = labelOf(attribute);
  const where = isListPrice(attribute) ? 'on this price list' : 'in this store';
  return kept === 0
    ? `${label} has no decimals ${where}.`
    : `${label} has at most ${kept} ${kept === 1 ? 'decimal' : 'decimals'} ${where}: ${value} has ${written}.`;
}

/** A value that the source had before is restored unchecked, except for an empty one that is not allowed. */
export function refusalOfRestoredValue(attribute: EditableAttribute, value: AttributeValue): string | null {
  if (value !== null || isMetafield(attribute) || isClearable(attribute)) return null;
  return `${labelOf(attribute)} must not be blank.`;
}
