import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
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
type Ids = { readonly source_id: string; readonly product_id: string; readonly variant_id: string | null };

/** The database's rows about batches and their stores. */
export function bulkRecords(db: Database) {
  async function history(storeId: string): Promise<RecordedChange[]> {
    const { rows } = await db.query<RecordedChange>(
      `select coalesce(variant_source_id, product_source_id) as target, attribute, old_value, new_value,
         old_value_known
       from change_history where store_id = $1 and origin <> 'outside' order by changed_at, id`,
      [storeId],
    );
    return rows;
  }

  async function shown(batchId: string) {
    const stored = await findBatch(db, batchId, 0);
    if (stored === null) throw new Error('There is no such batch.');
    return toBulkUpdateBatch(stored);
  }

  return {
    history,

    /** Our ids by the shop's ids. */
    async idsOf(storeId: string) {
      const { rows } = await db.query<Ids>(
        `select source_id, id as product_id, null as variant_id from products where store_id = $1
         union all select source_id, product_id, id from variants where store_id = $1`,
        [storeId],
      );
      return new Map(rows.map((row) => [row.source_id, row]));
    },

    async batch(batchId: string) {
      const { status, total, succeeded, failed, unchanged, cancelled } = await shown(batchId);
      return { status, total, succeeded, failed, unchanged, cancelled };
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

    /** Why a batch's only store batch is waiting, in words. */
    async waitOf(batchId: string) {
      return (await shown(batchId)).stores[0]?.waiting;
    },
  };
}

/** Everything that ended batches leave behind, and what must never remain. */
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

/** The shop's effective writes, in the format of the history. */
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
