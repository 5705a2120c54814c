import type { HistoryRecord } from '@storefleet/contract/catalogue/history';
import {
  EDITABLE_ATTRIBUTE_LABELS,
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
  MONEY_ATTRIBUTES,
} from '@storefleet/contract/constants';
import { formatMoney } from '../../lib/format/format-money.ts';

/** Longer values are folded. */
export const FOLDED_LENGTH = 80;

export type ValueOf = Pick<HistoryRecord, 'attribute_changed' | 'store_details'>;

const moneyAttributes: ReadonlySet<string> = new Set(MONEY_ATTRIBUTES);
const codeAttributes: ReadonlySet<string> = new Set<EditableAttribute>(['sku', 'barcode']);

/** Exactly as stored, an amount with its currency; null for an empty value. */
export function formatValue(
  value: string | null,
  { attribute_changed, store_details }: ValueOf,
): string | null {
  if (value === null || value === '') return null;
  return moneyAttributes.has(attribute_changed) ? formatMoney(value, store_details.store_currency) : value;
}

/** A value within a sentence. */
export function describeValue(value: string | null, of: ValueOf): string {
  return formatValue(value, of) ?? '(empty)';
}

/** How a value is set: amounts in tabular figures, codes in a face that tells every sign apart. */
export function valueFace(attribute: string): 'tabular' | 'code' | undefined {
  if (codeAttributes.has(attribute)) return 'code';
  return moneyAttributes.has(attribute) || attribute === 'weight' ? 'tabular' : undefined;
}

export function attributeLabel(attribute: string): string {
  const known = EDITABLE_ATTRIBUTES.find((candidate) => candidate === attribute);
  return known ? EDITABLE_ATTRIBUTE_LABELS[known] : attribute;
}
