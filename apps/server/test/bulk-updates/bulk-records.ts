import type { EditableAttribute } from '@storefleet/contract/constants';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { toBulkUpdateBatch } from '@storefleet/server/modules/bulk-updates/batch-presenter';
import { findBatch } from '@storefleet/server/modules/bulk-updates/bulk-updates.repository';
import type { Database } from '@storefleet/server/platform/db/database';
import { readStoredCatalogue, sortedById } from '../sync/catalogue.ts';
import type { FakeShop } from './fake-shop.ts';

export type HistoryRow = {
  readonly target: string;
  readonly attribute: EditableAttribute;
  readonly old_value: string | null;
  readonly new_value: string | null;
};
type RecordedChange = HistoryRow & { readonly old_value_known: boolean };
type Item = {
  readonly id: string;
  readonly target: string;
  readonly status: string;
  readonly error: string | null;
  readonly current_values: AttributeValues | null;
};
export type BatchCounts = Readonly<
  Record<'succeeded' | 'failed' | 'unchanged' | 'cancelled' | 'total', number> & { status: string }
>;
type Ids = { readonly source_id: string; readonly product_id: string; readonly variant_id: string | null };

/** What the database has of batches and their stores. */
export function bulkRecords(db: Database) {
  async function history(storeId: string): Promise<RecordedChange[]> {
    const { rows } = await db.query<RecordedChange>(
      `select coalesce(variant_source_id, product_source_id) as target, attribute, old_value, new_value,
         old_value_known
       from change_history where store_id = $1 order by changed_at, id`,
      [storeId],
    );
    return rows;
  }

  return {
    history,

    /** Our rows by the ids of the shop. */
    async idsOf(storeId: string) {
      const { rows } = await db.query<Ids>(
        `select source_id, id as product_id, null as variant_id from products where store_id = $1
         union all select source_id, product_id, id from variants where store_id = $1`,
        [storeId],
      );
      return new Map(rows.map((row) => [row.source_id, row]));
    },

    async batch(batchId: string): Promise<BatchCounts> {
      const { rows } = await db.query<BatchCounts>(
        `select batch.status, sum(succeeded)::integer as succeeded, sum(failed)::integer as failed,
           sum(unchanged)::integer as unchanged, sum(cancelled)::integer as cancelled,
           sum(total)::integer as total
         from edit_batches batch join edit_batch_stores store_batch on store_batch.batch_id = batch.id
         where batch.id = $1 group by batch.id`,
        [batchId],
      );
      if (!rows[0]) throw new Error('There is no such batch.');
      return rows[0];
    },

    async items(batchId: string): Promise<Item[]> {
      const { rows } = await db.query<Item>(
        `select id, coalesce(variant_source_id, product_source_id) as target, status, error, current_values
         from edit_items where batch_id = $1 order by position`,
        [batchId],
      );
      return rows;
    },

    async statuses(batchId: string): Promise<string[]> {
      return (await this.items(batchId)).map(({ status }) => status);
    },

    /** Why the only store batch of a batch does not go on, in the words that people read. */
    async waitOf(batchId: string) {
      const stored = await findBatch(db, batchId, 0);
      return stored === null ? null : toBulkUpdateBatch(stored).stores[0]?.waiting;
    },
  };
}

/** Everything that batches leave behind once they have ended, and what must never be there. */
export async function compare(db: Database, storeId: string, shop: FakeShop) {
  const { rows: claims } = await db.query('select from edit_claims where store_id = $1', [storeId]);
  return {
    copy: await readStoredCatalogue(db, storeId),
    source: sortedById(shop.catalogue()),
    recorded: inOrder(await bulkRecords(db).history(storeId)),
    happened: inOrder(effectiveWrites(shop)),
    repeated: shop.writes.filter(({ before, after }) => before === after).length,
    claims: claims.length,
  };
}

/** What the shop took that changed something, in the shape of the history. */
export function effectiveWrites(shop: FakeShop): HistoryRow[] {
  return shop.writes
    .filter(({ before, after }) => before !== after)
    .map(({ target, attribute, before, after }) => ({
      target,
      attribute,
      old_value: before,
      new_value: after,
    }));
}

function inOrder(rows: readonly HistoryRow[]): HistoryRow[] {
  return rows
    .map(({ target, attribute, old_value, new_value }) => ({ target, attribute, old_value, new_value }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
