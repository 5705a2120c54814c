import {
  EDITABLE_ATTRIBUTE_LABELS,
  type EditableAttribute,
  PRODUCT_ATTRIBUTES,
} from '@storefleet/contract/constants';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';

const plurals: Record<EditableAttribute, string> = {
  price: 'prices',
  cost: 'costs',
  compare_at_price: 'compare-at prices',
  barcode: 'barcodes',
  sku: 'SKUs',
  weight: 'weights',
  title: 'titles',
  vendor: 'vendors',
  product_type: 'product types',
  status: 'statuses',
  tags: 'tags',
};

/** An attribute within a sentence: "compare-at price", but "SKU". */
export function attributeWord(attribute: EditableAttribute): string {
  return attribute === 'sku' ? 'SKU' : EDITABLE_ATTRIBUTE_LABELS[attribute].toLowerCase();
}

/** "price", "barcode and SKU", "price, cost and title". */
export function attributeWords(attributes: readonly EditableAttribute[]): string {
  const words = attributes.map(attributeWord);
  const last = words.pop();
  if (last === undefined) return '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

/** "Update 1,204 prices": the verb and the number of a button. */
export function updateLabel(attributes: readonly EditableAttribute[], count: number): string {
  const [only, ...others] = attributes;
  if (only === undefined || others.length > 0) return `Update ${formatQuantity(count, rowWord(attributes))}`;
  if (only === 'tags') return `Update the tags of ${formatQuantity(count, 'product')}`;
  return `Update ${formatCount(count)} ${count === 1 ? attributeWord(only) : plurals[only]}`;
}

/** What a row of the update is: a product for its own attributes, a variant for the others. */
export function rowWord(attributes: readonly EditableAttribute[]): 'product' | 'variant' | 'row' {
  const ofProduct = attributes.filter(isProductAttribute).length;
  if (ofProduct === 0) return 'variant';
  return ofProduct === attributes.length ? 'product' : 'row';
}

function isProductAttribute(attribute: EditableAttribute): boolean {
  return PRODUCT_ATTRIBUTES.some((candidate) => candidate === attribute);
}
