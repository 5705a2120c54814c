import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import { readValue } from '../../lib/format/read-value.ts';
import {
  definitionsOf,
  type Field,
  type FieldKey,
  fieldOf,
  heldValue,
  keyOf,
  type Owner,
  withValues,
} from './fields.ts';

/** An edit that was based on a value which has since changed at the store. */
export type Conflict = { readonly seen: string | null; readonly current: string | null };

/** The unsaved edits of a product. */
export type ProductDraft = {
  /** The last known state at the store. */
  readonly product: ProductDetail;
  /** The text of every field that differs from it. */
  readonly typed: ReadonlyMap<FieldKey, string>;
  readonly conflicts: ReadonlyMap<FieldKey, Conflict>;
  /** Why the store refused a value, until it is edited again. */
  readonly refusals: ReadonlyMap<FieldKey, string>;
  /** Why nothing of a variant, or of the product's own attributes, was written. */
  readonly ownerRefusals: ReadonlyMap<Owner, string>;
  /** What the last save wrote. */
  readonly saved: ReadonlySet<FieldKey>;
  /** Of all variants ever loaded. */
  readonly variantTitles: ReadonlyMap<string, string>;
};

export type Change = Field & {
  /** The value that the person saw. */
  readonly from: string | null;
  readonly to: string | null;
};

export type InvalidField = Field & { readonly typed: string; readonly message: string };

/** An edit of a variant that the store no longer has. */
export type GoneEdit = {
  readonly variantTitle: string;
  readonly attribute: EditableAttribute;
  readonly typed: string;
};

/** The outcome of a change: `held` was not written because of another value of the same owner. */
export type Outcome =
  | { kind: 'saved' }
  | { kind: 'conflict'; current: string | null }
  | { kind: 'refused'; message: string }
  | { kind: 'held' };

export type SaveReport = {
  readonly outcomes: ReadonlyMap<FieldKey, Outcome>;
  readonly ownerRefusals: ReadonlyMap<Owner, string>;
};

export function createDraft(product: ProductDetail): ProductDraft {
  return {
    product,
    typed: new Map(),
    conflicts: new Map(),
    refusals: new Map(),
    ownerRefusals: new Map(),
    saved: new Set(),
    variantTitles: titlesOf(product),
  };
}

function titlesOf({ variants }: ProductDetail): Map<string, string> {
  return new Map(variants.map(({ id, title }) => [id, title]));
}

/** The text as the value to send. */
const readField = (product: ProductDetail, { attribute }: Field, text: string, held: string | null) =>
  readValue(attribute, text, {
    held,
    currency: product.store_currency,
    definition: definitionsOf(product)(attribute),
  });

export function textIn(draft: ProductDraft, field: Field): string {
  return draft.typed.get(keyOf(field)) ?? heldValue(draft.product, field) ?? '';
}

export function typeText(draft: ProductDraft, field: Field, text: string): ProductDraft {
  const key = keyOf(field);
  const held = heldValue(draft.product, field);
  if (held === undefined) return draft;
  const typed = new Map(draft.typed);
  if (text === (held ?? '')) typed.delete(key);
  else typed.set(key, text);
  return {
    ...draft,
    typed,
    // The text equals the store's value, so there is no conflict any more.
    conflicts: typed.has(key) ? draft.conflicts : without(draft.conflicts, key),
    refusals: without(draft.refusals, key),
    saved: draft.saved.has(key) ? new Set([...draft.saved].filter((other) => other !== key)) : draft.saved,
  };
}

/** Sentences about invalid values, in the order they were edited. */
export function invalidFields({ product, typed }: ProductDraft): InvalidField[] {
  return [...typed].flatMap(([key, text]) => {
    const field = fieldOf(key);
    const held = heldValue(product, field);
    if (held === undefined) return [];
    const read = readField(product, field, text, held);
    return read.ok ? [] : [{ ...field, typed: text, message: read.message }];
  });
}

/** Valid differences from the store. The same amount in another format is no change. */
export function changesOf(draft: ProductDraft): Change[] {
  const { product, typed, conflicts } = draft;
  return [...typed].flatMap(([key, text]) => {
    const field = fieldOf(key);
    const held = heldValue(product, field);
    if (held === undefined) return [];
    const read = readField(product, field, text, held);
    if (!read.ok || valuesAreEqual(field.attribute, held, read.value)) return [];
    return [{ ...field, from: conflicts.get(key)?.seen ?? held, to: read.value }];
  });
}

export function goneEdits({ product, typed, variantTitles }: ProductDraft): GoneEdit[] {
  return [...typed].flatMap(([key, text]) => {
    const { owner, attribute } = fieldOf(key);
    if (heldValue(product, { owner, attribute }) !== undefined) return [];
    return [{ variantTitle: variantTitles.get(owner) ?? owner, attribute, typed: text }];
  });
}

export function hasUnsaved(draft: ProductDraft): boolean {
  return changesOf(draft).length > 0 || invalidFields(draft).length > 0 || goneEdits(draft).length > 0;
}

/** Applies the store's new state: untouched fields follow, edited ones become conflicts. */
export function rebase(draft: ProductDraft, product: ProductDetail): ProductDraft {
  const typed = new Map(draft.typed);
  const conflicts = new Map<FieldKey, Conflict>();
  for (const [key, text] of draft.typed) {
    const field = fieldOf(key);
    const current = heldValue(product, field);
    const before = heldValue(draft.product, field);
    if (current === undefined || before === undefined) continue;
    const seen = draft.conflicts.get(key)?.seen ?? before;
    const read = readField(product, field, text, current);
    if (read.ok && valuesAreEqual(field.attribute, current, read.value)) {
      // The same value in another format: the field counts as untouched.
      if (!valuesAreEqual(field.attribute, seen, current)) typed.delete(key);
    } else if (!valuesAreEqual(field.attribute, seen, current)) {
      conflicts.set(key, { seen, current });
    }
  }
  const variantTitles = new Map([...draft.variantTitles, ...titlesOf(product)]);
  return { ...draft, product, typed, conflicts, variantTitles };
}

/** Keeps the store's values. */
export function takeTheirs(draft: ProductDraft, keys: Iterable<FieldKey>): ProductDraft {
  const taken = [...keys];
  return {
    ...draft,
    typed: without(draft.typed, ...taken),
    conflicts: without(draft.conflicts, ...taken),
    refusals: without(draft.refusals, ...taken),
  };
}

/** Keeps the edits, to overwrite the store's values with the next save. */
export function keepMine(draft: ProductDraft, keys: Iterable<FieldKey>): ProductDraft {
  return { ...draft, conflicts: without(draft.conflicts, ...keys) };
}

export function discardAll(draft: ProductDraft): ProductDraft {
  return { ...createDraft(draft.product), variantTitles: draft.variantTitles };
}

/** Applies the outcomes of a save. Keeps edits made since. */
export function settle(draft: ProductDraft, sent: readonly Change[], report: SaveReport): ProductDraft {
  const held: (Field & { value: string | null })[] = [];
  const typed = new Map(draft.typed);
  const conflicts = new Map(draft.conflicts);
  const refusals = new Map<FieldKey, string>();
  const saved = new Set<FieldKey>();
  for (const change of sent) {
    const key = keyOf(change);
    const outcome = report.outcomes.get(key);
    if (outcome?.kind === 'saved') {
      held.push({ ...change, value: change.to });
      saved.add(key);
      conflicts.delete(key);
      if (isStill(draft, change)) typed.delete(key);
    } else if (outcome?.kind === 'conflict') {
      held.push({ ...change, value: outcome.current });
      conflicts.set(key, { seen: change.from, current: outcome.current });
    } else if (outcome?.kind === 'refused') {
      refusals.set(key, outcome.message);
    }
  }
  return {
    ...draft,
    product: withValues(draft.product, held),
    typed,
    conflicts,
    refusals,
    ownerRefusals: report.ownerRefusals,
    saved,
  };
}

/** Whether the field still has the value that was sent. */
function isStill({ product, typed }: ProductDraft, { to, ...field }: Change): boolean {
  const text = typed.get(keyOf(field));
  const held = heldValue(product, field);
  if (text === undefined || held === undefined) return true;
  const read = readField(product, field, text, held);
  return read.ok && valuesAreEqual(field.attribute, read.value, to);
}

function without<Key, Value>(map: ReadonlyMap<Key, Value>, ...keys: Key[]): ReadonlyMap<Key, Value> {
  if (!keys.some((key) => map.has(key))) return map;
  const rest = new Map(map);
  for (const key of keys) rest.delete(key);
  return rest;
}
