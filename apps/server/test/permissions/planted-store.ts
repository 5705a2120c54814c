import type { Database } from '@storefleet/server/platform/db/database';
import { v7 as uuidv7 } from 'uuid';
import { addRecord } from '../history/records.ts';
import { addProduct, addStore } from '../products/catalogue.ts';

const NAMES = [
  'store',
  'product',
  'variant',
  'batch',
  'item',
  'record',
  'schedule',
  'run',
  'mapping',
  'view',
  'rail',
  'equality',
] as const;

/** The ids of one store that calls may name. */
export type Named = Readonly<Record<(typeof NAMES)[number], string>>;

export const namesOfNothing = (): Named => Object.fromEntries(NAMES.map((name) => [name, uuidv7()])) as Named;

/** Inserts a row, with defaults for omitted columns. */
async function add(db: Database, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row);
  await db.query(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  );
}

/** A plan, and an applied update, with these items. */
export async function addUpdates(
  db: Database,
  mark: string,
  parts: readonly { store: string; product: string; variant: string }[],
  ended = uuidv7(),
): Promise<{ batch: string; ended: string; item: string }> {
  const now = new Date().toISOString();
  const ids = { batch: uuidv7(), ended, item: uuidv7() };
  const person = { requested_by: uuidv7(), requested_by_email: `${mark}@b.example`, requested_by_name: mark };
  for (const [id, status] of [
    [ids.batch, 'planned'],
    [ids.ended, 'completed'],
  ] as const) {
    const isPlan = status === 'planned';
    await add(db, 'edit_batches', {
      id,
      origin: 'bulk_update',
      status,
      attributes: ['price'],
      title: `Update ${mark}`,
      note: `Note ${mark}`,
      warnings: [{ code: 'large_change', count: 4711, message: `${mark} warns.` }],
      created_at: now,
      ...person,
      ...(isPlan ? { submitted_at: now } : { started_at: now, completed_at: now }),
    });
    for (const [position, { store, product, variant }] of parts.entries()) {
      await add(db, 'edit_items', {
        id: isPlan && position === 0 ? ids.item : uuidv7(),
        batch_id: id,
        position,
        store_id: store,
        product_id: product,
        variant_id: variant,
        product_title: `Item ${mark}`,
        changes: { price: { old: '1.00', new: '2.00' } },
        status: isPlan ? 'planned' : 'failed',
        ...(isPlan ? {} : { error: `Failed ${mark}` }),
      });
      await add(db, 'edit_batch_stores', {
        batch_id: id,
        store_id: store,
        store_name: `Store ${mark}`,
        status: isPlan ? 'planned' : 'done',
        total: 2,
        failed: isPlan ? 0 : 2,
      });
    }
  }
  return ids;
}

/** A store with rows in every table, all of which contain the mark. */
export async function plantStore(
  db: Database,
  mark: string,
  { products, ownerId }: { products: number; ownerId: string },
): Promise<Named> {
  const store = await addStore(db, `Store ${mark}`, 'SEK');
  let product = '';
  for (let number = 0; number < products; number++) {
    product = await addProduct(
      db,
      store,
      `Tent ${mark} ${number}`,
      [
        {
          title: `Variant ${mark}`,
          sku: `SHARED-${number}`,
          barcode: `40000000000${number}`,
          price: '4711.00',
        },
      ],
      { vendor: `Vendor ${mark}`, product_type: `Type ${mark}`, tags: [`Tag ${mark}`], status: 'active' },
    );
  }
  const { rows } = await db.query<{ id: string }>('select id from variants where product_id = $1', [product]);
  const variant = rows[0]?.id ?? '';
  const { batch, item } = await addUpdates(db, mark, [{ store, product, variant }]);
  const user = { user_id: uuidv7(), user_email: `${mark}@b.example`, user_name: `Person ${mark}` };
  const record = await addRecord(db, {
    store_id: store,
    store_name: `Store ${mark}`,
    product_id: product,
    product_title: `Tent ${mark}`,
    variant_id: variant,
    sku: `SKU-${mark}`,
    batch_id: uuidv7(),
    ...user,
  });
  const ids = { ...namesOfNothing(), store, product, variant, batch, item, record };
  await addSyncs(db, mark, ids);
  await addSettings(db, mark, ids, ownerId);
  return ids;
}

async function addSyncs(db: Database, mark: string, ids: Named): Promise<void> {
  const now = new Date().toISOString();
  const { store } = ids;
  await add(db, 'scheduled_syncs', {
    id: ids.schedule,
    store_id: store,
    name: `Schedule ${mark}`,
    sync_method: 'graphql',
    schedule_type: 'daily',
    schedule_config: { hour: 2, minute: 0 },
    timezone: 'UTC',
    is_active: true,
    max_failures: 3,
    failure_count: 3,
    next_run_at: new Date(Date.now() + 86_400_000).toISOString(),
    planned_at: now,
    created_at: now,
    updated_at: now,
  });
  const ended = { created_at: now, started_at: now, completed_at: now };
  await add(db, 'sync_runs', {
    id: ids.run,
    store_id: store,
    method: 'graphql',
    trigger: 'manual',
    status: 'failed',
    error_message: `Failure ${mark}`,
    counted_products: 4711,
    total_products: 4711,
    processed_products: 4711,
    counted_exactly: true,
    skipped_count: 1,
    enqueued_at: now,
    ...ended,
  });
  await add(db, 'sync_skipped_rows', { run_id: ids.run, position: 1, source_key: mark, reason: mark });
  await add(db, 'store_sync_states', { store_id: store, run_id: ids.run, updated_at: now });
  await add(db, 'sync_held_back_removals', { product_id: ids.product, store_id: store, held_back_at: now });
  await add(db, 'scheduled_sync_runs', {
    id: uuidv7(),
    scheduled_sync_id: ids.schedule,
    trigger: 'schedule',
    due_at: now,
    status: 'failed',
    error_message: `Failure ${mark}`,
    started_at: now,
    completed_at: now,
  });
}

async function addSettings(db: Database, mark: string, ids: Named, ownerId: string): Promise<void> {
  const now = new Date().toISOString();
  const { store } = ids;
  await add(db, 'mssql_field_mappings', {
    id: ids.mapping,
    store_id: store,
    source_field: mark,
    target_field: 'title',
    created_at: now,
    updated_at: now,
  });
  await add(db, 'saved_views', {
    id: ids.view,
    owner_id: ownerId,
    owner_email: 'staff@example.com',
    name: `View ${mark}`,
    screen: 'search',
    address: { filter: `store:"Store ${mark}"` },
    is_shared: true,
    created_at: now,
    updated_at: now,
  });
  await add(db, 'guard_rails', {
    id: ids.rail,
    title: `Rule ${mark}`,
    effect: 'warning',
    is_enabled: true,
    rule: { kind: 'max_rows', rows: 4711 },
    store_ids: [store],
    vendors: [],
    product_types: [],
    tags: [],
    created_at: now,
    updated_at: now,
    updated_by: ownerId,
    updated_by_email: 'staff@example.com',
  });
  await add(db, 'equality_rules', {
    id: ids.equality,
    title: `Equal ${mark}`,
    attribute: 'price',
    store_ids: [store],
    source_store_id: store,
    way: { kind: 'same' },
    is_enabled: true,
    watch: 'count',
    deviations: 4711,
    created_at: now,
    updated_at: now,
    updated_by: ownerId,
    updated_by_email: 'staff@example.com',
  });
}
