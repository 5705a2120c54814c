import { labelOf } from '@storefleet/contract/attributes/attributes';
import { LARGE_PRICE_CHANGE_PERCENT } from '@storefleet/contract/constants';
import { type PriceWarning, priceWarnings } from '@storefleet/contract/edits/price-warnings';
import { type FieldKey, fieldOf, heldValue, keyOf, type Owner } from './fields.ts';
import { type Change, type Conflict, changesOf, invalidFields, type ProductDraft } from './product-draft.ts';

/** A note or decision about a value, or about all values of a variant or the product. */
export type Note = { readonly id: string } & (
  | { kind: 'invalid' | 'refused' | 'warning'; key: FieldKey; message: string }
  | { kind: 'conflict'; key: FieldKey; conflict: Conflict; typed: string | null }
  | { kind: 'owner'; message: string }
);

/** By variant, or under `product`. An invalid value is reported once its field was left. */
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

/** The warning about a change, by the rules of a bulk update. */
export function warningOf(draft: ProductDraft, { owner, attribute, from, to }: Change): string | null {
  const [warning] = priceWarnings({ [attribute]: { old: from, new: to } }, amountsOf(draft, owner));
  switch (warning) {
    case 'zero_price':
      return 'The price would be zero.';
    case 'below_cost':
      return 'The price is below the cost.';
    case 'large_change':
      return `${labelOf(attribute)} changes by more than ${LARGE_PRICE_CHANGE_PERCENT}%, from ${from} to ${to}.`;
    default:
      return null;
  }
}

/** The warnings about all changes. */
export function warningsOf(draft: ProductDraft): PriceWarning[] {
  return [...Map.groupBy(changesOf(draft), ({ owner }) => owner)].flatMap(([owner, changes]) =>
    priceWarnings(oldAndNew(changes), amountsOf(draft, owner)),
  );
}

export const oldAndNew = (changes: readonly Change[]) =>
  Object.fromEntries(changes.map(({ attribute, from, to }) => [attribute, { old: from, new: to }]));

/** The resulting price and cost. */
function amountsOf(draft: ProductDraft, owner: Owner): { price: string | null; cost: string | null } {
  const changed = new Map(changesOf(draft).map((change) => [keyOf(change), change.to]));
  const amountOf = (attribute: 'price' | 'cost') => {
    const key = keyOf({ owner, attribute });
    return (changed.has(key) ? changed.get(key) : heldValue(draft.product, { owner, attribute })) ?? null;
  };
  return { price: amountOf('price'), cost: amountOf('cost') };
}
