import type { NewRow, Rows } from '../../platform/db/rows.ts';

/** Columns ending in `_sealed` hold secrets sealed by SecretBox; see sealStoreSecret(). */
export type StoreRow = Rows['stores'];
export type NewStoreRow = NewRow<
  StoreRow,
  'shop_domains' | 'stock_per_location' | 'mssql_trust_server_certificate'
>;
/** Columns an edit may change. */
export type StoreChanges = Partial<Omit<NewStoreRow, 'id' | 'created_at' | 'deleted_at'>>;
