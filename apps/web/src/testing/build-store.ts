import type { Store } from '@storefleet/contract/stores';

/** A store as the server answers it, with the given fields. */
export function buildStore(fields: Partial<Store> = {}): Store {
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    shop_name: 'Atlas Outdoor',
    shop_url: 'atlas-outdoor.myshopify.com',
    description: null,
    store_status: 'active',
    store_type: 'shopify',
    api_version: '2026-10',
    connection_method: 'admin_api_token',
    admin_api_token_name: null,
    has_access_token: true,
    access_token_hint: 'a1b2',
    client_id: null,
    has_client_secret: false,
    client_secret_hint: null,
    domain: null,
    plan_name: null,
    store_country: null,
    store_currency: 'USD',
    store_timezone: null,
    store_owner: null,
    store_email: null,
    store_phone: null,
    store_address: null,
    store_city: null,
    store_zip: null,
    store_province: null,
    store_country_code: null,
    notes: null,
    tags: [],
    mssql_server: null,
    mssql_database: null,
    mssql_table: null,
    mssql_username: null,
    mssql_port: null,
    mssql_where_clause: null,
    mssql_trust_server_certificate: false,
    has_mssql_password: false,
    has_mssql_connection_string: false,
    products_count: 0,
    variants_count: 0,
    last_sync_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  };
}

/** A store that is a table of a SQL Server, with a stored password. */
export function buildMssqlStore(fields: Partial<Store> = {}): Store {
  return buildStore({
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
}
