import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { HistoryOrigin } from '@storefleet/contract/constants';
import { type AttributeValue, canonicalValue } from '@storefleet/contract/values/attribute-value';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../platform/db/database.ts';
import { type Bind, compose } from '../../platform/db/statements/statement.ts';
import { listCurrency } from './price-lists.ts';

/** An attribute whose value at the source has changed, by an edit here or found by a read. */
export type ChangedValue = {
  readonly attribute: EditableAttribute;
  readonly old: AttributeValue;
  readonly new: AttributeValue;
};

export type ChangedItem = {
  readonly item: {
    readonly product_id: string;
    readonly variant_id: string | null;
    readonly product_source_id: string;
    readonly variant_source_id: string | null;
    readonly product_title: string;
    readonly variant_title: string | null;
    readonly sku: string | null;
    /** Whose old value an attribute restores. */
    readonly changes: {
      readonly [Attribute in EditableAttribute]?: { readonly undoes?: string | undefined };
    };
  };
  readonly changed: readonly ChangedValue[];
  /** Whether the old values are known to be the last ones before the change. */
  readonly oldKnown: boolean;
};

/** Where changes come from, with names as they are now. */
export type HistoryAuthor = {
  readonly batch_id: string | null;
  readonly origin: HistoryOrigin;
  readonly found_by?: 'sync' | 'webhook' | undefined;
  readonly store_id: string;
  readonly store_name: string;
  readonly store_currency: string | null;
  readonly requested_by: string | null;
  readonly requested_by_email: string | null;
  readonly requested_by_name: string | null;
  readonly undoes_batch_id: string | null;
};

/** The statement that inserts a row per changed attribute; null if nothing changed. */
export function insertHistory(
  bind: Bind,
  storeBatch: HistoryAuthor,
  items: readonly ChangedItem[],
  now: Date,
): string | null {
  const rows = items.flatMap(({ item, changed, oldKnown }) =>
    changed.map((change) => ({ item, change, oldKnown })),
  );
  if (rows.length === 0) return null;
  const storeId = `${bind(storeBatch.store_id)}::uuid`;
  const ofBatch = [
    `${bind(now)}::timestamptz`,
    `${bind(storeBatch.batch_id)}::uuid`,
    bind(storeBatch.origin),
    bind(storeBatch.found_by ?? null),
    storeId,
    bind(storeBatch.store_name),
    `coalesce(${listCurrency(storeId, 'row.attribute')}, ${bind(storeBatch.store_currency)})`,
    `${bind(storeBatch.requested_by)}::uuid`,
    bind(storeBatch.requested_by_email),
    bind(storeBatch.requested_by_name),
    `${bind(storeBatch.undoes_batch_id)}::uuid`,
  ];
  const ofRows = [
    `${bind(rows.map(() => uuidv7()))}::uuid[]`,
    `${bind(rows.map(({ item }) => item.product_id))}::uuid[]`,
    `${bind(rows.map(({ item }) => item.product_source_id))}::text[]`,
    `${bind(rows.map(({ item }) => item.product_title))}::text[]`,
    `${bind(rows.map(({ item }) => item.variant_id))}::uuid[]`,
    `${bind(rows.map(({ item }) => item.variant_source_id))}::text[]`,
    `${bind(rows.map(({ item }) => item.variant_title))}::text[]`,
    `${bind(rows.map(({ item }) => item.sku))}::text[]`,
    `${bind(rows.map(({ change }) => change.attribute))}::text[]`,
    `${bind(rows.map(({ change }) => storable(canonicalValue(change.attribute, change.old))))}::text[]`,
    `${bind(rows.map(({ change }) => storable(canonicalValue(change.attribute, change.new))))}::text[]`,
    `${bind(rows.map(({ oldKnown }) => oldKnown))}::boolean[]`,
    `${bind(rows.map(({ item, change }) => item.changes[change.attribute]?.undoes ?? null))}::uuid[]`,
  ];
  return `insert into change_history (changed_at, batch_id, origin, found_by, store_id, store_name, store_currency, user_id,
      user_email, user_name, undoes_batch_id, id, product_id, product_source_id, product_title, variant_id,
      variant_source_id, variant_title, sku, attribute, old_value, new_value, old_value_known, undoes_record_id)
    select ${ofBatch.join(', ')}, row.* from unnest(${ofRows.join(', ')}) as row
      (id, product_id, product_source_id, product_title, variant_id, variant_source_id, variant_title, sku, attribute,
        old_value, new_value, old_value_known, undoes_record_id)`;
}

/** Stores all names as they are now. */
export async function writeHistory(
  tx: Queryable,
  storeBatch: HistoryAuthor,
  items: readonly ChangedItem[],
  now: Date,
): Promise<void> {
  const { text, params } = compose((bind) => insertHistory(bind, storeBatch, items, now) ?? 'select');
  await tx.query(text, params);
}

/** PostgreSQL's text cannot hold U+0000. */
export function storable(value: AttributeValue): AttributeValue {
  return value === null ? null : value.replaceAll('\0', '');
}
