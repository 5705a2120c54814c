import type { EditableAttribute, HistoryOrigin } from '@storefleet/contract/constants';
import { v7 as uuidv7 } from 'uuid';
import type { AttributeValue } from '../../connectors/connector.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { canonicalValue } from '../bulk-updates/attribute-value.ts';
import type { Share } from '../bulk-updates/share.repository.ts';
import type { OpenItem } from '../bulk-updates/share-items.repository.ts';

/** An attribute that holds another value at the source than before, because of this tool. */
export type ChangedValue = {
  readonly attribute: EditableAttribute;
  readonly old: AttributeValue;
  readonly new: AttributeValue;
};

export type ChangedItem = {
  readonly item: Omit<OpenItem, 'id' | 'position'>;
  readonly changed: readonly ChangedValue[];
  /** Whether the old values were certainly the last before the change. */
  readonly oldKnown: boolean;
};

/** Where changes come from: the names as they are at this moment. */
export type HistoryAuthor = Omit<Share, 'origin'> & { readonly origin: HistoryOrigin };

/** One row for each changed attribute, with all names as they are at this moment. */
export async function writeHistory(
  tx: Queryable,
  share: HistoryAuthor,
  items: readonly ChangedItem[],
  now: Date,
): Promise<void> {
  const rows = items.flatMap(({ item, changed, oldKnown }) =>
    changed.map((change) => ({ item, change, oldKnown })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `insert into change_history (changed_at, batch_id, origin, store_id, store_name, store_currency, user_id,
       user_email, user_name, undoes_batch_id, id, product_id, product_source_id, product_title, variant_id,
       variant_source_id, variant_title, sku, attribute, old_value, new_value,
       old_value_known, undoes_record_id)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, row.*
     from unnest($11::uuid[], $12::uuid[], $13::text[], $14::text[], $15::uuid[], $16::text[], $17::text[],
       $18::text[], $19::text[], $20::text[], $21::text[], $22::boolean[], $23::uuid[]) as row`,
    [
      now,
      share.batch_id,
      share.origin,
      share.store_id,
      share.store_name,
      share.store_currency,
      share.requested_by,
      share.requested_by_email,
      share.requested_by_name,
      share.undoes_batch_id,
      rows.map(() => uuidv7()),
      rows.map(({ item }) => item.product_id),
      rows.map(({ item }) => item.product_source_id),
      rows.map(({ item }) => item.product_title),
      rows.map(({ item }) => item.variant_id),
      rows.map(({ item }) => item.variant_source_id),
      rows.map(({ item }) => item.variant_title),
      rows.map(({ item }) => item.sku),
      rows.map(({ change }) => change.attribute),
      rows.map(({ change }) => storable(canonicalValue(change.attribute, change.old))),
      rows.map(({ change }) => storable(canonicalValue(change.attribute, change.new))),
      rows.map(({ oldKnown }) => oldKnown),
      rows.map(({ item, change }) => item.changes[change.attribute]?.undoes ?? null),
    ],
  );
}

/** PostgreSQL's text cannot hold U+0000. */
export function storable(value: AttributeValue): AttributeValue {
  return value === null ? null : value.replaceAll('\0', '');
}
