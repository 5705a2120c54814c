import type * as constants from '@storefleet/contract/constants';

// What the product has and the specification does not ask for. What is new in the contract needs a row, or a line here.

export const routesBeyond: readonly string[] = [
  '/setup',
  '/reset-password',
  '/bulk-updates',
  '/bulk-updates/{}',
];

export const fieldsBeyond: Readonly<Record<string, readonly string[]>> = {
  Store: [
    'has_access_token',
    'access_token_hint',
    'client_id',
    'client_secret',
    'has_client_secret',
    'client_secret_hint',
    'granted_scopes',
    'authorized_at',
    'authorization_error',
    'has_mssql_password',
    'has_mssql_connection_string',
    'products_count',
    'variants_count',
    'updated_at',
  ],
  'MS SQL store': ['mssql_trust_server_certificate'],
  'Sync status': ['method', 'stage', 'waiting_until', 'held_back', 'can_reset'],
  Product: ['handle', 'vendor', 'product_type', 'status', 'tags', 'description'],
  Variant: ['custom_fields'],
  'Search result item': ['store_currency'],
  'History record': [
    'product_id',
    'variant_id',
    'batch_id',
    'batch_size',
    'origin',
    'undoes_batch_id',
    'undoes_record_id',
    'undone_by_batch_id',
  ],
  Setting: ['value_hint', 'updated_at'],
  'Field mapping': ['is_generated'],
  'Table schema column': ['is_readable'],
  'Bulk update result': ['unchanged', 'batch_id'],
  'Shop data': ['currency', 'timezone'],
  'MS SQL connection test': ['in_force', 'table'],
};

export const constantsBeyond: readonly (keyof typeof constants)[] = [];
