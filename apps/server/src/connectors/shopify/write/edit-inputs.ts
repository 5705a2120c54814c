import type { EditableAttribute } from '@storefleet/contract/constants';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import { attributesOf, isProductAttribute, splitTags } from '@storefleet/contract/values/attribute-value';
import { canonicalMoney } from '@storefleet/contract/values/decimal';
import type { SourceEdit } from '../../connector.ts';
import {
  notANumber,
  notEmptied,
  ofTheProduct,
  ofTheVariant,
  tooManyTags,
  weightWithoutUnit,
} from './edit-errors.ts';

/**
 * An edit as the input of Shopify's mutations: only what changes, money always as text (a JSON number was once
 * accepted without effect), null or "" where the value is to be emptied. What Shopify would refuse together with all
 * the other edits of the same call is refused here, on its own.
 */

export type Input = Record<string, unknown>;
export type BuiltInput = { input: Input } | { refusal: string };

/** The longest list that Shopify takes. */
const MAX_TAGS = 250;

/** `unit`: Shopify's word for the unit in which the variant is weighed, which an edit of the weight keeps. */
export function variantInput({ variantId, values }: SourceEdit, unit: string | null): BuiltInput {
  const input: Input = { id: variantId };
  const item: Input = {};
  for (const attribute of attributesOf(values)) {
    const value = values[attribute] ?? null;
    const built = variantField(attribute, value, unit);
    if ('refusal' in built) return built;
    Object.assign(built.ofItem ? item : input, built.field);
  }
  return { input: Object.keys(item).length === 0 ? input : { ...input, inventoryItem: item } };
}

type Built = { field: Input; ofItem: boolean } | { refusal: string };

function variantField(attribute: EditableAttribute, value: AttributeValue, unit: string | null): Built {
  switch (attribute) {
    case 'price':
      return value === null
        ? { refusal: notEmptied(attribute) }
        : amount(attribute, value, (price) => ({ price }), false);
    case 'compare_at_price':
      return amount(attribute, value, (compareAtPrice) => ({ compareAtPrice }), false);
    case 'cost':
      return amount(attribute, value, (cost) => ({ cost }), true);
    case 'barcode':
      return { field: { barcode: value ?? '' }, ofItem: false };
    case 'sku':
      return { field: { sku: value ?? '' }, ofItem: true };
    case 'weight':
      return weight(value, unit);
    default:
      return { refusal: ofTheProduct(attribute) };
  }
}

function amount(
  attribute: EditableAttribute,
  value: AttributeValue,
  field: (text: string | null) => Input,
  ofItem: boolean,
): Built {
  const text = value === null ? null : canonicalMoney(value);
  return value !== null && text === null
    ? { refusal: notANumber(attribute, value) }
    : { field: field(text), ofItem };
}

function weight(value: AttributeValue, unit: string | null): Built {
  if (value === null) return { refusal: notEmptied('weight') };
  if (canonicalMoney(value) === null) return { refusal: notANumber('weight', value) };
  return unit === null
    ? { refusal: weightWithoutUnit }
    : { field: { measurement: { weight: { value: Number(value), unit } } }, ofItem: true };
}

export function productInput({ productId, values }: SourceEdit): BuiltInput {
  const input: Input = { id: productId };
  for (const attribute of attributesOf(values)) {
    const value = values[attribute] ?? null;
    if (!isProductAttribute(attribute)) return { refusal: ofTheVariant(attribute) };
    if (value === null && attribute !== 'product_type' && attribute !== 'tags') {
      return { refusal: notEmptied(attribute) };
    }
    if (attribute === 'tags' && splitTags(value).length > MAX_TAGS) return { refusal: tooManyTags(MAX_TAGS) };
    Object.assign(input, productField(attribute, value));
  }
  return { input };
}

function productField(attribute: EditableAttribute, value: AttributeValue): Input {
  switch (attribute) {
    case 'product_type':
      return { productType: value ?? '' };
    case 'status':
      return { status: value?.toUpperCase() };
    case 'tags':
      return { tags: splitTags(value) };
    default:
      return { [attribute]: value };
  }
}
