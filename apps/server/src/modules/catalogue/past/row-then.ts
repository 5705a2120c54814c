import { isPlainAttribute } from '@storefleet/contract/attributes/attributes';
import type { Past } from '@storefleet/contract/catalogue/as-of';
import type { EditableAttribute } from '@storefleet/contract/constants';
import {
  type answeredValue,
  keptValue,
  splitTags,
  valueIn,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import type { PastRow, PastValue } from './past-values.ts';

/** Attributes under the names of their columns, as rows of products and variants have them. */
type Values = Parameters<typeof valueIn>[0];

/** The row with the values that it had. */
export function rowThen<Row extends Values>(
  row: Row,
  past: PastRow | undefined,
  spell: typeof answeredValue = (_attribute, kept) => kept,
): Row {
  const then = [...(past?.values ?? [])].map(([attribute, { value }]) => [
    attribute,
    attribute === 'tags'
      ? splitTags(value)
      : isPlainAttribute(attribute)
        ? spell(attribute, keptValue(value))
        : value,
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
    const now = valueIn(row, attribute);
    return now === undefined || valuesAreEqual(attribute, now, then.value) ? [] : [{ attribute, then, now }];
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
