import { type EditableAttribute, isPlainAttribute } from '@storefleet/contract/attributes/attributes';
import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import { columnOf, isMembership, placeOf } from '@storefleet/contract/attributes/memberships';
import { isMetafield, metafieldOf } from '@storefleet/contract/attributes/metafields';
import type { Past } from '@storefleet/contract/catalogue/as-of';
import {
  type answeredValue,
  keptValue,
  splitTags,
  valueIn,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import type { PastRow, PastValue } from './past-values.ts';

/** Attributes by column name, as in rows of products and variants. */
type Values = Parameters<typeof valueIn>[0];

/** The row with its past values. */
export function rowThen<Row extends Values>(
  row: Row,
  past: PastRow | undefined,
  spell: typeof answeredValue = (_attribute, kept) => kept,
): Row {
  const values = [...(past?.values ?? [])];
  const metafields = values.flatMap(([attribute, { value }]) =>
    isMetafield(attribute) ? [[metafieldOf(attribute).key, value]] : [],
  );
  const listPrices = values.flatMap(([attribute, { value }]) =>
    isListPrice(attribute) ? [[attribute, value]] : [],
  );
  const places = (column: 'collections' | 'channels') => {
    const changed = values.flatMap(([attribute, { value }]) =>
      isMembership(attribute) && columnOf(attribute) === column ? [[placeOf(attribute), value]] : [],
    );
    const held = row[column];
    return held && changed.length > 0 ? { [column]: { ...held, ...Object.fromEntries(changed) } } : {};
  };
  const named = values.filter(
    ([attribute]) => !isMetafield(attribute) && !isListPrice(attribute) && !isMembership(attribute),
  );
  const then = named.map(([attribute, { value }]) => [
    attribute,
    attribute === 'tags'
      ? splitTags(value)
      : isPlainAttribute(attribute)
        ? spell(attribute, keptValue(value))
        : value,
  ]);
  const ofMetafields =
    metafields.length === 0 ? {} : { metafields: { ...row.metafields, ...Object.fromEntries(metafields) } };
  const ofLists =
    listPrices.length === 0 ? {} : { list_prices: { ...row.list_prices, ...Object.fromEntries(listPrices) } };
  return {
    ...row,
    ...Object.fromEntries(then),
    ...ofMetafields,
    ...ofLists,
    ...places('collections'),
    ...places('channels'),
  };
}

type Changed = {
  readonly attribute: EditableAttribute;
  readonly then: PastValue;
  readonly now: string | null;
};

/** The values that differ now. */
export function changedSince(row: Values, { values }: PastRow): Changed[] {
  return [...values].flatMap(([attribute, then]) => {
    const now = valueIn(row, attribute);
    return now === undefined || valuesAreEqual(attribute, now, then.value) ? [] : [{ attribute, then, now }];
  });
}

/** Compares a row with its past state. */
export function comparePast(row: Values, past: PastRow): Past {
  return {
    first_seen: past.firstSeen.toISOString(),
    existed: past.existed,
    now: Object.fromEntries(changedSince(row, past).map(({ attribute, now }) => [attribute, now])),
    uncertain: [...past.values].flatMap(([attribute, { known }]) => (known ? [] : [attribute])),
  };
}
