// What the specification names word for word, said a second time: the contract may have more, but not less or other.

import { PaginationInfo } from '@storefleet/contract/api/common';
import { apiPaths } from '@storefleet/contract/api/paths';
import * as catalogue from '@storefleet/contract/catalogue/catalogue-constants';
import {
  PaginationTestResult,
  Product,
  SearchResultItem,
  Variant,
} from '@storefleet/contract/catalogue/products/products';
import * as general from '@storefleet/contract/constants';
import { BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import { HistoryRecord } from '@storefleet/contract/edits/history';
import { messages } from '@storefleet/contract/messages';
import { Setting } from '@storefleet/contract/settings';
import { GraphqlConnectionTestResult, ShopData } from '@storefleet/contract/stores/connection-test';
import * as mssql from '@storefleet/contract/stores/mssql/constants';
import {
  FieldMapping,
  MssqlConnectionTestResult,
  MssqlStoreCreate,
  TableSchemaColumn,
} from '@storefleet/contract/stores/mssql/mssql';
import { Store, StoreCreate } from '@storefleet/contract/stores/stores';
import * as schedules from '@storefleet/contract/syncs/schedule-constants';
import { ScheduledSync, ScheduledSyncSummary } from '@storefleet/contract/syncs/scheduled-syncs';
import { SyncAllResult, SyncStatus } from '@storefleet/contract/syncs/sync';
import { expect, it } from 'vitest';
import { paths as webPaths } from '../apps/web/src/lib/paths.ts';

const constants = { ...general, ...catalogue, ...mssql, ...schedules };

const routes = [
  '/login',
  '/',
  '/search',
  '/dashboard',
  '/history',
  '/stores/{}',
  '/stores/{}/edit',
  '/stores/{}/edit-mssql',
  '/stores/{}/pagination-test',
  '/add-store',
  '/add-mssql-store',
  '/settings',
  '/bulk-price-update',
  '/scheduled-syncs',
  '/scheduled-syncs/new',
  '/scheduled-syncs/{}/edit',
  '/scheduled-syncs/{}/logs',
];

const calls = [
  'GET /products/stores/{storeId}',
  'GET /products/search',
  'POST /products/bulk-update',
  'GET /products/pagination-test',
  'GET /stores',
  'GET /stores/{id}',
  'PUT /stores/{id}',
  'DELETE /stores/{id}',
  'POST /stores',
  'POST /stores/test-connection',
  'POST /stores/{id}/sync',
  'GET /stores/{id}/sync/status',
  'POST /stores/sync/status-batch',
  'GET /stores/{id}/sync/logs',
  'POST /stores/{id}/sync/force-stop',
  'POST /stores/{id}/sync/reset',
  'POST /stores/sync-all',
  'POST /stores/{id}/test-graphql-connection',
  'POST /stores/{id}/sync-graphql',
  'GET /history',
  'GET /settings',
  'GET /settings/as-dict',
  'GET /settings/{key}',
  'PUT /settings/{key}',
  'DELETE /settings/{key}',
  'POST /settings',
  'POST /settings/shopify',
  'POST /mssql/test-connection',
  'POST /mssql/stores',
  'GET /mssql/stores/{id}/tables',
  'GET /mssql/stores/{id}/tables/{table}/schema',
  'POST /mssql/stores/{id}/query',
  'GET /mssql/stores/{id}/mappings',
  'POST /mssql/stores/{id}/mappings',
  'POST /mssql/stores/{id}/mappings/bulk',
  'POST /mssql/stores/{id}/mappings/generate',
  'PUT /mssql/stores/{id}/mappings/{mappingId}',
  'DELETE /mssql/stores/{id}/mappings/{mappingId}',
  'POST /mssql/stores/{id}/sync',
  'GET /scheduled-syncs',
  'GET /scheduled-syncs/{id}',
  'POST /scheduled-syncs',
  'PUT /scheduled-syncs/{id}',
  'DELETE /scheduled-syncs/{id}',
  'POST /scheduled-syncs/{id}/execute',
  'POST /scheduled-syncs/{id}/toggle',
  'GET /scheduled-syncs/{id}/logs',
  'GET /scheduled-syncs/summary',
  'GET /scheduled-syncs/timezones',
];

/** What an entity has at least: its shapes in the contract, and the names of its fields. */
const entities: readonly [name: string, shapes: readonly { readonly shape: object }[], fields: string][] = [
  [
    'Store',
    [Store, StoreCreate],
    'id shop_name shop_url description api_version admin_api_token_name connection_method store_status store_type store_country store_currency store_timezone store_owner store_email store_phone store_address store_city store_zip store_province store_country_code notes tags created_at access_token last_sync_at domain plan_name',
  ],
  [
    'MS SQL store',
    [Store, MssqlStoreCreate],
    'mssql_server mssql_database mssql_table mssql_username mssql_password mssql_port mssql_connection_string mssql_where_clause',
  ],
  [
    'Sync status',
    [SyncStatus],
    'store_id sync_id status message progress processed_products total_products started_at completed_at last_sync_at error_message force_stopped',
  ],
  ['Product', [Product], 'id shopify_id shopify_product_id store_id store_name title variants'],
  [
    'Variant',
    [Variant],
    'id shopify_id title barcode sku price cost compare_at_price inventory_quantity weight weight_unit',
  ],
  ['Search result item', [SearchResultItem], 'product store_id store_name'],
  ['Pagination info', [PaginationInfo], 'total limit offset has_more next_page_info previous_page_info'],
  [
    'History record',
    [HistoryRecord],
    'id timestamp store_id store_details product_details shopify_product_id attribute_changed old_value new_value user_details changed_by_user_id',
  ],
  ['Setting', [Setting], 'key value description is_encrypted'],
  [
    'Field mapping',
    [FieldMapping],
    'id store_id source_field target_field is_required default_value data_type transformation_type transformation_config',
  ],
  ['Table schema column', [TableSchemaColumn], 'column_name data_type is_nullable is_primary_key'],
  [
    'Scheduled sync',
    [ScheduledSync],
    'id name store_id store_name sync_method schedule_type schedule_config schedule_description timezone is_active max_failures next_run_at failure_count last_run_status last_run_at',
  ],
  [
    'Scheduled sync summary',
    [ScheduledSyncSummary],
    'total_schedules active_schedules failed_schedules next_run',
  ],
  [
    'Pagination test result',
    [PaginationTestResult],
    'store_name total_products pages_fetched products_per_page_limit pagination_details',
  ],
  ['Bulk update result', [BulkUpdateResult], 'success succeeded failed errors'],
  ['Sync all result', [SyncAllResult], 'total_stores successful_syncs failed_syncs results'],
  ['Shop data', [ShopData], 'name email domain country plan_name'],
  ['GraphQL connection test', [GraphqlConnectionTestResult], 'success message data error detail'],
  ['MS SQL connection test', [MssqlConnectionTestResult], 'success message version error'],
];

/** Arguments follow the words where the sentence takes other things than numbers. */
const sentences: readonly [place: string, words: string, ...args: unknown[]][] = [
  ['unexpectedError', 'An unexpected error occurred. Please try again later.'],
  ['unknownError', 'Unknown error'],
  ['networkError', 'Network Error'],
  ['login.tagline', 'Manage your Shopify stores efficiently'],
  ['login.emailMissing', 'Please enter your email address'],
  ['login.credentialsMissing', 'You must provide either an email or phone number and a password'],
  ['login.resetMailSent', 'Password reset instructions sent to your email'],
  ['dashboard.title', 'Store Dashboard'],
  ['dashboard.syncing', '{count} Store(s) Syncing'],
  ['dashboard.empty', 'No Shopify stores connected yet.'],
  ['dashboard.loadFailed', 'Failed to load stores. Please try again.'],
  ['dashboard.syncAllFailed', 'Failed to sync stores'],
  ['stores.notFound', 'Store not found!'],
  ['stores.notFoundOnPage', 'Store not found'],
  ['stores.confirmDelete', 'Are you sure you want to delete this store? This action cannot be undone.'],
  ['stores.deleteFailed', 'Failed to delete store. Please try again later.'],
  ['stores.created', 'Store created successfully!'],
  ['stores.updated', 'Store updated successfully!'],
  ['stores.mssqlCreated', 'MS SQL store created successfully!'],
  ['stores.mssqlUpdated', 'MS SQL store updated successfully!'],
  ['stores.createFailed', 'Failed to create store. Please check your inputs and try again.'],
  ['stores.updateFailed', 'Failed to update store. Please check your inputs and try again.'],
  ['stores.connectionTestFieldsMissing', 'Shop URL and Access Token are required to test connection'],
  ['stores.connectionTestError', 'Failed to test connection. Please check your inputs and try again.'],
  ['stores.connectionTestFailed', 'Connection test failed'],
  ['stores.wrongFormForMssql', 'This is not an MS SQL store. Please use the appropriate edit form.'],
  ['storeDetail.loadFailed', 'Failed to load store data. Please try again later.'],
  ['storeDetail.loadingProducts', 'Loading products...'],
  ['storeDetail.noProducts', 'No products found for this store.'],
  ['storeDetail.allLoaded', 'All {count} Products Loaded'],
  ['storeDetail.loadAllFailed', 'Failed to load all products. Please try again later.'],
  ['storeDetail.loadMoreFailed', 'Failed to load more products. Please try again.'],
  ['storeDetail.neverSynced', 'Never'],
  ['sync.startFailed', 'Failed to start {method} sync: {…}'],
  ['sync.started', '{method} sync started for store. {productsCount} products found.'],
  ['sync.productsFound', '{productsCount} products found.'],
  ['sync.mssqlStarted', 'MS SQL sync started successfully. {message}'],
  [
    'sync.restStarted',
    'Successfully started sync for {productsCount} products from {pages} pages. There are more products available.',
  ],
  ['sync.completed', 'Sync completed successfully'],
  ['sync.failed', 'Sync failed'],
  ['sync.completedNotice', 'Sync completed successfully! {productsCount} products processed.'],
  ['sync.failedNotice', 'Sync failed: {error}'],
  ['sync.completedWithGaps', 'Completed with gaps'],
  ['sync.forceStopped', 'Sync was force stopped'],
  ['sync.productsFailed', 'Error syncing products: {message}'],
  ['search.title', 'Product Search'],
  ['search.found', 'Found {total} products. Displaying page {page} of {pages}.'],
  ['search.showing', 'Showing {shown} of {total} results', 701, 702],
  ['search.empty', 'No products found'],
  ['search.storesSelected', '{selected} of {total} selected'],
  ['search.viewAll', 'View All Results'],
  ['search.paginated', 'Paginated View'],
  ['search.failed', 'Failed to search products. Please try again.'],
  ['search.loadAllFailed', 'Failed to load all results. Please try again.'],
  ['bulkUpdate.updateBoth', 'Update both barcode and SKU with the same value'],
  ['bulkUpdate.updateBothHint', "(Only works when 'Barcode' or 'SKU' is selected)"],
  ['bulkUpdate.failed', 'Failed to update products. Please try again.'],
  ['bulkUpdate.failedWith', 'Failed to update products: {errors}'],
  ['bulkUpdate.partial', 'Partially updated products: {succeeded} succeeded, {failed} failed.'],
  [
    'bulkUpdate.succeeded',
    'Successfully updated {count} products with new {attribute} value.',
    701,
    '{attribute}',
    'product',
  ],
  ['history.title', 'Change History'],
  ['history.empty', 'No changes found'],
  ['history.storesLoadFailed', 'Failed to load stores. Please try again later.'],
  ['history.loadFailed', 'Failed to load change history. Please try again later.'],
  ['mappings.tableMissing', 'Please select a table first'],
  ['mappings.loadFailed', 'Failed to load field mappings'],
  ['mappings.added', 'Field mapping added successfully'],
  ['mappings.addFailed', 'Failed to add field mapping'],
  ['mappings.confirmDelete', 'Are you sure you want to delete this mapping?'],
  ['mappings.deleted', 'Field mapping deleted successfully'],
  ['mappings.deleteFailed', 'Failed to delete field mapping'],
  ['mappings.generated', 'Generated {count} default mappings'],
  ['mappings.generateFailed', 'Failed to generate default mappings'],
  ['settings.keyMissing', 'Setting key is required.'],
  ['settings.loadFailed', 'Failed to fetch settings. Please try again later.'],
  ['settings.created', 'Setting {key} created successfully.'],
  ['settings.createFailed', 'Failed to create setting. Please try again.'],
  ['settings.updated', 'Setting {key} updated successfully.'],
  ['settings.updateFailed', 'Failed to update setting {key}. Please try again.'],
  ['settings.deleted', 'Setting {key} deleted successfully.'],
  ['settings.deleteFailed', 'Failed to delete setting {key}. Please try again.'],
  ['paginationTest.failed', 'Failed to run pagination test. Please try again.'],
  ['scheduledSyncs.nameMissing', 'Name is required'],
  ['scheduledSyncs.storeMissing', 'Store selection is required'],
  ['scheduledSyncs.daysMissing', 'At least one day must be selected for weekly schedule'],
  ['scheduledSyncs.cronMissing', 'Cron expression is required for cron schedule'],
  ['scheduledSyncs.loadFailed', 'Failed to load scheduled syncs'],
  ['scheduledSyncs.initialDataFailed', 'Failed to load initial data'],
  ['scheduledSyncs.loadOneFailed', 'Failed to load scheduled sync data'],
  ['scheduledSyncs.createFailed', 'Failed to create scheduled sync'],
  ['scheduledSyncs.updateFailed', 'Failed to update scheduled sync'],
  ['scheduledSyncs.toggleFailed', 'Failed to toggle sync: {message}'],
  ['scheduledSyncs.executeFailed', 'Failed to execute sync: {message}'],
  ['scheduledSyncs.deleteFailed', 'Failed to delete sync: {message}'],
  ['scheduledSyncs.executed', 'Sync executed successfully!'],
  ['scheduledSyncs.notScheduled', 'Not scheduled'],
  ['scheduledSyncs.overdue', 'Overdue'],
  ['scheduledSyncs.badges.inactive', 'Inactive'],
  ['scheduledSyncs.badges.maxRetries', 'Failed (Max retries)'],
  ['scheduledSyncs.badges.warning', 'Warning'],
  ['scheduledSyncs.badges.active', 'Active'],
];

const values = {
  DEFAULT_APP_NAME: 'Shopify Multi-Store Management',
  SYNC_STATUS_POLL_MS: 3000,
  STORE_DETAIL_POLL_ACTIVE_MS: 2000,
  STORE_DETAIL_POLL_IDLE_MS: 5000,
  SYNC_STATUS_FULL_CHECK_MS: 10000,
  PRODUCT_PAGE_SIZE: 250,
  SEARCH_DEFAULT_PAGE_SIZE: 50,
  SEARCH_PAGE_SIZES: [10, 20, 50, 100],
  SEARCH_MAX_LIMIT: 5000,
  HISTORY_MAX_PAGE_SIZE: 5000,
  HISTORY_DEFAULT_PAGE_SIZE: 50,
  HISTORY_PAGE_SIZES: [10, 25, 50, 100, 250],
  SYNC_LOGS_DEFAULT_LIMIT: 100,
  SCHEDULED_SYNC_LOGS_DEFAULT_LIMIT: 50,
  SCHEDULED_SYNCS_DEFAULT_LIMIT: 100,
  ALL_PAGE_NUMBERS_UP_TO: 7,
  DEFAULT_SEARCH_TYPE: 'name',
  DEFAULT_MAPPING_DATA_TYPE: 'string',
  DEFAULT_CURRENCY: 'USD',
  PAGINATION_TEST_DEFAULT_PAGES: 10,
  PAGINATION_TEST_MIN_PAGES: 1,
  PAGINATION_TEST_MAX_PAGES: 100,
  DEFAULT_API_VERSION: '2023-10',
  LEGACY_API_VERSIONS: ['2023-10', '2023-07', '2023-04', '2023-01', '2022-10', '2022-07'],
  MSSQL_DEFAULT_PORT: 1433,
  SCHEDULE_DEFAULTS: {
    schedule_type: 'daily',
    sync_method: 'graphql',
    timezone: 'UTC',
    is_active: true,
    max_failures: 3,
    hour: 2,
    minute: 0,
  },
  REDIRECT_AFTER_STORE_CREATE_MS: 1500,
  SETTINGS_MESSAGE_MS: 3000,
  INLINE_EDIT_FLASH_MS: 3000,
  TOAST_MS: 5000,
  ACCESS_TOKEN_PREFIX: 'shpat_',
  AUTH_REFRESH_TICK_MS: 30000,
  AUTH_REFRESH_THRESHOLD_TICKS: 3,
  DASHBOARD_FILTER_DEFAULTS: { status: '', store_type: '', sortBy: 'name', sortDirection: 'asc' },
  DEFAULT_STORE_STATUS: 'active',
  DEFAULT_STORE_TYPE: 'shopify',
  DEFAULT_CONNECTION_METHOD: 'admin_api_token',
  SYNC_START_STATUS_DELAY_MS: 1000,
  STORE_LIST_REFRESH_DELAY_MS: 1000,
  SCHEDULE_CONFIG_DEFAULTS: {
    daily: { hour: 2, minute: 0 },
    weekly: { days: [1], hour: 2, minute: 0 },
    monthly: { day_of_month: 1, hour: 2, minute: 0 },
    cron: { cron: '0 2 * * *' },
  },
  SYNC_STALLED_AFTER_MS: 60000,
  HELD_REMOVAL_MIN_PRODUCTS: 10,
  HELD_REMOVAL_MIN_SHARE: 0.1,
  PRICE_STEP: '0.01',
  SCHEDULE_MIN_FAILURES: 1,
  SCHEDULE_MAX_FAILURES: 10,
  MIN_PASSWORD_LENGTH: 8,
  EMPTY_STORE_IDS: '__EMPTY__',
  SECRET_HINT_LENGTH: 4,
  BULK_UPDATE_SYNCHRONOUS_LIMIT: 100,
  MSSQL_QUERY_ROW_CAP: 1000,
  SCHEDULE_PREVIEW_RUNS: 5,
};

/** Keys of what the browser keeps. */
const preferences =
  'theme dashboard_filters search_page_size search_sort_config search_type search_store_ids history_store history_user history_start_date history_end_date lastFullSyncCheck savedEmail bulk_price_page_size bulk_price_sort_config bulk_price_search_type bulk_price_store_ids';

const missing = (wanted: readonly string[], present: readonly string[]) =>
  wanted.filter((name) => !present.includes(name));

it('has every route', () => {
  const present = Object.values(webPaths).map((address) => address.replaceAll(/\$\w+/g, '{}'));
  expect(missing(routes, present)).toEqual([]);
});

it('has every call', () => {
  expect(missing(calls, Object.values(apiPaths))).toEqual([]);
});

it.each(entities)('%s has every field', (_name, shapes, fields) => {
  const present = shapes.flatMap(({ shape }) => Object.keys(shape));
  expect(missing(fields.split(' '), present)).toEqual([]);
});

it.each(sentences)('%s has its words', (place, words, ...args) => {
  const between = (text: string) => text.split(/\{[^}]*\}|70[123]/).join('{}');
  const sentence = place
    .split('.')
    .reduce<unknown>((tree, name) => Reflect.get(Object(tree), name), messages);
  const text =
    typeof sentence === 'function' ? sentence(...(args.length ? args : [701, 702, 703])) : sentence;
  expect(between(text)).toBe(between(words));
});

it.each(Object.entries(values))('%s has its value', (name, value) => {
  expect(Reflect.get(constants, name)).toEqual(value);
});

it('keeps every preference under its key', () => {
  expect(missing(preferences.split(' '), Object.values(constants.PREFERENCE_KEYS))).toEqual([]);
});
