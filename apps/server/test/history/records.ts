import type { Queryable } from '@storefleet/server/platform/db/database';
import { v7 as uuidv7 } from 'uuid';

export type RecordInput = Partial<{
  id: string;
  changed_at: string | Date;
  batch_id: string;
  origin: string;
  found_by: 'sync' | 'webhook' | null;
  store_id: string;
  store_name: string;
  store_currency: string | null;
  product_id: string;
  product_title: string;
  variant_id: string | null;
  variant_title: string | null;
  sku: string | null;
  attribute: string;
  old_value: string | null;
  new_value: string | null;
  user_id: string | null;
  user_email: string | null;
  user_name: string | null;
  undoes_batch_id: string;
  undoes_record_id: string;
}>;

/** A history row as written by an edit: by default a price from 10.00 to 12.00. Returns its id. */
export async function addRecord(db: Queryable, input: RecordInput = {}): Promise<string> {
  const productId = input.product_id ?? uuidv7();
  const row = {
    id: uuidv7(),
    changed_at: new Date(),
    batch_id: uuidv7(),
    origin: 'bulk_update',
    store_id: uuidv7(),
    store_name: 'Atlas',
    store_currency: 'EUR',
    product_id: productId,
    product_source_id: `gid://shopify/Product/${productId}`,
    product_title: 'Blue Hat',
    variant_id: uuidv7(),
    variant_title: 'Red',
    sku: 'HAT-R',
    attribute: 'price',
    old_value: '10.00',
    new_value: '12.00',
    user_id: null,
    user_email: null,
    user_name: null,
    ...input,
  };
  const columns = Object.keys(row);
  await db.query(
    `insert into change_history (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return row.id;
}
