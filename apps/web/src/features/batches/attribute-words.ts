import { attributeWord, declared, type EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { isMembership } from '@storefleet/contract/attributes/memberships';
import type { DefinitionOf } from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';

/** "price", "barcode and SKU", "price, cost and title". */
export function attributeWords(
  attributes: readonly EditableAttribute[],
  definitionOf?: DefinitionOf,
): string {
  const words = attributes.map((attribute) => attributeWord(attribute, definitionOf));
  const last = words.pop();
  if (last === undefined) return '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

/** "Update 1,204 prices": a button's verb and count. */
export function updateLabel(
  attributes: readonly EditableAttribute[],
  count: number,
  definitionOf?: DefinitionOf,
): string {
  const [only, ...others] = attributes;
  if (only === undefined || others.length > 0) return `Update ${formatQuantity(count, rowWord(attributes))}`;
  if (only === 'tags') return `Update the tags of ${formatQuantity(count, 'product')}`;
  if (isMembership(only)) return `Update ${formatQuantity(count, 'product')}`;
  if (isStock(only)) return `Update ${attributeWord(only)} of ${formatQuantity(count, 'variant')}`;
  const words = count === 1 ? attributeWord(only, definitionOf) : declared(only, definitionOf).plural;
  return `Update ${formatCount(count)} ${words}`;
}

/** What a row of the update is: a product for product attributes, otherwise a variant. */
export function rowWord(attributes: readonly EditableAttribute[]): 'product' | 'variant' | 'row' {
  const ofProduct = attributes.filter(isProductAttribute).length;
  if (ofProduct === 0) return 'variant';
  return ofProduct === attributes.length ? 'product' : 'row';
}
