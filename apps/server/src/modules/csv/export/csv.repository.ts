import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import type { Queryable } from '../../../platform/db/database.ts';

export type FileStore = {
  readonly id: string;
  readonly shop_name: string;
  readonly store_currency: string | null;
  readonly store_type: string;
  /** Those that are read. */
  readonly metafields: readonly MetafieldDefinition[];
};

/** Stores with visible products. */
export async function findStores(db: Queryable): Promise<FileStore[]> {
  const { rows } = await db.query<FileStore>(
    `select id, shop_name, store_currency, store_type, metafields from stores where deleted_at is null
     order by created_at, id`,
  );
  return rows;
}
