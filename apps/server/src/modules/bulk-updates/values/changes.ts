import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import {
  type MembershipAttribute,
  membershipIn,
  publishedTo,
} from '@storefleet/contract/attributes/memberships';
import { type StockAttribute, stockAt } from '@storefleet/contract/attributes/stock';
import type { AttributeChanges } from '@storefleet/contract/edits/bulk-updates';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';

/** One attribute of a stored item; `old` is the value that the edit is based on. */
export type PlannedChange = {
  readonly old: AttributeValue;
  readonly new: AttributeValue;
  /** The history record whose old value this restores. */
  readonly undoes?: string | undefined;
};
export type ItemChanges = Partial<Record<EditableAttribute, PlannedChange>>;

/** Values of a request, flattened by attribute. */
export function flatChanges({
  metafields,
  list_prices,
  stock = {},
  collections = {},
  channels = {},
  ...named
}: Partial<AttributeChanges> = {}) {
  const own = [
    ...Object.entries(stock).map(([location, quantity]) => [stockAt(location), String(quantity)]),
    ...Object.entries(collections).map(([handle, isIn]) => [membershipIn(handle), String(isIn)]),
    ...Object.entries(channels).map(([name, isPublished]) => [publishedTo(name), String(isPublished)]),
  ];
  return {
    ...named,
    ...metafields,
    ...list_prices,
    ...(Object.fromEntries(own) as Record<StockAttribute | MembershipAttribute, string>),
  };
}

export type ByAttribute<Value> = { readonly [Attribute in EditableAttribute]?: Value | undefined };

export function attributesOf(values: ByAttribute<unknown>): EditableAttribute[] {
  const given = Object.keys(values) as EditableAttribute[];
  return given.filter((attribute) => values[attribute] !== undefined);
}

export function entriesOf<Value>(values: ByAttribute<Value>): [EditableAttribute, Value][] {
  return attributesOf(values).flatMap((attribute) => {
    const value = values[attribute];
    return value === undefined ? [] : [[attribute, value]];
  });
}

export function fromEntries<Value>(
  entries: Iterable<readonly [EditableAttribute, Value]>,
): Partial<Record<EditableAttribute, Value>> {
  return Object.fromEntries(entries);
}
