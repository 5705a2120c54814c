import {
  attributeWord,
  type EditableAttribute,
  nameOfChoice,
} from '@storefleet/contract/attributes/attributes';
import {
  type AttributeValue,
  type AttributeValues,
  canonicalValue,
  isMoneyAttribute,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import type { Editing } from '../../../../connectors/editing.ts';
import { type ChangedValue, storable } from '../../../catalogue/history-writer.ts';
import { entriesOf, fromEntries, type ItemChanges } from '../../values/changes.ts';
import type { OpenItem } from '../items.repository.ts';

/** Rules that map what a source has or answers to the outcome of an item, without a database. */

/** How an item ends, or that it is planned again with new old values. */
export type ItemEnd = {
  readonly item: OpenItem;
  readonly status: 'succeeded' | 'failed' | 'conflict' | 'unchanged' | 'planned';
  /** Without the product's name, which the item has. */
  readonly error: string | null;
  /** The source's values, for our copy; null if unknown. */
  readonly held: AttributeValues | null;
  /** Changes for the history. */
  readonly changed: readonly ChangedValue[];
  /** False if somebody may have changed the value between the fetch and the write. */
  readonly oldKnown: boolean;
  /** True if the edit made the row leave the store. */
  readonly leftStore: boolean;
  /** For an item that is planned again. */
  readonly changes: ItemChanges | null;
};

/** `ready`: the source has what the edit is based on; `changes` has these values as old values. */
type Fetched = { readonly ready: ItemChanges } | { readonly end: ItemEnd };

type AreEqual = NonNullable<Editing['sameValue']>;

/** What the values fetched right before writing mean for a planned item. */
export function decideFetched(item: OpenItem, found: AttributeValues | null): Fetched {
  if (found === null) return { end: missing(item) };
  const { held, values, moved, isThere } = compare(item, found);
  if (isThere) return { end: endOf(item, 'unchanged', { held }) };
  if (moved.length > 0) {
    return { end: endOf(item, 'conflict', { held, error: conflictSentence(held, moved) }) };
  }
  const ready: ItemChanges = {};
  for (const { attribute, change, value, isNew } of values) {
    const old = canonicalValue(attribute, value);
    ready[attribute] = isNew ? { ...change, old, new: old } : { ...change, old };
  }
  return { ready };
}

/**
 * What the source's values mean after an edit got no answer. The new value: it arrived. The old one: it did
 * not, and is planned again. Any other: somebody changed it, and whether ours was there before cannot be
 * known. The source may spell what it was sent in its own way.
 */
export function decideReconciled(
  item: OpenItem,
  found: AttributeValues | null,
  areEqual: AreEqual = valuesAreEqual,
): ItemEnd {
  if (found === null) return { ...missing(item), error: `${GONE} The update may have been made before.` };
  const { held, values, moved, isThere } = compare(item, found, areEqual);
  const arrived = values.filter(({ isNew }) => isNew);
  const changed = arrived.flatMap(({ attribute, change, value }) =>
    valuesAreEqual(attribute, change.old, change.new) ? [] : [{ attribute, old: change.old, new: value }],
  );
  if (isThere) return endOf(item, 'succeeded', { held, changed });
  if (moved.length > 0) {
    const error = `${conflictSentence(held, moved)} The answer to the update was lost: it may have been made before.`;
    return endOf(item, 'conflict', { held, changed, error });
  }
  const changes: ItemChanges = { ...item.changes };
  for (const { attribute, change, value } of arrived) {
    const there = canonicalValue(attribute, value);
    changes[attribute] = { ...change, old: there, new: there };
  }
  return { ...endOf(item, 'planned', { held, changed }), changes };
}

/** The source confirmed the edit. Its value may be formatted differently, or still be the old one. */
export function applied(item: OpenItem, answer: AttributeValues, oldKnown: boolean): ItemEnd {
  const answered = asStored(answer);
  const held: AttributeValues = {};
  const changed: ChangedValue[] = [];
  const kept: EditableAttribute[] = [];
  for (const { attribute, change } of plannedValues(item)) {
    const value = answered[attribute] === undefined ? change.new : answered[attribute];
    held[attribute] = value;
    if (!valuesAreEqual(attribute, value, change.old)) {
      changed.push({ attribute, old: change.old, new: value });
    } else if (!valuesAreEqual(attribute, change.old, change.new)) kept.push(attribute);
  }
  if (kept.length === 0) return endOf(item, 'succeeded', { held, changed, oldKnown });
  const error = `The store kept the ${kept.map((name) => attributeWord(name)).join(' and the ')} it had.`;
  return endOf(item, 'failed', { held, changed, oldKnown, error });
}

export function conflicting(item: OpenItem, found: AttributeValues): ItemEnd {
  const held = asStored(found);
  const moved = plannedValues(item).filter(
    ({ attribute, change }) => !valuesAreEqual(attribute, held[attribute] ?? null, change.old),
  );
  const error = conflictSentence(
    held,
    moved.map(({ attribute }) => attribute),
  );
  return endOf(item, 'conflict', { held, error });
}

const plannedValues = ({ changes }: OpenItem) =>
  entriesOf(changes).map(([attribute, change]) => ({ attribute, change }));

/** Compares a source's values with an item's; `moved` values are neither old nor new. What may not be read is old. */
function compare(item: OpenItem, found: AttributeValues, areEqual: AreEqual = valuesAreEqual) {
  const held = asStored(found);
  const values = plannedValues(item).map(({ attribute, change }) => {
    const value = attribute in held ? (held[attribute] ?? null) : change.old;
    return { attribute, change, value, isNew: areEqual(attribute, value, change.new) };
  });
  const moved = values.flatMap(({ attribute, change, value, isNew }) =>
    isNew || areEqual(attribute, value, change.old) ? [] : [attribute],
  );
  return { held, values, moved, isThere: values.every(({ isNew }) => isNew) };
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

/** As a sync would store it: in the source's format, without what PostgreSQL cannot hold. */
function asStored(found: AttributeValues): AttributeValues {
  return fromEntries(entriesOf(found).map(([attribute, value]) => [attribute, storable(value)]));
}

function conflictSentence(held: AttributeValues, moved: readonly EditableAttribute[]): string {
  const values = moved.map(
    (attribute) => `${attributeWord(attribute)} is ${shown(attribute, held[attribute] ?? null)} now`,
  );
  return `It was changed in the store meanwhile and was left as it is: the ${values.join(', the ')}.`;
}

function shown(attribute: EditableAttribute, value: AttributeValue): string {
  const text = canonicalValue(attribute, value);
  if (text === null) return 'empty';
  if (isMoneyAttribute(attribute) || attribute === 'weight') return text;
  return `“${nameOfChoice(attribute, text) ?? text}”`;
}
