import type { PriceList } from '@storefleet/contract/attributes/list-prices';
import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import type { NewRow, Rows } from '../../platform/db/rows.ts';

/** Columns ending in `_sealed` hold secrets sealed by SecretBox; see sealStoreSecret(). */
export type StoreRow = Rows['stores'];
export type NewStoreRow = NewRow<
  StoreRow,
  | 'shop_domains'
  | 'stock_per_location'
  | 'reads_collections'
  | 'reads_descriptions'
  | 'reads_images'
  | 'reads_price_lists'
  | 'price_lists'
  | 'reads_channels'
  | 'mssql_trust_server_certificate'
  | 'metafields'
>;
/** Columns an edit may change. */
export type StoreChanges = Partial<Omit<NewStoreRow, 'id' | 'created_at' | 'deleted_at'>>;

/** Those that are read, as `store-metafields.ts` stored them. */
export const metafieldsOf = ({ metafields }: Pick<StoreRow, 'metafields'>) =>
  metafields as unknown as readonly MetafieldDefinition[];

/** Those that the last sync found. */
export const priceListsOf = ({ price_lists }: Pick<StoreRow, 'price_lists'>) =>
  price_lists as unknown as readonly PriceList[];
