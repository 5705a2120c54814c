import { constantRow, type Row } from '../row.ts';
import {
  bulkUpdateCalls,
  dashboardFilters,
  mssqlLooking,
  passwordPolicy,
  priceGrid,
  productCalls,
  scheduleCalls,
  scheduleForm,
  scheduleShapes,
  startSync,
  storeCalls,
  storeShapes,
  syncRuns,
  syncService,
  syncStatuses,
} from './files.ts';

/** Numbers, limits and defaults of the other sections, and of what is decided where the specification is silent. */
export const elsewhereRows: readonly Row[] = [
  constantRow(
    2,
    ['DASHBOARD_FILTER_DEFAULTS'],
    'dashboard_filters: status empty, store_type empty, sortBy name, sortDirection asc',
    dashboardFilters('nothing saved and nothing in the address: every store, by name, ascending'),
  ),
  constantRow(
    3,
    ['DEFAULT_STORE_STATUS', 'DEFAULT_STORE_TYPE', 'DEFAULT_CONNECTION_METHOD'],
    'A new store is active, of the type shopify, connected by admin_api_token',
    storeShapes('a new store starts from the defaults of the specification; unknown fields are dropped'),
  ),
  constantRow(
    4,
    ['SYNC_START_STATUS_DELAY_MS'],
    'Status after the start of a sync: about 1 s',
    startSync('a store shows as syncing at once, and its status is fetched a second after the start'),
  ),
  constantRow(
    4,
    ['STORE_LIST_REFRESH_DELAY_MS'],
    'The store list after the last sync: 1 s',
    syncStatuses('stops asking once no store is syncing, and says so a second later'),
  ),
  constantRow(
    4,
    ['SCHEDULE_CONFIG_DEFAULTS'],
    'Settings of a schedule once its type is chosen',
    scheduleForm('choosing %s in a new schedule resets its settings'),
  ),
  constantRow(
    4,
    ['SYNC_STALLED_AFTER_MS'],
    'A run without a sign of life may be reset: 60 s (decided)',
    syncService('is for a run that shows no life for 60 s, and not before'),
  ),
  constantRow(
    4,
    ['HELD_REMOVAL_MIN_PRODUCTS', 'HELD_REMOVAL_MIN_SHARE'],
    'A removal waits for a person: more than 10 products and more than a tenth (decided)',
    syncRuns('$vanish of $stored: $because'),
  ),
  constantRow(
    5,
    ['PRICE_STEP'],
    'Step of price and cost: 0.01',
    priceGrid('the arrow keys step an open value by 0.01'),
  ),
  constantRow(
    5,
    ['SCHEDULE_MIN_FAILURES', 'SCHEDULE_MAX_FAILURES'],
    'Max failures of a schedule: 1-10',
    scheduleShapes('the schedule %j is refused'),
  ),
  constantRow(
    5,
    ['MIN_PASSWORD_LENGTH'],
    'Length of a password: at least 8 characters (decided)',
    passwordPolicy('counts characters, not bytes'),
  ),
  constantRow(
    7,
    ['EMPTY_STORE_IDS'],
    '__EMPTY__ for an empty list of stores',
    productCalls('finds nothing in unknown stores and in an empty list of stores'),
  ),
  constantRow(
    7,
    ['SECRET_HINT_LENGTH'],
    'Hint of a secret: its last 4 characters (decided)',
    storeCalls('keeps every field, normalises the address and answers secrets as a hint only'),
  ),
  constantRow(
    7,
    ['BULK_UPDATE_SYNCHRONOUS_LIMIT'],
    'Bulk update answered at once: up to 100 variants (decided)',
    bulkUpdateCalls('takes up to 100 variants, and for more asks for the header'),
  ),
  constantRow(
    7,
    ['MSSQL_QUERY_ROW_CAP'],
    'Rows of a query: at most 1,000 (decided)',
    mssqlLooking('answers at most 1,000 rows, and says that there are more'),
  ),
  constantRow(
    7,
    ['SCHEDULE_PREVIEW_RUNS'],
    'Runs that the schedule form shows before saving: 5 (decided)',
    scheduleCalls('the preview says a schedule in words and its next five runs'),
  ),
];
