import {
  CONNECTION_METHOD_LABELS,
  STORE_STATUS_LABELS,
  type StoreStatus,
  type StoreType,
} from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';
import type { Tone } from '../../components/text/status-badge.tsx';
import type { MssqlStoreFormValues } from './form/mssql-store-values.ts';
import type { StoreFormValues } from './form/shopify-store-values.ts';

export const storeStatusTones: Record<StoreStatus, Tone> = {
  active: 'success',
  inactive: 'warning',
  archived: 'neutral',
};

export const storeStatusLabels = STORE_STATUS_LABELS;

export const storeTypeLabels: Record<StoreType, string> = {
  shopify: 'Shopify',
  development: 'Development',
  test: 'Test',
  mssql: 'MS SQL',
};

const words: Partial<Record<string, Readonly<Record<string, string>>>> = {
  store_status: STORE_STATUS_LABELS,
  store_type: storeTypeLabels,
  connection_method: CONNECTION_METHOD_LABELS,
};

/** The label of a choice in a store's form. */
export function choiceLabel(name: PropertyKey, value: unknown): string | undefined {
  return words[String(name)]?.[String(value)];
}

/** The labels of the fields in both forms. */
export const storeFieldLabels: Record<keyof StoreFormValues | keyof MssqlStoreFormValues, string> = {
  shop_name: 'Store name',
  shop_url: 'Store URL',
  description: 'Description',
  store_status: 'Status',
  store_type: 'Store type',
  store_currency: 'Currency',
  store_country: 'Country',
  store_timezone: 'Timezone',
  tags: 'Tags',
  store_owner: 'Owner',
  store_email: 'Email',
  store_phone: 'Phone',
  store_address: 'Address',
  store_city: 'City',
  store_province: 'Province',
  store_zip: 'Postal code',
  store_country_code: 'Country code',
  notes: 'Notes',
  connection_method: 'Connection method',
  api_version: 'API version',
  admin_api_token_name: 'Token name',
  access_token: 'Admin API token',
  client_id: 'Client id',
  client_secret: 'Client secret',
  mssql_server: 'Server',
  mssql_port: 'Port',
  mssql_database: 'Database',
  mssql_username: 'Username',
  mssql_password: 'Password',
  mssql_connection_string: 'Connection string',
  mssql_forget_connection_string: 'Drop the stored connection string',
  mssql_trust_server_certificate: 'Trust the server certificate',
  mssql_table: 'Table',
  mssql_where_clause: 'Where clause',
};

export function connectionLabel(store: Store): string {
  return CONNECTION_METHOD_LABELS[store.connection_method];
}
