import {
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
  PRODUCT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import type { Memberships } from '@storefleet/contract/attributes/memberships';
import type { MetafieldOwner } from '@storefleet/contract/attributes/metafields';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';

/** A past value; `known` is false if it was last seen some time before its next change. */
export type PastValue = { readonly value: string | null; readonly known: boolean };

/** A product or variant at a past moment. */
export type PastRow = {
  readonly firstSeen: Date;
  /** Whether the catalogue had it already. */
  readonly existed: boolean;
  /** Values that have changed since; all others are as now. */
  readonly values: ReadonlyMap<EditableAttribute, PastValue>;
  /** Those of now, which answers about products do not have. */
  readonly memberships: Held;
};

type Held = { readonly collections: Memberships | null; readonly channels: Memberships | null };

type Row = Held & {
  id: string;
  first_seen: Date;
  existed: boolean;
  changed: Partial<Record<EditableAttribute, [value: string | null, known: boolean]>> | null;
};

const VARIANT_ATTRIBUTES = EDITABLE_ATTRIBUTES.filter((attribute) => !isProductAttribute(attribute));

/**
 * The first change after that moment has the old value. One index lookup per value; the condition on the
 * variant is needed for products too, because the index is ordered by it.
 */
const changedSince = (isOf: string, attributes: string) => `
  select jsonb_object_agg(wanted.attribute, jsonb_build_array(next.old_value, next.old_value_known)) as changed
  from unnest(${attributes}) as wanted (attribute)
  cross join lateral (
    select h.old_value, h.old_value_known from change_history as h
    where ${isOf} and h.attribute = wanted.attribute and h.changed_at > $2
    order by h.variant_id, h.changed_at, h.id limit 1
  ) as next`;

const metafieldsOf = (owner: MetafieldOwner, row: string) =>
  `array(select '${owner}.metafields.' || key from jsonb_object_keys(${row}.metafields) as key)`;

/** A product that left a collection does not name it any more: its own history does. */
const MEMBERSHIPS_SINCE = `
  select jsonb_object_agg(next.attribute, jsonb_build_array(next.old_value, next.old_value_known)) as changed
  from (
    select distinct on (h.attribute) h.attribute, h.old_value, h.old_value_known from change_history as h
    where h.product_id = p.id and h.variant_id is null and h.changed_at > $2
      and (h.attribute like 'collection.%' or h.attribute like 'channel.%')
    order by h.attribute, h.changed_at, h.id
  ) as next`;

/** Named by their keys. */
const LIST_PRICES = 'array(select jsonb_object_keys(v.list_prices))';

const PAST_ROWS = prepared(`
  select p.id, p.created_at as first_seen, p.created_at <= $2 as existed, p.collections, p.channels,
    coalesce(since.changed, '{}') || coalesce(memberships.changed, '{}') as changed
  from products as p
  cross join lateral (${MEMBERSHIPS_SINCE}) as memberships
  cross join lateral (${changedSince('h.product_id = p.id and h.variant_id is null', `$3::text[] || ${metafieldsOf('product', 'p')}`)}) as since
  where p.id = any ($1::uuid[])
  union all
  select v.id, v.created_at, v.created_at <= $2, null, null, since.changed
  from variants as v
  cross join lateral (${changedSince('h.product_id = v.product_id and h.variant_id = v.id', `$4::text[] || ${metafieldsOf('variant', 'v')} || ${LIST_PRICES}`)}) as since
  where v.product_id = any ($1::uuid[])`);

/** These products and all their variants at a past moment, by id. */
export async function readPast(
  db: Queryable,
  productIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, PastRow>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await db.query<Row>(PAST_ROWS, [productIds, at, PRODUCT_ATTRIBUTES, VARIANT_ATTRIBUTES]);
  return new Map(rows.map((row) => [row.id, toPastRow(row)]));
}

function toPastRow({ first_seen, existed, changed, ...memberships }: Row): PastRow {
  const values = Object.entries(changed ?? {}).flatMap(([attribute, of]) =>
    of === undefined ? [] : [[attribute as EditableAttribute, { value: of[0], known: of[1] }] as const],
  );
  // A row that appeared later has no past values.
  return { firstSeen: first_seen, existed, values: new Map(existed ? values : []), memberships };
}

/** The time since which the history has every change. */
export async function historyCompleteSince(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ complete_since: Date }>('select complete_since from history_extent');
  const [extent] = rows;
  if (extent === undefined) throw new Error('The extent of the history is not known.');
  return extent.complete_since;
}
