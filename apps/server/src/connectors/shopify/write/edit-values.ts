import type { EditableAttribute } from '@storefleet/contract/constants';
import {
  type AttributeValue,
  type AttributeValues,
  type Spelling,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import { decimalOf } from '@storefleet/contract/values/decimal';
import { type Json, money, objectOrEmpty, optionalText, requiredText } from '../read/normalise.ts';

/** Attributes as Shopify keeps them: where each is read, what it is worth as text, and when two texts are one value. */

const FIELDS: Record<EditableAttribute, string> = {
  price: 'price',
  compare_at_price: 'compareAtPrice',
  barcode: 'barcode',
  sku: 'sku',
  cost: 'unitCost { amount }',
  weight: 'measurement { weight { value unit } }',
  title: 'title',
  vendor: 'vendor',
  product_type: 'productType',
  status: 'status',
  tags: 'tags',
};

/** An inventory item costs a point of its own, so it is only asked for what is kept nowhere else. */
const OF_INVENTORY_ITEM: readonly EditableAttribute[] = ['cost', 'weight'];

/** The fields to select of a variant or a product. */
export function selectionOf(attributes: readonly EditableAttribute[]): string {
  const fields = attributes.filter((attribute) => !OF_INVENTORY_ITEM.includes(attribute));
  const ofItem = attributes.filter((attribute) => OF_INVENTORY_ITEM.includes(attribute));
  const item =
    ofItem.length === 0 ? [] : [`inventoryItem { ${ofItem.map((name) => FIELDS[name]).join(' ')} }`];
  return ['id', ...fields.map((name) => FIELDS[name]), ...item].join(' ');
}

/** Throws a MalformedObjectError when Shopify sent something that is no value of the attribute. */
export function valuesOf(node: Json, attributes: readonly EditableAttribute[]): AttributeValues {
  return Object.fromEntries(attributes.map((attribute) => [attribute, attributeOf(node, attribute)]));
}

function attributeOf(node: Json, attribute: EditableAttribute): AttributeValue {
  const owner = requiredText(node.id, 'an object without an id');
  const item = objectOrEmpty(node.inventoryItem);
  switch (attribute) {
    case 'price':
      return money(node.price, owner);
    case 'compare_at_price':
      return money(node.compareAtPrice, owner);
    case 'cost':
      return money(objectOrEmpty(item.unitCost).amount, owner);
    case 'weight': {
      const { value } = objectOrEmpty(objectOrEmpty(item.measurement).weight);
      return typeof value === 'number' ? decimalOf(value) : null;
    }
    case 'barcode':
      return optionalText(node.barcode);
    case 'sku':
      return optionalText(node.sku);
    case 'title':
      return optionalText(node.title);
    case 'vendor':
      return optionalText(node.vendor);
    case 'product_type':
      return optionalText(node.productType);
    case 'status':
      return optionalText(node.status)?.toLowerCase() ?? null;
    case 'tags':
      return Array.isArray(node.tags)
        ? node.tags.filter((tag) => typeof tag === 'string').join(', ') || null
        : null;
  }
}

/** Shopify's own word for the unit of the variant's weight, such as `KILOGRAMS`. */
export function weightUnitOf(node: Json): string | null {
  const { unit } = objectOrEmpty(objectOrEmpty(objectOrEmpty(node.inventoryItem).measurement).weight);
  return typeof unit === 'string' ? unit : null;
}

/** Shopify trims texts, joins blanks and composes accents. */
const SPELLING: Spelling = {
  number: (text) => text.trim(),
  text: (text) => text.trim().normalize('NFC').replace(/\s+/g, ' '),
};

export function sameValue(attribute: EditableAttribute, one: AttributeValue, other: AttributeValue): boolean {
  return valuesAreEqual(attribute, one, other, SPELLING);
}
