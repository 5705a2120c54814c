import { type ConstantName, constantRow, type Row, rowsOf, type TestName } from '../row.ts';
import {
  authSession,
  bulkPrice,
  dashboardFilters,
  history,
  historyAddress,
  historyCalls,
  historyChanges,
  layout,
  maxPages,
  mssqlForm,
  mssqlShapes,
  paginationTestScreen,
  priceEdits,
  productShapes,
  providers,
  scheduleCalls,
  scheduleShapes,
  search,
  searchAddress,
  searchScreen,
  shopifyFormScreen,
  signIn,
  storeForm,
  storeShapes,
  syncCalls,
  syncState,
  syncStatuses,
} from './files.ts';

const row = (names: readonly ConstantName[], what: string, ...shownBy: TestName[]) =>
  constantRow(9, names, what, ...shownBy);
/** Preferences are listed in section 3. */
const preference = rowsOf(3);

export const constantRows: readonly Row[] = [
  row(
    ['SYNC_STATUS_POLL_MS'],
    'Sync status polling on the dashboard: every 3 s',
    syncStatuses('asks every 3 s about the syncing stores, and about all of them every 10 s'),
  ),
  row(
    ['STORE_DETAIL_POLL_ACTIVE_MS', 'STORE_DETAIL_POLL_IDLE_MS'],
    'Store detail polling: 2 s while in progress, else 5 s',
    ['apps/web/src/features/sync/api/get-sync-status.test.tsx', 'the page of a store asks every %s'],
  ),
  row(
    ['SYNC_STATUS_FULL_CHECK_MS'],
    'Full status re-check of all stores: at most every 10 s',
    syncState('after 10 s every store is asked about'),
    syncStatuses('asks every 3 s about the syncing stores, and about all of them every 10 s'),
  ),
  row(
    ['PRODUCT_PAGE_SIZE'],
    'Product fetch page size: 250',
    productShapes('the products of a store come in pages of at most 250'),
  ),
  row(
    ['SEARCH_DEFAULT_PAGE_SIZE', 'SEARCH_PAGE_SIZES'],
    'Search page size: 50; choices 10, 20, 50, 100',
    search('pages: numbers with ellipses, previous and next, sizes that are kept'),
    searchAddress('starts from the defaults of the specification'),
    searchScreen(
      'a result shows name, barcode, price, cost and store; a variant is named unless it is the only one there is',
    ),
  ),
  row(
    ['SEARCH_MAX_LIMIT', 'HISTORY_MAX_PAGE_SIZE'],
    'View-all fallback limit: 5000, the total when known',
    historyChanges('loads request by request until all are there, and shows no record twice'),
    productShapes('the search %j is refused'),
    searchScreen('all results are asked for in requests of at most 5000, until the total is there'),
  ),
  row(
    ['HISTORY_DEFAULT_PAGE_SIZE', 'HISTORY_PAGE_SIZES'],
    'History page size: 50; choices 10, 25, 50, 100, 250',
    history('pages of several sizes, and all at once'),
    historyAddress('starts with the first page of 50, unfiltered'),
  ),
  row(
    [],
    'History user filter: loaded from the first 20 records; here from the whole history, so that nobody is missing',
    historyCalls('lists everybody in the whole history once, as they were called the last time'),
  ),
  row(
    ['SYNC_LOGS_DEFAULT_LIMIT'],
    'Sync logs default limit: 100',
    syncCalls('a log lists the newest 100 runs unless asked otherwise, and all page by page'),
  ),
  row(
    ['SCHEDULED_SYNC_LOGS_DEFAULT_LIMIT'],
    'Scheduled sync log default limit: 50',
    scheduleCalls('the log lists the newest 50 runs unless asked otherwise, and all page by page'),
  ),
  row(
    ['SCHEDULED_SYNCS_DEFAULT_LIMIT'],
    'Scheduled syncs list default limit: 100',
    scheduleCalls('the list holds 100 unless asked otherwise'),
  ),
  row(
    ['ALL_PAGE_NUMBERS_UP_TO'],
    'Page numbers: all up to 7, else first, a window around the current page, ellipses, last',
    ['apps/web/src/components/data-table/page-numbers.test.ts', 'on page %i of %i shows "%s"'],
  ),
  row(
    ['DEFAULT_SEARCH_TYPE'],
    'Default search type: name',
    searchAddress('starts from the defaults of the specification'),
    productShapes('a search by its term alone takes the defaults of the specification'),
  ),
  row(
    ['DEFAULT_MAPPING_DATA_TYPE'],
    'Default data type: string',
    mssqlShapes('a mapping starts as a string without transformation, and a custom target needs a name'),
  ),
  row(['DEFAULT_CURRENCY'], 'Currency display: $ with two decimals', [
    'apps/web/src/lib/format-money.test.ts',
    'shows %s in %s as %s',
  ]),
  row(
    ['PAGINATION_TEST_DEFAULT_PAGES', 'PAGINATION_TEST_MIN_PAGES', 'PAGINATION_TEST_MAX_PAGES'],
    'Pagination test max pages: 10 (1-100)',
    productShapes('a pagination test reads 1 to 100 pages, 10 unless said otherwise'),
    paginationTestScreen('ten pages are read unless another number is entered, and each page is listed'),
    maxPages('"%s" is none'),
  ),
  row(
    ['DEFAULT_API_VERSION', 'LEGACY_API_VERSIONS'],
    'API versions: 2023-10 (default), 2023-07, 2023-04, 2023-01, 2022-10, 2022-07',
    storeShapes('a new store starts from the defaults of the specification; unknown fields are dropped'),
    shopifyFormScreen('the form has the five sections and every field of a store'),
  ),
  row(
    ['MSSQL_DEFAULT_PORT'],
    'MSSQL default port: 1433',
    mssqlForm('a new store is sent as the contract has it'),
  ),
  row(
    ['SCHEDULE_DEFAULTS'],
    'Schedule defaults: daily, graphql, UTC, active, max_failures 3, hour 2, minute 0',
    scheduleShapes('a schedule takes the defaults of the specification'),
  ),
  row(
    ['REDIRECT_AFTER_STORE_CREATE_MS'],
    'Redirect after store create: 1.5 s',
    shopifyFormScreen('a created store is gone on to 1.5 s after the message'),
  ),
  row(
    ['SETTINGS_MESSAGE_MS'],
    'Settings message timeout: 3 s',
    providers('$what leaves by itself after $time ms'),
  ),
  row(
    ['INLINE_EDIT_FLASH_MS'],
    'Inline edit flash: 3 s',
    priceEdits(
      'a value is sent with the one it was based on, shown while it is on its way, and flashes when saved',
    ),
  ),
  row(['TOAST_MS'], 'Toast duration: 5 s', providers('$what leaves by itself after $time ms')),
  row(
    ['ACCESS_TOKEN_PREFIX'],
    'Token hint: starts with shpat_',
    storeForm('a token that does not start with shpat_ is remarked on'),
    shopifyFormScreen('the form has the five sections and every field of a store'),
  ),
  row(
    ['AUTH_REFRESH_TICK_MS', 'AUTH_REFRESH_THRESHOLD_TICKS'],
    'Auth auto-refresh: tick every 30 s, refresh when 3 ticks or fewer remain',
    authSession('a token is renewed by itself when three ticks of 30 s or fewer are left of it'),
  ),
  preference(
    'preference',
    'theme',
    layout('the theme follows the system until one is chosen, and the choice is kept'),
  ),
  preference(
    'preference',
    'dashboard_filters',
    dashboardFilters('filters are kept by the browser under dashboard_filters'),
  ),
  preference(
    'preference',
    'search_page_size',
    search('pages: numbers with ellipses, previous and next, sizes that are kept'),
  ),
  preference(
    'preference',
    'search_sort_config',
    searchAddress('fills in saved preferences where the address is silent'),
  ),
  preference(
    'preference',
    'search_type',
    searchAddress('fills in saved preferences where the address is silent'),
  ),
  preference(
    'preference',
    'search_store_ids',
    searchAddress('fills in saved preferences where the address is silent'),
  ),
  preference(
    'preference',
    'history_store',
    historyAddress('are kept under the names of the specification, and fill in what the address leaves out'),
  ),
  preference(
    'preference',
    'history_user',
    historyAddress('are kept under the names of the specification, and fill in what the address leaves out'),
  ),
  preference(
    'preference',
    'history_start_date',
    historyAddress('are kept under the names of the specification, and fill in what the address leaves out'),
  ),
  preference(
    'preference',
    'history_end_date',
    historyAddress('are kept under the names of the specification, and fill in what the address leaves out'),
  ),
  preference(
    'preference',
    'lastFullSyncCheck',
    syncStatuses('asks every 3 s about the syncing stores, and about all of them every 10 s'),
  ),
  preference(
    'preference',
    'savedEmail',
    signIn('remember me keeps the e-mail address in this browser, and only that'),
  ),
  preference(
    'preference',
    'bulk_price_page_size',
    bulkPrice(
      'search type, sort, page size and stores are kept for the next visit, apart from those of the search',
    ),
  ),
  preference(
    'preference',
    'bulk_price_sort_config',
    bulkPrice(
      'search type, sort, page size and stores are kept for the next visit, apart from those of the search',
    ),
  ),
  preference(
    'preference',
    'bulk_price_search_type',
    bulkPrice(
      'search type, sort, page size and stores are kept for the next visit, apart from those of the search',
    ),
  ),
  preference(
    'preference',
    'bulk_price_store_ids',
    bulkPrice(
      'search type, sort, page size and stores are kept for the next visit, apart from those of the search',
    ),
  ),
];
