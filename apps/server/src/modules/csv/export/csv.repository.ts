import type { PriceList } from '@storefleet/contract/attributes/list-prices';
import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import type { Queryable } from '../../../platform/db/database.ts';

export type FileStore = {
  readonly id: string;
  readonly shop_name: string;
  readonly store_currency: string | null;
  readonly store_type: string;
  /** Those that are read. */
  readonly metafields: readonly MetafieldDefinition[];
  readonly price_lists: readonly PriceList[];
  /** The names of those that are read. */
  readonly channels: readonly string[];
};

/** Stores with visible products. */
export async function findStores(db: Queryable): Promise<FileStore[]> {
  const { rows } = await db.query<FileStore>(
    `select id, shop_name, store_currency, store_type, metafields,
       array (select name from channels where store_id = stores.id and stores.reads_channels) as channels,
       case when reads_price_lists then price_lists else '[]' end as price_lists
     from stores where deleted_at is null order by created_at, id`,
  );
  return rows;
}

export async function countVariants(db: Queryable, productIds: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select coalesce(sum(variants_count), 0)::integer as count from products where id = any ($1::uuid[])',
    [productIds],
  );
  return rows[0]?.count ?? 0;
}
