import { z } from 'zod';
import {
  basedOn,
  ChangeColumn,
  Outcome,
  passwordInput,
  queryFilter,
  requiredText,
  SortDirection,
  StoreParams,
  secretInput,
  Tags,
  Timestamp,
  Uuid,
  WhereClause,
} from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import {
  DEFAULT_API_VERSION,
  DEFAULT_CONNECTION_METHOD,
  DEFAULT_STORE_STATUS,
  DEFAULT_STORE_TYPE,
  PLATFORM_STORE_TYPES,
  STORE_SORT_FIELDS,
} from '../constants.ts';
import { ConnectionTest, ConnectionTestResult, GraphqlConnectionTestResult } from './connection-test.ts';
import { Metafield } from './metafields.ts';
import { PriceList } from './price-lists.ts';
import {
  ApiVersion,
  ConnectionMethod,
  connectionFields,
  credentialRules,
  MssqlPort,
  requireCredentials,
  ShopName,
  ShopUrl,
  StoreStatus,
  StoreType,
  storeDetailFields,
} from './store-fields.ts';

/** A connected store; of secrets, only whether they are set, with a hint. */
export const Store = model('Store', {
  id: Uuid,
  shop_name: z.string(),
  shop_url: z.string(),
  description: z.string().nullable(),
  store_status: StoreStatus,
  store_type: StoreType,
  api_version: z.string(),
  connection_method: ConnectionMethod,
  admin_api_token_name: z.string().nullable(),
  has_access_token: z.boolean(),
  access_token_hint: z.string().nullable().describe('The last 4 characters'),
  client_id: z.string().nullable(),
  has_client_secret: z.boolean(),
  client_secret_hint: z.string().nullable().describe('The last 4 characters'),
  granted_scopes: z
    .array(z.string())
    .nullable()
    .describe('Scopes granted with the current token; null for a token that was entered'),
  authorized_at: Timestamp.nullable().describe(
    'When the shop last approved the app on Shopify’s consent page',
  ),
  authorization_error: z
    .string()
    .nullable()
    .describe('Why the last attempt to connect through Shopify’s consent page failed; null after a success'),
  api_deprecated_reason: z
    .string()
    .nullable()
    .describe('The shop’s deprecation notice or its link for a call deprecated in its API version'),
  api_deprecated_at: Timestamp.nullable().describe('When last reported'),
  domain: z.string().nullable().describe('As of the last successful connection test'),
  plan_name: z.string().nullable().describe('As of the last successful connection test'),
  store_country: z.string().nullable(),
  store_currency: z.string().nullable(),
  store_timezone: z.string().nullable(),
  store_owner: z.string().nullable(),
  store_email: z.string().nullable(),
  store_phone: z.string().nullable(),
  store_address: z.string().nullable(),
  store_city: z.string().nullable(),
  store_zip: z.string().nullable(),
  store_province: z.string().nullable(),
  store_country_code: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  mssql_server: z.string().nullable(),
  mssql_database: z.string().nullable(),
  mssql_table: z.string().nullable(),
  mssql_username: z.string().nullable(),
  mssql_port: z.int().nullable(),
  mssql_where_clause: z.string().nullable(),
  mssql_change_column: z.string().nullable(),
  points_floor: z.int().nullable().describe('Points reserved for edits; null for a twentieth of the maximum'),
  stock_per_location: z.boolean().describe('Whether syncs read what is available at each location'),
  metafields: z.array(Metafield).describe('Those that syncs read, as the shop defines them'),
  reads_collections: z.boolean().describe('Whether syncs read which collections hold a product'),
  reads_price_lists: z.boolean().describe('Whether syncs read the fixed prices on price lists of markets'),
  price_lists: z.array(PriceList).describe('Those that the last sync read'),
  reads_channels: z.boolean().describe('Whether syncs read to which sales channels a product is published'),
  reads_images: z.boolean().describe('Whether all images of a Shopify store’s products are read'),
  reads_descriptions: z.boolean().describe('Whether the descriptions of a Shopify store are read'),
  mssql_trust_server_certificate: z.boolean(),
  has_mssql_password: z.boolean(),
  has_mssql_connection_string: z.boolean(),
  products_count: z.int().min(0).describe('Products in the catalogue'),
  variants_count: z.int().min(0).describe('Variants in the catalogue'),
  last_sync_at: Timestamp.nullable().describe('When the last successful sync completed'),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Store = z.infer<typeof Store>;

export const StoreCreate = z
  .object({
    ...storeDetailFields,
    ...connectionFields,
    shop_name: ShopName,
    shop_url: ShopUrl,
    store_status: StoreStatus.default(DEFAULT_STORE_STATUS),
    store_type: z
      .enum(PLATFORM_STORE_TYPES, {
        error: 'Must be shopify, development or test. SQL Server stores are made by POST /mssql/stores.',
      })
      .default(DEFAULT_STORE_TYPE),
    api_version: ApiVersion.default(DEFAULT_API_VERSION),
    connection_method: ConnectionMethod.default(DEFAULT_CONNECTION_METHOD),
    tags: Tags.default([]),
  })
  .superRefine(requireCredentials)
  .meta({ id: 'StoreCreate', allOf: credentialRules });
export type StoreCreate = z.infer<typeof StoreCreate>;

/** The editable and visible fields of a store. */
const StoreBase = Store.pick({
  shop_name: true,
  shop_url: true,
  description: true,
  store_status: true,
  store_type: true,
  api_version: true,
  connection_method: true,
  admin_api_token_name: true,
  client_id: true,
  store_country: true,
  store_currency: true,
  store_timezone: true,
  store_owner: true,
  store_email: true,
  store_phone: true,
  store_address: true,
  store_city: true,
  store_zip: true,
  store_province: true,
  store_country_code: true,
  notes: true,
  tags: true,
  mssql_server: true,
  mssql_database: true,
  mssql_table: true,
  mssql_username: true,
  mssql_port: true,
  mssql_where_clause: true,
  mssql_change_column: true,
  points_floor: true,
  stock_per_location: true,
  reads_collections: true,
  reads_channels: true,
  reads_descriptions: true,
  reads_images: true,
  reads_price_lists: true,
  mssql_trust_server_certificate: true,
});

const floorSentence = { error: 'Enter a number of points from 0 to 20000.' };
const PointsFloor = z
  .int(floorSentence)
  .min(0, floorSentence)
  .max(20_000, floorSentence)
  .nullable()
  .optional();

/** Omitted fields are unchanged; a blank secret keeps the current one. */
export const StoreUpdate = z
  .object({
    ...storeDetailFields,
    ...connectionFields,
    shop_name: ShopName.optional(),
    shop_url: ShopUrl.optional(),
    store_type: StoreType.optional(),
    api_version: ApiVersion.optional(),
    connection_method: ConnectionMethod.optional(),
    mssql_server: requiredText('Server is required.').optional(),
    mssql_database: requiredText('Database is required.').optional(),
    mssql_table: requiredText('Table is required.').optional(),
    mssql_username: requiredText('Username is required.').optional(),
    mssql_password: passwordInput(),
    mssql_port: MssqlPort.optional(),
    mssql_connection_string: secretInput(),
    mssql_forget_connection_string: z
      .boolean({ error: 'Must be true or false.' })
      .optional()
      .describe('Removes the stored connection string, so that the single fields apply again'),
    mssql_where_clause: WhereClause,
    mssql_change_column: ChangeColumn,
    points_floor: PointsFloor,
    stock_per_location: z.boolean({ error: 'Must be true or false.' }).optional(),
    reads_collections: z.boolean({ error: 'Must be true or false.' }).optional(),
    reads_channels: z.boolean({ error: 'Must be true or false.' }).optional(),
    reads_descriptions: z.boolean({ error: 'Must be true or false.' }).optional(),
    reads_images: z.boolean({ error: 'Must be true or false.' }).optional(),
    reads_price_lists: z.boolean({ error: 'Must be true or false.' }).optional(),
    mssql_trust_server_certificate: z.boolean({ error: 'Must be true or false.' }).optional(),
    based_on: basedOn(StoreBase),
  })
  .refine((store) => !(store.mssql_forget_connection_string && store.mssql_connection_string), {
    path: ['mssql_forget_connection_string'],
    error: 'Either enter a new connection string or drop the present one.',
  })
  .meta({ id: 'StoreUpdate' });
export type StoreUpdate = z.infer<typeof StoreUpdate>;

export const StoreListQuery = z.object({
  status: queryFilter(StoreStatus),
  store_type: queryFilter(StoreType),
  search: z
    .string()
    .trim()
    .max(200, { error: 'Search for at most 200 characters.' })
    .optional()
    .describe('Part of the name, domain, description or a tag'),
  sort_by: z
    .enum(STORE_SORT_FIELDS, { error: `sort_by must be one of: ${STORE_SORT_FIELDS.join(', ')}.` })
    .default('name'),
  sort_direction: SortDirection.default('asc'),
});
export type StoreListQuery = z.infer<typeof StoreListQuery>;

export const StoreList = model('StoreList', { stores: z.array(Store), total: z.int().min(0) });
export type StoreList = z.infer<typeof StoreList>;

/** Where to redirect the browser: Shopify's consent page for this store. */
const StoreAuthorization = model('StoreAuthorization', { authorize_url: z.url() });

export const storeRoutes = {
  list: defineRoute('stores.list', {
    summary: 'List stores',
    query: StoreListQuery,
    response: StoreList,
  }),
  create: defineRoute('stores.create', {
    summary: 'Connect a platform store',
    body: StoreCreate,
    response: Store,
    status: 201,
  }),
  testConnection: defineRoute('stores.testConnection', {
    summary: 'Test a connection before saving it',
    body: ConnectionTest,
    response: ConnectionTestResult,
  }),
  get: defineRoute('stores.get', { summary: 'Read a store', params: StoreParams, response: Store }),
  update: defineRoute('stores.update', {
    summary: 'Change the given fields of a store',
    params: StoreParams,
    body: StoreUpdate,
    response: Store,
  }),
  delete: defineRoute('stores.delete', {
    summary: 'Delete a store with its products, mappings, schedules and sync logs',
    params: StoreParams,
    response: Outcome,
  }),
  testGraphqlConnection: defineRoute('stores.testGraphqlConnection', {
    summary: 'Test the GraphQL connection of a store',
    params: StoreParams,
    response: GraphqlConnectionTestResult,
  }),
  authorize: defineRoute('stores.authorize', {
    summary: 'Start connecting a store through Shopify’s consent page',
    params: StoreParams,
    response: StoreAuthorization,
  }),
};
