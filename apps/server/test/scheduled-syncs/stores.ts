import type { Database } from '@storefleet/server/platform/db/database';
import { insertStore } from '../sync/catalogue.ts';

/** A store without a source, of a type and status. */
export async function addStore(
  db: Database,
  {
    name = 'Shop',
    type = 'shopify',
    status = 'active',
  }: { name?: string; type?: string; status?: string } = {},
): Promise<string> {
  const id = await insertStore(db, { name, status });
  await db.query('update stores set store_type = $2 where id = $1', [id, type]);
  return id;
}

/** A daily schedule at 02:00 UTC, as entered in the form. */
export function nightly(storeId: string) {
  return {
    name: 'Nightly',
    store_id: storeId,
    sync_method: 'graphql',
    sync_scope: 'everything',
    full_every: 7,
    full_every_unit: 'days',
    schedule_type: 'daily',
    schedule_config: { hour: 2, minute: 0 },
    timezone: 'UTC',
    is_active: true,
    max_failures: 3,
  } as const;
}
