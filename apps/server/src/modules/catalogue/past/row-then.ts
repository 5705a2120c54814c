import type { Past } from '@storefleet/contract/catalogue/as-of';
import type { EditableAttribute } from '@storefleet/contract/constants';
import { canonicalValue, splitTags, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { PastRow, PastValue } from './past-values.ts';

/** Attributes under the names of their columns, as rows of products and variants have them. */
type Values = { readonly [Attribute in EditableAttribute]?: string | null | readonly string[] };

/** The row with the values that it had. */
export function rowThen<Row extends Values>(row: Row, past: PastRow | undefined): Row {
  const then = [...(past?.values ?? [])].map(([attribute, { value }]) => [
    attribute,
    attribute === 'tags' ? splitTags(value) : value,
  ]);
  return { ...row, ...Object.fromEntries(then) };
}

type Changed = {
  readonly attribute: EditableAttribute;
  readonly then: PastValue;
  readonly now: string | null;
};

/** What is another value now. */
export function changedSince(row: Values, { values }: PastRow): Changed[] {
  return [...values].flatMap(([attribute, then]) => {
    const now = canonicalValue(attribute, row[attribute] ?? null);
    return valuesAreEqual(attribute, now, then.value) ? [] : [{ attribute, then, now }];
  });
}

/** How a row compares with the present one. */
export function comparePast(row: Values, past: PastRow): Past {
  return {
    first_seen: past.firstSeen.toISOString(),
    existed: past.existed,
    now: Object.fromEntries(changedSince(row, past).map(({ attribute, now }) => [attribute, now])),
    uncertain: [...past.values].flatMap(([attribute, { known }]) => (known ? [] : [attribute])),
  };
}
