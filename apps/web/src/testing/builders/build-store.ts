import { Store } from '@storefleet/contract/stores/stores';
import { blank } from './blank.ts';

/** A store as returned by the server, with overrides. */
export const buildStore = (fields: Partial<Store> = {}): Store => ({
  ...blank(Store),
  id: '0190a000-0000-7000-8000-000000000001',
  shop_name: 'Atlas Outdoor',
  shop_url: 'atlas-outdoor.myshopify.com',
  store_status: 'active',
  store_type: 'shopify',
  api_version: '2026-10',
  connection_method: 'admin_api_token',
  has_access_token: true,
  access_token_hint: 'a1b2',
  store_currency: 'USD',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...fields,
});

/** A store backed by a SQL Server table, with a stored password. */
export const buildMssqlStore = (fields: Partial<Store> = {}): Store =>
  buildStore({
    shop_name: 'Warehouse',
    shop_url: 'warehouse',
    store_type: 'mssql',
    has_access_token: false,
    access_token_hint: null,
    mssql_server: 'db.example.com',
    mssql_database: 'Stock',
    mssql_table: 'dbo.Products',
    mssql_username: 'reader',
    mssql_port: 1433,
    has_mssql_password: true,
    ...fields,
  });
