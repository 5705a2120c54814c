import {
  type EditableAttribute,
  type NamedAttribute,
  PLAIN_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import type { ImageAttribute } from '@storefleet/contract/attributes/images';
import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import { isMembership } from '@storefleet/contract/attributes/memberships';
import {
  isMetafield,
  type MetafieldAttribute,
  metafieldOf,
} from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import {
  type AttributeValue,
  type AttributeValues,
  type Spelling,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import { decimalOf } from '@storefleet/contract/values/money/decimal';
import { imageValuesIn, SELECT_IMAGES } from '../read/extras/image-reading.ts';
import {
  type MembershipIds,
  membershipOf,
  NO_MEMBERSHIPS,
  selectMembership,
} from '../read/extras/membership-fields.ts';
import { metafieldIn, selectMetafields } from '../read/extras/metafields.ts';
import { SELECT_STOCK, stockAtIn } from '../read/extras/stock-values.ts';
import { type Json, money, objectOrEmpty, optionalText, requiredText } from '../read/normalise.ts';
import {
  type FieldAttribute,
  isFieldAttribute,
  ownerOf,
  plainValueIn,
  selectPlain,
} from '../read/plain-fields.ts';

/** Attributes at Shopify: where each is read, its value as text, and when two texts are the same value. */

type Field = {
  /** The selection, in the object itself or its inventory item. */
  readonly select: string;
  /** Undefined if it may not be read. */
  readonly value: (node: Json, owner: string) => AttributeValue | undefined;
};

const text = (name: string): Field => ({ select: name, value: (node) => optionalText(node[name]) });
const amount = (name: string): Field => ({ select: name, value: (node, owner) => money(node[name], owner) });

const FIELDS: Record<NamedAttribute, Field> = {
  price: amount('price'),
  compare_at_price: amount('compareAtPrice'),
  barcode: text('barcode'),
  sku: text('sku'),
  cost: {
    select: 'unitCost { amount }',
    value: (node, owner) => {
      const { unitCost } = itemOf(node);
      return unitCost === undefined ? undefined : money(objectOrEmpty(unitCost).amount, owner);
    },
  },
  weight: {
    select: 'measurement { weight { value unit } }',
    value: (node) => {
      const { value } = weightOf(node);
      return typeof value === 'number' ? decimalOf(value) : null;
    },
  },
  title: text('title'),
  vendor: text('vendor'),
  product_type: text('productType'),
  handle: text('handle'),
  status: { select: 'status', value: ({ status }) => optionalText(status)?.toLowerCase() ?? null },
  tags: {
    select: 'tags',
    value: ({ tags }) =>
      Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string').join(', ') || null : null,
  },
  image_order: imageField('image_order'),
  image_alts: imageField('image_alts'),
  ...plainFields(),
};

function imageField(attribute: ImageAttribute): Field {
  return { select: SELECT_IMAGES, value: (node) => imageValuesIn(node)?.[attribute] ?? null };
}

function plainFields() {
  const fields = PLAIN_ATTRIBUTES.filter(isFieldAttribute).map((attribute): [FieldAttribute, Field] => [
    attribute,
    {
      select: selectPlain(attribute),
      value: (node) => {
        const owner = ownerOf(attribute);
        return plainValueIn(owner === null ? node : objectOrEmpty(node[owner]), attribute) ?? null;
      },
    },
  ]);
  return Object.fromEntries(fields) as Record<FieldAttribute, Field>;
}

/** For a metafield also its digest, which a write names to replace exactly this value. */
const fieldOf = (attribute: EditableAttribute, memberships = NO_MEMBERSHIPS): Field =>
  isMembership(attribute)
    ? {
        select: selectMembership(attribute, memberships),
        value: (node) => membershipOf(node, attribute),
      }
    : isStock(attribute)
      ? { select: SELECT_STOCK, value: (node) => stockAtIn(node, attribute) }
      : isListPrice(attribute)
        ? { select: '', value: (node) => listPricesOf(node)[attribute] ?? null }
        : isMetafield(attribute)
          ? {
              select: selectMetafields([metafieldOf(attribute).key], 'value compareDigest'),
              value: (node) => optionalText(metafieldIn(node, attribute)?.value),
            }
          : FIELDS[attribute];

/** Where a variant's answer is given its prices on lists, which are no part of the variant at Shopify. */
export const LIST_PRICES = 'listPrices';
export const listPricesOf = (node: Json): AttributeValues =>
  objectOrEmpty(node[LIST_PRICES]) as AttributeValues;

/** Null if there is no value. */
export const digestOf = (node: Json, attribute: MetafieldAttribute): string | null =>
  optionalText(metafieldIn(node, attribute)?.compareDigest);

/** An inventory item costs a point, so it is selected only for fields that nothing else has. */
const objectOf = (attribute: EditableAttribute) =>
  attribute === 'cost' || attribute === 'weight' || isStock(attribute) ? 'inventoryItem' : ownerOf(attribute);

/** The fields to select of a variant or a product. */
export function selectionOf(attributes: readonly EditableAttribute[], memberships?: MembershipIds): string {
  const selections = Map.groupBy(attributes, objectOf);
  const parts = [...selections].map(([object, names]) => {
    // One selection covers the stock at all locations.
    const fields = [...new Set(names.map((name) => fieldOf(name, memberships).select))].join(' ');
    return object === null ? fields : `${object} { ${fields} }`;
  });
  return ['id', ...parts].join(' ');
}

/** Throws a MalformedObjectError if Shopify returned an invalid value. */
export function valuesOf(node: Json, attributes: readonly EditableAttribute[]): AttributeValues {
  const owner = requiredText(node.id, 'an object without an id');
  return Object.fromEntries(
    attributes.map((attribute) => [attribute, fieldOf(attribute).value(node, owner)]),
  );
}

const itemOf = (node: Json): Json => objectOrEmpty(node.inventoryItem);
const weightOf = (node: Json): Json => objectOrEmpty(objectOrEmpty(itemOf(node).measurement).weight);

/** The variant's weight unit as Shopify names it, such as `KILOGRAMS`. */
export function weightUnitOf(node: Json): string | null {
  const { unit } = weightOf(node);
  return typeof unit === 'string' ? unit : null;
}

/** Shopify trims texts, collapses spaces and composes accents. */
const SPELLING: Spelling = {
  number: (text) => text.trim(),
  text: (text) => text.trim().normalize('NFC').replace(/\s+/g, ' '),
};

export function sameValue(attribute: EditableAttribute, one: AttributeValue, other: AttributeValue): boolean {
  return isMetafield(attribute) ? one === other : valuesAreEqual(attribute, one, other, SPELLING);
}
