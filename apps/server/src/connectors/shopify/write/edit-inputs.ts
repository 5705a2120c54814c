import {
  declared,
  type EditableAttribute,
  isPlainAttribute,
} from '@storefleet/contract/attributes/attributes';
import { isMembership } from '@storefleet/contract/attributes/memberships';
import {
  type AttributeValue,
  attributesOf,
  isProductAttribute,
  splitTags,
} from '@storefleet/contract/values/attribute-value';
import { canonicalMoney } from '@storefleet/contract/values/money/decimal';
import { problemOf } from '@storefleet/contract/values/plain-problem';
import type { SourceEdit } from '../../editing.ts';
import { type MembershipIds, membershipInput } from '../read/extras/membership-fields.ts';
import { isFieldAttribute, ownerOf, plainInput } from '../read/plain-fields.ts';
import {
  notACategory,
  notANumber,
  notAPlace,
  notEmptied,
  ofTheProduct,
  ofTheVariant,
  tooManyTags,
  weightWithoutUnit,
} from './edit-errors.ts';

/**
 * Builds the input of Shopify's mutations from an edit: only what changes, money as text (a JSON number was
 * once accepted without effect), null or "" to clear a value. An edit for which Shopify would refuse the
 * whole call is refused here instead, alone.
 */

export type Input = Record<string, unknown>;
type BuiltInput = { input: Input } | { refusal: string };

/** Shopify's maximum length of a list. */
const MAX_TAGS = 250;

/** `unit`: the variant's weight unit as Shopify names it; an edit of the weight keeps it. */
export function variantInput({ variantId, values }: SourceEdit, unit: string | null): BuiltInput {
  const input: Input = { id: variantId };
  const item: Input = {};
  for (const attribute of attributesOf(values)) {
    const value = values[attribute] ?? null;
    if (isProductAttribute(attribute)) return { refusal: ofTheProduct(attribute) };
    const refusal = refusalOf(attribute, value, unit);
    if (refusal !== null) return { refusal };
    Object.assign(isOfItem(attribute) ? item : input, variantField(attribute, value, unit));
  }
  return { input: Object.keys(item).length === 0 ? input : { ...input, inventoryItem: item } };
}

const OF_ITEM = new Set<EditableAttribute>(['cost', 'sku', 'weight']);
const isOfItem = (attribute: EditableAttribute) =>
  OF_ITEM.has(attribute) || ownerOf(attribute) === 'inventoryItem';

const NUMBERS = new Set<EditableAttribute>(['price', 'compare_at_price', 'cost', 'weight']);
const isNeverEmpty = (attribute: EditableAttribute) => declared(attribute).clearable !== true;

function refusalOf(attribute: EditableAttribute, value: AttributeValue, unit: string | null): string | null {
  if (value === null) return isNeverEmpty(attribute) ? notEmptied(attribute) : null;
  if (NUMBERS.has(attribute) && canonicalMoney(value) === null) return notANumber(attribute, value);
  // An unknown status fails the whole call.
  if (isPlainAttribute(attribute)) return problemOf(attribute, value);
  return attribute === 'weight' && unit === null ? weightWithoutUnit : null;
}

function variantField(
  attribute: Exclude<EditableAttribute, 'category'>,
  value: AttributeValue,
  unit: string | null,
): Input {
  if (isFieldAttribute(attribute)) return plainInput(attribute, value);
  const amount = value === null ? null : canonicalMoney(value);
  switch (attribute) {
    case 'compare_at_price':
      return { compareAtPrice: amount };
    case 'weight':
      return { measurement: { weight: { value: Number(value), unit } } };
    default:
      return { [attribute]: NUMBERS.has(attribute) ? amount : (value ?? '') };
  }
}

/** `categories`: their ids by full name. */
export function productInput(
  { productId, values }: SourceEdit,
  ids: MembershipIds,
  categories: ReadonlyMap<string, string>,
): BuiltInput {
  const memberships = membershipInput(values, ids);
  if ('unknown' in memberships) return { refusal: notAPlace(memberships.unknown) };
  const input: Input = { id: productId, ...memberships.lists };
  for (const attribute of attributesOf(values)) {
    if (isMembership(attribute)) continue;
    const value = values[attribute] ?? null;
    if (!isProductAttribute(attribute)) return { refusal: ofTheVariant(attribute) };
    if (value === null && isNeverEmpty(attribute)) return { refusal: notEmptied(attribute) };
    if (attribute === 'tags' && splitTags(value).length > MAX_TAGS) return { refusal: tooManyTags(MAX_TAGS) };
    if (attribute === 'category') {
      const category = value === null ? null : categories.get(value);
      if (category === undefined) return { refusal: notACategory(value ?? '') };
      input.category = category;
    } else if (ownerOf(attribute) === 'seo')
      input.seo = { ...(input.seo ?? {}), ...productField(attribute, value) };
    else Object.assign(input, productField(attribute, value));
  }
  return { input };
}

function productField(attribute: Exclude<EditableAttribute, 'category'>, value: AttributeValue): Input {
  if (isFieldAttribute(attribute)) return plainInput(attribute, value);
  switch (attribute) {
    case 'product_type':
      return { productType: value ?? '' };
    case 'status':
      return { status: value?.toUpperCase() };
    case 'tags':
      return { tags: splitTags(value) };
    case 'handle':
      // Redirects the old address to the new one, which Shopify's admin offers too.
      return { handle: value, redirectNewHandle: true };
    default:
      return { [attribute]: value };
  }
}
