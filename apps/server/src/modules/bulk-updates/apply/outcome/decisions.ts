import { EDITABLE_ATTRIBUTE_LABELS, type EditableAttribute } from '@storefleet/contract/constants';
import type { AttributeValue, AttributeValues } from '@storefleet/contract/values/attribute-value';
import {
  canonicalValue,
  isMoneyAttribute,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import { type ChangedValue, storable } from '../../../catalogue/history-writer.ts';
import { changedAttributes, type ItemChanges, type OpenItem } from '../items.repository.ts';

/** The rules that map what a source holds or answers to the outcome of an item, without a database. */

/** How an item ends, or that it is planned again with other old values. */
export type ItemEnd = {
  readonly item: OpenItem;
  readonly status: 'succeeded' | 'failed' | 'conflict' | 'unchanged' | 'planned';
  /** Does not name the product: the item has its name. */
  readonly error: string | null;
  /** What the source holds, for our copy; null where it was not seen. */
  readonly held: AttributeValues | null;
  /** What history says. */
  readonly changed: readonly ChangedValue[];
  /** False where somebody may have changed the value between fetching the old one and the write. */
  readonly oldKnown: boolean;
  /** True where the source leaves the row out of the store since. */
  readonly leftStore: boolean;
  /** Of an item that is planned again. */
  readonly changes: ItemChanges | null;
};

/** `ready`: the source holds what the edit is based on; `changes` have what it holds as their old values. */
export type Fetched = { readonly ready: ItemChanges } | { readonly end: ItemEnd };

/** What values that were fetched right before writing mean for a planned item. */
export function decideFetched(item: OpenItem, found: AttributeValues | null): Fetched {
  if (found === null) return { end: missing(item) };
  const held = asStored(found);
  const ready: ItemChanges = {};
  const moved: EditableAttribute[] = [];
  let isThere = true;
  for (const attribute of changedAttributes(item.changes)) {
    const change = item.changes[attribute];
    if (change === undefined) continue;
    const value = held[attribute] ?? null;
    const isNew = valuesAreEqual(attribute, value, change.new);
    if (!isNew) {
      isThere = false;
      if (!valuesAreEqual(attribute, value, change.old)) moved.push(attribute);
    }
    const old = canonicalValue(attribute, value);
    ready[attribute] = isNew ? { ...change, old, new: old } : { ...change, old };
  }
  if (isThere) return { end: endOf(item, 'unchanged', { held }) };
  if (moved.length > 0)
    return { end: endOf(item, 'conflict', { held, error: conflictSentence(held, moved) }) };
  return { ready };
}

/**
 * What a source holds after an edit was sent and no answer came. The new value: it arrived. The old one: it
 * did not, and is planned again. Anything else: somebody changed it, and whether ours was there before cannot
 * be known.
 */
export function decideReconciled(item: OpenItem, found: AttributeValues | null): ItemEnd {
  if (found === null) return { ...missing(item), error: `${GONE} The update may have been made before.` };
  const held = asStored(found);
  const changed = changesSeen(item, held);
  const changes: ItemChanges = {};
  const moved: EditableAttribute[] = [];
  let isThere = true;
  for (const attribute of changedAttributes(item.changes)) {
    const change = item.changes[attribute];
    if (change === undefined) continue;
    const value = held[attribute] ?? null;
    const isNew = valuesAreEqual(attribute, value, change.new);
    if (!isNew) {
      isThere = false;
      if (!valuesAreEqual(attribute, value, change.old)) moved.push(attribute);
    }
    const there = canonicalValue(attribute, value);
    changes[attribute] = isNew ? { ...change, old: there, new: there } : change;
  }
  if (isThere) return endOf(item, 'succeeded', { held, changed });
  if (moved.length === 0) return { ...endOf(item, 'planned', { held, changed }), changes };
  const error = `${conflictSentence(held, moved)} The answer to the update was lost: it may have been made before.`;
  return endOf(item, 'conflict', { held, changed, error });
}

/** The source confirmed the edit. Its value may be spelt in another way, or be the one from before. */
export function applied(item: OpenItem, answer: AttributeValues, oldKnown: boolean): ItemEnd {
  const answered = asStored(answer);
  const held: AttributeValues = {};
  const changed: ChangedValue[] = [];
  const kept: EditableAttribute[] = [];
  for (const attribute of changedAttributes(item.changes)) {
    const change = item.changes[attribute];
    if (change === undefined) continue;
    const value = answered[attribute] === undefined ? change.new : answered[attribute];
    held[attribute] = value;
    if (valuesAreEqual(attribute, value, change.old)) {
      if (!valuesAreEqual(attribute, change.old, change.new)) kept.push(attribute);
    } else {
      changed.push({ attribute, old: change.old, new: value });
    }
  }
  if (kept.length === 0) return endOf(item, 'succeeded', { held, changed, oldKnown });
  return endOf(item, 'failed', {
    held,
    changed,
    oldKnown,
    error: `The store kept the ${namesOf(kept)} it had.`,
  });
}

export function conflicting(item: OpenItem, found: AttributeValues): ItemEnd {
  const current = asStored(found);
  const moved = changedAttributes(item.changes).filter(
    (attribute) =>
      !valuesAreEqual(attribute, current[attribute] ?? null, item.changes[attribute]?.old ?? null),
  );
  return endOf(item, 'conflict', { held: current, error: conflictSentence(current, moved) });
}

export function failed(item: OpenItem, error: string): ItemEnd {
  return endOf(item, 'failed', { error });
}

export function missing(item: OpenItem): ItemEnd {
  return failed(item, GONE);
}

const GONE = 'It is no longer in the store.';
export const goneFromCopy = 'It was removed from the catalogue before it could be updated.';

function endOf(
  item: OpenItem,
  status: ItemEnd['status'],
  details: {
    error?: string;
    held?: AttributeValues;
    changed?: readonly ChangedValue[];
    oldKnown?: boolean;
  },
): ItemEnd {
  const { error = null, held = null, changed = [], oldKnown = false } = details;
  return { item, status, error, held, changed, oldKnown, leftStore: false, changes: null };
}

/** As the source spells it, without what PostgreSQL cannot hold: as a sync would store it. */
function asStored(found: AttributeValues): AttributeValues {
  const held: AttributeValues = {};
  for (const [name, value] of Object.entries(found)) {
    const attribute = name as EditableAttribute;
    held[attribute] = storable(value);
  }
  return held;
}

/** What arrived, as far as the source still holds it. */
function changesSeen(item: OpenItem, held: AttributeValues): ChangedValue[] {
  const changed: ChangedValue[] = [];
  for (const attribute of changedAttributes(item.changes)) {
    const change = item.changes[attribute];
    const value = held[attribute] ?? null;
    if (change === undefined || !valuesAreEqual(attribute, value, change.new)) continue;
    if (!valuesAreEqual(attribute, change.old, change.new)) {
      changed.push({ attribute, old: change.old, new: value });
    }
  }
  return changed;
}

function conflictSentence(held: AttributeValues, moved: readonly EditableAttribute[]): string {
  const values = moved.map(
    (attribute) => `${inText(attribute)} is ${shown(attribute, held[attribute] ?? null)} now`,
  );
  return `It was changed in the store meanwhile and was left as it is: the ${values.join(', the ')}.`;
}

function shown(attribute: EditableAttribute, value: AttributeValue): string {
  const text = canonicalValue(attribute, value);
  if (text === null) return 'empty';
  return isMoneyAttribute(attribute) || attribute === 'weight' ? text : `“${text}”`;
}

function namesOf(attributes: readonly EditableAttribute[]): string {
  return attributes.map(inText).join(' and the ');
}

function inText(attribute: EditableAttribute): string {
  return attribute === 'sku' ? 'SKU' : EDITABLE_ATTRIBUTE_LABELS[attribute].toLowerCase();
}
