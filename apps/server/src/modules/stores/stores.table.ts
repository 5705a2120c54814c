import type { ConnectionMethod, StoreStatus, StoreType } from '@storefleet/contract/constants';
import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Columns ending in `_sealed` hold what SecretBox made of a secret; see sealStoreSecret(). */
export const storesTable = pgTable('stores', {
  id: uuid('id').primaryKey(),
  shop_name: text('shop_name').notNull(),
  shop_url: text('shop_url').notNull(),
  description: text('description'),
  store_type: text('store_type').$type<StoreType>().notNull(),
  store_status: text('store_status').$type<StoreStatus>().notNull(),
  connection_method: text('connection_method').$type<ConnectionMethod>().notNull(),
  api_version: text('api_version').notNull(),
  admin_api_token_name: text('admin_api_token_name'),
  access_token_sealed: text('access_token_sealed'),
  access_token_hint: text('access_token_hint'),
  access_token_expires_at: moment('access_token_expires_at'),
  refresh_token_sealed: text('refresh_token_sealed'),
  refresh_token_expires_at: moment('refresh_token_expires_at'),
  granted_scopes: text('granted_scopes').array(),
  /** The app that the token was handed to; null for one that a person entered. */
  granted_to_client_id: text('granted_to_client_id'),
  authorized_at: moment('authorized_at'),
  authorization_error: text('authorization_error'),
  token_renewal_id: uuid('token_renewal_id'),
  token_renewal_until: moment('token_renewal_until'),
  client_id: text('client_id'),
  client_secret_sealed: text('client_secret_sealed'),
  client_secret_hint: text('client_secret_hint'),
  store_country: text('store_country'),
  store_currency: text('store_currency'),
  store_timezone: text('store_timezone'),
  store_owner: text('store_owner'),
  store_email: text('store_email'),
  store_phone: text('store_phone'),
  store_address: text('store_address'),
  store_city: text('store_city'),
  store_zip: text('store_zip'),
  store_province: text('store_province'),
  store_country_code: text('store_country_code'),
  notes: text('notes'),
  tags: text('tags').array().notNull(),
  /** The shop's own id of itself. */
  shop_id: text('shop_id'),
  shop_domains: text('shop_domains').array().notNull().default([]),
  api_deprecated_reason: text('api_deprecated_reason'),
  api_deprecated_at: moment('api_deprecated_at'),
  domain: text('domain'),
  plan_name: text('plan_name'),
  mssql_server: text('mssql_server'),
  mssql_database: text('mssql_database'),
  mssql_table: text('mssql_table'),
  mssql_username: text('mssql_username'),
  mssql_port: integer('mssql_port'),
  mssql_where_clause: text('mssql_where_clause'),
  mssql_trust_server_certificate: boolean('mssql_trust_server_certificate').notNull().default(false),
  mssql_password_sealed: text('mssql_password_sealed'),
  mssql_connection_string_sealed: text('mssql_connection_string_sealed'),
  last_sync_at: moment('last_sync_at'),
  created_at: moment('created_at').notNull(),
  updated_at: moment('updated_at').notNull(),
  deleted_at: moment('deleted_at'),
});

export type StoreRow = typeof storesTable.$inferSelect;
export type NewStoreRow = typeof storesTable.$inferInsert;
/** Columns that an edit may change. */
export type StoreChanges = Partial<Omit<NewStoreRow, 'id' | 'created_at' | 'deleted_at'>>;
