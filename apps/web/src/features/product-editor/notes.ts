import {
  EDITABLE_ATTRIBUTE_LABELS,
  type EditableAttribute,
  LARGE_PRICE_CHANGE_PERCENT,
} from '@storefleet/contract/constants';
import { formatMoney } from '../../lib/format-money.ts';
import { marginPercent } from '../bulk-price/amounts.ts';
import { isNegative, multiply, subtract } from '../bulk-updates/decimal.ts';
import {
  type FieldKey,
  fieldOf,
  heldValue,
  isMoneyAttribute,
  keyOf,
  type Owner,
  readValue,
} from './fields.ts';
import { type Change, type Conflict, changesOf, invalidFields, type ProductDraft } from './product-draft.ts';

/** Something to know or to decide about a value, or about all values of a variant or the product. */
export type Note = { readonly id: string } & (
  | { kind: 'invalid' | 'refused' | 'warning'; key: FieldKey; message: string }
  | { kind: 'conflict'; key: FieldKey; conflict: Conflict; typed: string | null }
  | { kind: 'owner'; message: string }
);

/** By variant, or under `product`. A value that is no value yet is told of once its field has been left. */
export function notesOf(draft: ProductDraft, left: ReadonlySet<FieldKey>): ReadonlyMap<Owner, Note[]> {
  const notes = new Map<Owner, Note[]>();
  const add = (owner: Owner, note: Note) => notes.set(owner, [...(notes.get(owner) ?? []), note]);
  for (const [owner, message] of draft.ownerRefusals) add(owner, { id: 'owner', kind: 'owner', message });
  const changes = changesOf(draft);
  const byKey = new Map(changes.map((change) => [keyOf(change), change]));
  for (const [key, conflict] of draft.conflicts) {
    const typed = byKey.has(key) ? (byKey.get(key)?.to ?? null) : (draft.typed.get(key) ?? null);
    add(fieldOf(key).owner, { id: key, kind: 'conflict', key, conflict, typed });
  }
  for (const [key, message] of draft.refusals) {
    add(fieldOf(key).owner, { id: key, kind: 'refused', key, message });
  }
  for (const { owner, attribute, message } of invalidFields(draft)) {
    const key = keyOf({ owner, attribute });
    if (left.has(key)) add(owner, { id: key, kind: 'invalid', key, message });
  }
  for (const change of changes) {
    const key = keyOf(change);
    const message = left.has(key) ? warningOf(draft, change) : null;
    if (message !== null) add(change.owner, { id: `${key} warning`, kind: 'warning', key, message });
  }
  return notes;
}

/** What is worth a second look before it is saved, by the rules of a bulk update. */
export function warningOf(draft: ProductDraft, { owner, attribute, from, to }: Change): string | null {
  const label = EDITABLE_ATTRIBUTE_LABELS[attribute];
  if (!isMoneyAttribute(attribute) || to === null) return null;
  if (attribute === 'price' && /^0+(\.0+)?$/.test(to)) return 'The price would be zero.';
  const shown = (other: 'price' | 'cost') => {
    const held = heldValue(draft.product, { owner, attribute: other }) ?? null;
    const typed = draft.typed.get(keyOf({ owner, attribute: other }));
    if (typed === undefined) return held;
    const read = readValue(other, typed, { held, currency: draft.product.store_currency });
    return read.ok ? read.value : null;
  };
  if (attribute !== 'compare_at_price' && marginPercent(shown('price'), shown('cost'))?.startsWith('-')) {
    return 'The price is below the cost.';
  }
  if (attribute === 'price' && from !== null && isLargeChange(from, to)) {
    return `${label} changes by more than ${LARGE_PRICE_CHANGE_PERCENT}%, from ${from} to ${to}.`;
  }
  return null;
}

function isLargeChange(from: string, to: string): boolean {
  const change = subtract(to, from).replace('-', '');
  return isNegative(subtract(multiply(from, String(LARGE_PRICE_CHANGE_PERCENT / 100)), change));
}

/** A value in a sentence or a list: "$19.90", "0.5 kg", "(empty)". */
export function shownValue(attribute: EditableAttribute, value: string | null, currency: string): string {
  if (value === null || value === '') return '(empty)';
  return isMoneyAttribute(attribute) && /^-?\d+(\.\d+)?$/.test(value) ? formatMoney(value, currency) : value;
}
