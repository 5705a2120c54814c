import {
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
  isPlainAttribute,
  labelOf,
  MONEY_ATTRIBUTES,
  nameOfChoice,
} from '@storefleet/contract/attributes/attributes';
import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import { isMembership } from '@storefleet/contract/attributes/memberships';
import { type DefinitionOf, isMetafield, shownMetafield } from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import { formatMoney } from './format-money.ts';
import { htmlBeside } from './html-text.ts';
import { altsInWords, orderInWords } from './image-words.ts';

const moneyAttributes: ReadonlySet<string> = new Set(MONEY_ATTRIBUTES);
const isMoney = (attribute: string) => moneyAttributes.has(attribute) || isListPrice(attribute);
const codeAttributes: ReadonlySet<string> = new Set<EditableAttribute>([
  'sku',
  'barcode',
  'hs_code',
  'country_of_origin',
]);

/**
 * Exactly as stored: amounts with currency, leading and trailing spaces as dots; null if empty. HTML as what it says, and
 * where it is shown `beside` another, what it says otherwise.
 */
export function formatValue(
  attribute: string,
  value: string | null,
  currency: string | null,
  beside: string | null = null,
  definitionOf?: DefinitionOf,
): string | null {
  if (value === null || value === '') return null;
  if (attribute === 'description') return htmlBeside(value, beside);
  if (attribute === 'image_order') return orderInWords(value);
  if (attribute === 'image_alts') return altsInWords(value, beside);
  const definition = definitionOf?.(attribute);
  if (definition?.type === 'boolean') return shownMetafield(definition, value);
  const isAmount = isMoney(attribute) && currency !== null && /^-?\d+(\.\d+)?$/.test(value);
  return isAmount
    ? formatMoney(value, currency)
    : isPlainAttribute(attribute) || isMembership(attribute)
      ? (nameOfChoice(attribute, value) ?? value)
      : value.replace(/^\s+|\s+$/g, (spaces) => '·'.repeat(spaces.length));
}

/** A value in a sentence or a list: "$19.90", "0.5", "(empty)". */
export function describeValue(
  attribute: string,
  value: string | null,
  currency: string | null,
  beside: string | null = null,
  definitionOf?: DefinitionOf,
): string {
  return formatValue(attribute, value, currency, beside, definitionOf) ?? '(empty)';
}

/** Typography of a value: tabular figures for amounts, a font with distinct characters for codes. */
export function valueFace(attribute: string): 'tabular' | 'code' | undefined {
  if (codeAttributes.has(attribute)) return 'code';
  return isMoney(attribute) || attribute === 'weight' ? 'tabular' : undefined;
}

export function attributeLabel(attribute: string, definitionOf?: DefinitionOf): string {
  if (isMetafield(attribute)) return labelOf(attribute, definitionOf);
  if (isStock(attribute) || isMembership(attribute) || isListPrice(attribute)) return labelOf(attribute);
  const known = EDITABLE_ATTRIBUTES.find((candidate) => candidate === attribute);
  return known ? labelOf(known) : attribute;
}
