/** Names, choices and limits. Without Zod, so that the web bundle can load it. */

import { ATTRIBUTES } from './attributes/attribute-table.ts';

export const DEFAULT_APP_NAME = 'Shopify Multi-Store Management';
export const APP_NAME_SETTING = 'app_name';
/** The settings with the credentials of the Shopify app. */
export const SHOPIFY_APP_SETTINGS = {
  apiKey: 'shopify_api_key',
  apiSecret: 'shopify_api_secret',
  callbackUrl: 'shopify_callback_url',
  scopes: 'shopify_scopes',
} as const;
/** Where Shopify redirects a browser, under `APP_URL`, unless the settings name another address. */
export const SHOPIFY_CALLBACK_PATH = '/oauth/shopify/callback';
/** Required for products and variants with cost and weight. */
export const REQUIRED_SHOPIFY_SCOPES = ['read_products', 'write_products'] as const;
/**
 * Requested unless the settings name other scopes. With `read_inventory`, webhooks report changed costs and
 * REST shows costs; without it, costs are read through GraphQL.
 */
export const SHOPIFY_SCOPES = [...REQUIRED_SHOPIFY_SCOPES, 'read_inventory'] as const;
export const API_BASE_PATH = '/api/v1';

// Stores

export const STORE_STATUSES = ['active', 'inactive', 'archived'] as const;
export type StoreStatus = (typeof STORE_STATUSES)[number];
export const DEFAULT_STORE_STATUS = 'active' satisfies StoreStatus;
export const STORE_STATUS_LABELS = { active: 'Active', inactive: 'Inactive', archived: 'Archived' } as const;

export const STORE_TYPES = ['shopify', 'development', 'test', 'mssql'] as const;
export type StoreType = (typeof STORE_TYPES)[number];
/** The types for `POST /stores`; SQL Server stores are created by `POST /mssql/stores`. */
export const PLATFORM_STORE_TYPES = ['shopify', 'development', 'test'] as const;
export const DEFAULT_STORE_TYPE = 'shopify' satisfies StoreType;

export const CONNECTION_METHODS = ['admin_api_token', 'oauth', 'client_credentials'] as const;
export type ConnectionMethod = (typeof CONNECTION_METHODS)[number];
export const DEFAULT_CONNECTION_METHOD = 'admin_api_token' satisfies ConnectionMethod;
/** Labels of the connection on a store's card. */
export const CONNECTION_METHOD_LABELS = {
  admin_api_token: 'Admin API',
  oauth: 'OAuth',
  client_credentials: 'OAuth',
} as const;

/** Shopify versions served now, newest first; offered before those of the specification. */
export const SUPPORTED_API_VERSIONS = ['2026-10', '2026-07', '2026-04', '2026-01'] as const;
export const LEGACY_API_VERSIONS = [
  '2023-10',
  '2023-07',
  '2023-04',
  '2023-01',
  '2022-10',
  '2022-07',
] as const;
export const API_VERSIONS = [...SUPPORTED_API_VERSIONS, ...LEGACY_API_VERSIONS] as const;
export const DEFAULT_API_VERSION = '2023-10';
export const ACCESS_TOKEN_PREFIX = 'shpat_';
export const SECRET_HINT_LENGTH = 4;
export const DEFAULT_CURRENCY = 'USD';

export const STORE_SORT_FIELDS = ['name', 'status', 'store_type', 'created_at', 'last_sync_at'] as const;
export type StoreSortField = (typeof STORE_SORT_FIELDS)[number];
export const DASHBOARD_FILTER_DEFAULTS = {
  status: '',
  store_type: '',
  sortBy: 'name',
  sortDirection: 'asc',
} as const;
export const REDIRECT_AFTER_STORE_CREATE_MS = 1_500;

// Syncing

export const SYNC_STATUSES = ['idle', 'in_progress', 'completed', 'failed'] as const;
export const SYNC_STATUS_LABELS = {
  idle: 'Idle',
  in_progress: 'Syncing',
  completed: 'Synced',
  failed: 'Failed',
} as const;
export const SYNC_METHODS = ['graphql', 'rest', 'mssql'] as const;
export type SyncMethod = (typeof SYNC_METHODS)[number];
export const SYNC_METHOD_LABELS = { graphql: 'GraphQL', rest: 'REST', mssql: 'MS SQL' } as const;
/** `changes`: only what changed since the last sync began; deletions are not found. */
export const SYNC_SCOPES = ['everything', 'changes'] as const;
export type SyncScope = (typeof SYNC_SCOPES)[number];
export const SYNC_TRIGGERS = ['manual', 'sync_all', 'schedule'] as const;
export type SyncTrigger = (typeof SYNC_TRIGGERS)[number];
/** `exporting`: the source prepares a bulk export; `reading`: pages arrive and are stored. */
export const SYNC_STAGES = ['queued', 'counting', 'exporting', 'reading', 'removing', 'verifying'] as const;
export type SyncStage = (typeof SYNC_STAGES)[number];

export const SYNC_STATUS_POLL_MS = 3_000;
export const SYNC_STATUS_FULL_CHECK_MS = 10_000;
export const SYNC_START_STATUS_DELAY_MS = 1_000;
export const STORE_LIST_REFRESH_DELAY_MS = 1_000;
export const STORE_DETAIL_POLL_ACTIVE_MS = 2_000;
export const STORE_DETAIL_POLL_IDLE_MS = 5_000;
/** A run without a heartbeat for this long may be reset. */
export const SYNC_STALLED_AFTER_MS = 60_000;
/** A removal of more products than this, and of more than this share of the store's, is held back. */
export const HELD_REMOVAL_MIN_PRODUCTS = 10;
export const HELD_REMOVAL_MIN_SHARE = 0.1;
export const SYNC_LOGS_DEFAULT_LIMIT = 100;
export const SYNC_LOGS_MAX_LIMIT = 500;
export const STATUS_BATCH_MAX_STORES = 1_000;

// Overview

/** Days in the dashboard's chart. */
export const ACTIVITY_DAYS = 30;
export const ACTIVITY_MAX_DAYS = 366;

/** What needs attention, most serious first. */
export const ATTENTION_KINDS = [
  'disk_low',
  'token_refused',
  'sync_failed',
  'sync_stopped',
  'edits_waiting',
  'scheduled_change',
  'schedule_stopped',
  'removals_held_back',
  'plan_waiting',
  'deviations',
  'edits_failed',
  'gaps',
  'stale',
  'never_synced',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];
/** Kinds that a person can dismiss. */
export const DISMISSIBLE_KINDS = ['edits_failed', 'gaps'] as const satisfies AttentionKind[];

// Webhooks

export const WEBHOOK_TOPICS = [
  'products/create',
  'products/update',
  'products/delete',
  'inventory_items/update',
  'bulk_operations/finish',
  'inventory_levels/update',
  'inventory_levels/connect',
  'inventory_levels/disconnect',
] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];
/** The topics to subscribe to: those of stock only if stock per location is on. */
export const webhookTopicsOf = ({ readsStock }: { readonly readsStock: boolean }): readonly WebhookTopic[] =>
  WEBHOOK_TOPICS.filter((topic) => readsStock || !topic.startsWith('inventory_levels/'));

// Editing

export const PRODUCT_STATUSES = Object.keys(
  ATTRIBUTES.status.choices,
) as readonly (keyof typeof ATTRIBUTES.status.choices)[];
/**
 * The ending of a computed price: `none` rounds to the currency's smallest unit, others to the nearest such
 * price.
 */
export const PRICE_ROUNDINGS = ['none', '.99', '.95', '.50', '.00'] as const;
export type PriceRounding = (typeof PRICE_ROUNDINGS)[number];
export const BULK_UPDATE_SYNCHRONOUS_LIMIT = 100;
export const BULK_UPDATE_MAX_PRODUCTS = 100_000;
/** Maximum variants (or products, for product attributes) of a bulk update. */
export const BULK_UPDATE_MAX_ITEMS = 250_000;
/** Failures included in an answer about a bulk update; the rest are listed with its items. */
export const BULK_UPDATE_ERRORS_SHOWN = 100;
/** Maximum characters of an author's note. */
export const NOTE_MAX_LENGTH = 500;
export const BULK_UPDATE_STATUSES = ['planned', 'in_progress', 'completed', 'failed', 'cancelled'] as const;
export type BulkUpdateStatus = (typeof BULK_UPDATE_STATUSES)[number];
export const BULK_UPDATE_ORIGINS = ['bulk_update', 'csv_import', 'undo'] as const;
export type BulkUpdateOrigin = (typeof BULK_UPDATE_ORIGINS)[number];
/** `outside`: found changed in the store itself. */
export const HISTORY_ORIGINS = [...BULK_UPDATE_ORIGINS, 'outside'] as const;
export type HistoryOrigin = (typeof HISTORY_ORIGINS)[number];
export const BULK_UPDATE_ITEM_STATUSES = [
  'planned',
  'sent',
  'succeeded',
  'failed',
  'conflict',
  'unchanged',
  'cancelled',
] as const;
export const BULK_UPDATE_ITEMS_PAGE_SIZE = 100;
export const BULK_UPDATE_ITEMS_MAX_PAGE_SIZE = 1_000;
/** What a preview asks a person to check; on a written row, `left_store` says that it left the store. */
export const BULK_UPDATE_WARNINGS = [
  'zero_price',
  'below_cost',
  'large_change',
  'compare_at_below_price',
  'negative_stock',
  'shared_identifier',
  'cleared',
  'may_leave_store',
  'left_store',
  'outlasts_sale',
  'guard_rail',
] as const;
export type BulkUpdateWarningCode = (typeof BULK_UPDATE_WARNINGS)[number];
export const PLAN_SUBMITTED_KEPT_DAYS = 30;
/** From waiting for its time to ended. */
export const SCHEDULED_CHANGE_STATES = ['scheduled', 'applied', 'reverted', 'kept', 'missed'] as const;
/** How far ahead a change may be scheduled. */
export const SCHEDULED_CHANGE_MAX_DAYS = 366;
export const PLAN_DECISIONS = ['approved', 'rejected', 'taken_over', 'withdrawn'] as const;
/** The effect of breaking a guard rail, mildest first. */
export const GUARD_RAIL_EFFECTS = ['warning', 'approval', 'block'] as const;
export const GUARD_RAILS_MAX = 200;
/** Maximum characters of an override reason. */
export const OVERRIDE_REASON_MAX_LENGTH = 500;
/** A larger price change is a warning. */
export const LARGE_PRICE_CHANGE_PERCENT = 50;
/** Unapplied previews expire after this time. */
export const BULK_UPDATE_PREVIEW_KEPT_MS = 24 * 60 * 60 * 1_000;
/** Milliseconds between polls of a running bulk update. */
export const BULK_UPDATE_POLL_MS = 1_000;
/** Seconds that an inline edit waits for its result before polling. */
export const INLINE_EDIT_WAIT_SECONDS = 10;
export const PRICE_STEP = '0.01';
export const INLINE_EDIT_FLASH_MS = 3_000;

// History

/** Changes of several batches that filters can undo at once. */
export const UNDO_MAX_FILTERED = 50_000;
/** Where a change came from; for those found in the store, how they were found. */
export const HISTORY_SOURCES = [...BULK_UPDATE_ORIGINS, 'sync', 'webhook'] as const;
export type HistorySource = (typeof HISTORY_SOURCES)[number];
export const HISTORY_PAGE_SIZES = [10, 25, 50, 100, 250] as const;
export const HISTORY_DEFAULT_PAGE_SIZE = 50;
export const HISTORY_MAX_PAGE_SIZE = 5_000;

// Pagination test

export const PAGINATION_TEST_DEFAULT_PAGES = 10;
export const PAGINATION_TEST_MIN_PAGES = 1;
export const PAGINATION_TEST_MAX_PAGES = 100;

// Retention

/** What is kept for a limited time: the setting, and its default, minimum and maximum days. */
export const RETENTION = {
  history: { setting: 'retention_history_days', days: 730, least: 30 },
  batch_items: { setting: 'retention_batch_items_days', days: 90, least: 7 },
  runs: { setting: 'retention_runs_days', days: 90, least: 7 },
  deliveries: { setting: 'retention_deliveries_days', days: 30, least: 7 },
  audit: { setting: 'retention_audit_days', days: 2_557, least: 365 },
} as const;
/** Stock that syncs and webhooks found changed goes earlier: every sale changes it. Shopify keeps its own for as long. */
export const FOUND_STOCK_DAYS = 90;
export const RETENTION_MOST_DAYS = 36_500;
export type RetentionKind = keyof typeof RETENTION;
export const RETENTION_KINDS = Object.keys(RETENTION) as RetentionKind[];
/** The parts of the database's size. */
export const STORAGE_PARTS = ['catalogue', 'search_index', 'history', 'plans', 'runs', 'other'] as const;
export type StoragePart = (typeof STORAGE_PARTS)[number];

// Sign-in

/** Maximum number of stores that a member or an API key can be limited to. */
export const SEEN_STORES_MAX = 500;
/** The prefix of every API key's secret. */
export const API_KEY_START = 'sfk_';
export const API_KEY_REQUESTS_PER_MINUTE = { least: 1, usual: 600, most: 60_000 } as const;
export const MIN_PASSWORD_LENGTH = 8;
export const AUTH_REFRESH_TICK_MS = 30_000;
export const AUTH_REFRESH_THRESHOLD_TICKS = 3;

// Messages on screen

export const SETTINGS_MESSAGE_MS = 3_000;
export const TOAST_MS = 5_000;

/** Keys of preferences in the browser's storage. */
export const PREFERENCE_KEYS = {
  theme: 'theme',
  dashboardFilters: 'dashboard_filters',
  searchPageSize: 'search_page_size',
  searchSortConfig: 'search_sort_config',
  searchType: 'search_type',
  searchStoreIds: 'search_store_ids',
  historyStore: 'history_store',
  historyUser: 'history_user',
  historyStartDate: 'history_start_date',
  historyEndDate: 'history_end_date',
  lastFullSyncCheck: 'lastFullSyncCheck',
  savedEmail: 'savedEmail',
  bulkPricePageSize: 'bulk_price_page_size',
  bulkPriceSortConfig: 'bulk_price_sort_config',
  bulkPriceSearchType: 'bulk_price_search_type',
  bulkPriceStoreIds: 'bulk_price_store_ids',
  searchLayout: 'search_layout',
  bulkPriceLayout: 'bulk_price_layout',
  notifyOfEnds: 'notify_of_ends',
  firstSteps: 'first_steps',
  exportFormat: 'export_format',
  exportColumns: 'export_columns',
  hasPinnedViews: 'has_pinned_views',
} as const;
