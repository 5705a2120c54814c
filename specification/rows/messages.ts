import { messageRow, type Row, rowsOf, type TestName } from '../row.ts';
import {
  authSession,
  bulkUpdate,
  dashboard,
  firstRun,
  history,
  layout,
  mssqlFormScreen,
  mssqlMappings,
  mssqlPanel,
  mssqlProducts,
  mssqlStore,
  search,
  searchScreen,
  settings,
  signIn,
  signInCalls,
  storeForm,
  syncNotice,
} from './files.ts';

const error = (what: string, ...shownBy: TestName[]) =>
  rowsOf(8)('rule', `Error of the sign-in service: ${what}`, ...shownBy);

export const messageRows: readonly Row[] = [
  messageRow(8, 'unexpectedError', 'An unexpected error occurred. Please try again later.', [
    'apps/web/src/features/history/components/changes.test.tsx',
    'tells an answer that nobody expected apart from a failure',
  ]),
  messageRow(8, 'unknownError', 'Unknown error', [
    'apps/web/src/app/routes/dashboard.test.tsx',
    'a store whose sync did not start, with no word of why, is still named',
  ]),
  messageRow(8, 'networkError', 'Network Error', settings('what fails says so, and what was typed stays')),
  messageRow(
    8,
    'login.tagline',
    'Manage your Shopify stores efficiently',
    signIn('a wrong password is refused in the words of the sign-in service, and nothing typed is lost'),
  ),
  messageRow(
    8,
    'login.emailMissing',
    'Please enter your email address',
    signIn('a forgotten password is replaced through the link in the mail, which works once'),
  ),
  messageRow(
    8,
    'login.credentialsMissing',
    'You must provide either an email or phone number and a password',
    authSession('a sign-in wants an e-mail address or a phone number, and a password'),
  ),
  messageRow(
    8,
    'login.resetMailSent',
    'Password reset instructions sent to your email',
    signIn('a forgotten password is replaced through the link in the mail, which works once'),
  ),
  messageRow(
    8,
    'dashboard.title',
    'Store Dashboard',
    bulkUpdate('a new search asks before it drops the selection; another screen does not drop it'),
  ),
  messageRow(
    8,
    'dashboard.syncing',
    '{count} Store(s) Syncing',
    ['apps/web/src/app/routes/dashboard.test.tsx', 'the numbers are read again after a sync has ended'],
    ['e2e/first-run.spec.ts', 'from the one-time link to a search across two stores'],
  ),
  messageRow(
    8,
    'dashboard.empty',
    'No Shopify stores connected yet.',
    firstRun('from the one-time link to a search across two stores'),
  ),
  messageRow(8, 'dashboard.loadFailed', 'Failed to load stores. Please try again.', [
    'apps/web/src/app/routes/dashboard.test.tsx',
    'a server that is away is said to be so, and everything comes by itself once it is back',
  ]),
  messageRow(8, 'dashboard.syncAllFailed', 'Failed to sync stores', [
    'apps/web/src/app/routes/dashboard.test.tsx',
    'a sync of all stores that fails without a reason is still said to have failed',
  ]),
  messageRow(8, 'stores.notFound', 'Store not found!', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'a store that does not exist, or cannot be read, says which',
  ]),
  messageRow(8, 'stores.notFoundOnPage', 'Store not found', layout('a store that is not there says so')),
  messageRow(
    8,
    'stores.confirmDelete',
    'Are you sure you want to delete this store? This action cannot be undone.',
    dashboard('a store is deleted after a question; Cancel keeps it'),
  ),
  messageRow(8, 'stores.deleteFailed', 'Failed to delete store. Please try again later.', [
    'apps/web/src/app/routes/dashboard.test.tsx',
    'a store that cannot be deleted stays, and the question says why',
  ]),
  messageRow(
    8,
    'stores.deleted',
    'Store deleted successfully!',
    dashboard('a store is deleted after a question; Cancel keeps it'),
  ),
  messageRow(
    8,
    'stores.created',
    'Store created successfully!',
    [
      'apps/web/src/app/routes/store-form-shopify.test.tsx',
      'a new store is created, with its tags as a list, and gone on to',
    ],
    [
      'apps/web/src/app/routes/store-form-shopify.test.tsx',
      'a created store is gone on to 1.5 s after the message',
    ],
  ),
  messageRow(8, 'stores.updated', 'Store updated successfully!', [
    'apps/web/src/app/routes/store-form-shopify.test.tsx',
    'a saved store is edited: a blank token is kept, and only what was changed is sent',
  ]),
  messageRow(
    8,
    'stores.mssqlCreated',
    'MS SQL store created successfully!',
    mssqlStore('a table is tried out and connected, and what was saved can be changed'),
  ),
  messageRow(
    8,
    'stores.mssqlUpdated',
    'MS SQL store updated successfully!',
    mssqlStore('a table is tried out and connected, and what was saved can be changed'),
  ),
  messageRow(
    8,
    'stores.createFailed',
    'Failed to create store. Please check your inputs and try again.',
    mssqlStore('each refusal says what to do, with the fields as they were'),
  ),
  messageRow(
    8,
    'stores.updateFailed',
    'Failed to update store. Please check your inputs and try again.',
    mssqlFormScreen('an update that fails keeps what was typed'),
  ),
  messageRow(
    8,
    'stores.connectionTestFieldsMissing',
    'Shop URL and Access Token are required to test connection',
    storeForm('a connection is tested only with an address and a token'),
  ),
  messageRow(
    8,
    'stores.connectionTestError',
    'Failed to test connection. Please check your inputs and try again.',
    mssqlFormScreen('what a test refuses stands at its field'),
  ),
  messageRow(
    8,
    'stores.connectionTestFailed',
    'Connection test failed',
    mssqlStore('each refusal says what to do, with the fields as they were'),
  ),
  messageRow(
    8,
    'stores.wrongFormForMssql',
    'This is not an MS SQL store. Please use the appropriate edit form.',
    mssqlStore('each kind of store has its own form, and neither shows a store that is not there'),
  ),
  messageRow(
    8,
    'storeDetail.loadFailed',
    'Failed to load store data. Please try again later.',
    mssqlFormScreen('a store that cannot be read can be asked for again, or left'),
  ),
  messageRow(8, 'storeDetail.loadingProducts', 'Loading products...', [
    'apps/web/src/app/routes/store-detail-status.test.tsx',
    'products on their way are announced',
  ]),
  messageRow(8, 'storeDetail.noProducts', 'No products found for this store.', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'a store without products says so',
  ]),
  messageRow(8, 'storeDetail.allLoaded', 'All {count} Products Loaded', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'products come page by page, forwards and back, until all are loaded',
  ]),
  messageRow(8, 'storeDetail.loadAllFailed', 'Failed to load all products. Please try again later.', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'products that cannot be loaded say so, at first and later',
  ]),
  messageRow(8, 'storeDetail.loadMoreFailed', 'Failed to load more products. Please try again.', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'products that cannot be loaded say so, at first and later',
  ]),
  messageRow(
    8,
    'storeDetail.neverSynced',
    'Never',
    dashboard('a card says what there is to know of a store'),
  ),
  messageRow(
    8,
    'sync.startFailed',
    'Failed to start {method} sync: {…}',
    dashboard('without a network the person is told, and the same button works once it is back'),
  ),
  messageRow(
    8,
    'sync.started',
    '{method} sync started for store. {productsCount} products found.',
    firstRun('from the one-time link to a search across two stores'),
  ),
  messageRow(8, 'sync.productsFound', '{productsCount} products found.', [
    'apps/server/test/mssql/generation.test.ts',
    'is started by what the mappings say, and brings the table',
  ]),
  messageRow(8, 'sync.mssqlStarted', 'MS SQL sync started successfully. {message}', [
    'apps/web/src/app/routes/store-detail-status.test.tsx',
    'an MS SQL store is synced once that is confirmed, and says what the server said',
  ]),
  messageRow(
    8,
    'sync.restStarted',
    'Successfully started sync for {productsCount} products from {pages} pages. There are more products available.',
    [
      'apps/web/src/app/routes/store-detail.test.tsx',
      'REST is offered for a test store only, and says what its first page holds',
    ],
    ['apps/server/test/sync/rest-sync.test.ts', 'tells of one page that there are no more'],
  ),
  messageRow(8, 'sync.completed', 'Sync completed successfully', [
    'apps/web/src/app/routes/store-detail-status.test.tsx',
    'a sync that ends while the page is open is told of',
  ]),
  messageRow(
    8,
    'sync.failed',
    'Sync failed',
    dashboard('a sync that fails on its way is named on the card, and the next one heals it'),
  ),
  messageRow(
    8,
    'sync.completedNotice',
    'Sync completed successfully! {productsCount} products processed.',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
  ),
  messageRow(8, 'sync.failedNotice', 'Sync failed: {error}', [
    'apps/web/src/features/sync/use-sync-change-notice.test.ts',
    'a run that failed says why',
  ]),
  messageRow(8, 'sync.completedWithGaps', 'Completed with gaps', syncNotice('gaps are no plain success')),
  messageRow(
    8,
    'sync.forceStopped',
    'Sync was force stopped',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
  ),
  messageRow(
    8,
    'sync.confirmForceStop',
    'Are you sure you want to force stop this sync? It will not restart until its status is reset.',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
  ),
  messageRow(
    8,
    'sync.confirmReset',
    'Are you sure you want to reset the sync status of this store? New syncs will be allowed.',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
  ),
  messageRow(
    8,
    'sync.confirmGraphql',
    'Are you sure you want to sync all products of this store with GraphQL?',
    firstRun('from the one-time link to a search across two stores'),
  ),
  messageRow(
    8,
    'sync.confirmMssql',
    'Are you sure you want to sync all products of this MS SQL store?',
    mssqlProducts('a table is mapped, previewed, synced, found, edited and put back'),
  ),
  messageRow(8, 'sync.forceStopFailed', 'Failed to force stop sync: {message}', [
    'apps/web/src/app/routes/store-detail-status.test.tsx',
    '$button that fails says why, in the question',
  ]),
  messageRow(8, 'sync.resetFailed', 'Failed to reset sync status: {message}', [
    'apps/web/src/app/routes/store-detail-status.test.tsx',
    '$button that fails says why, in the question',
  ]),
  messageRow(
    8,
    'sync.resetDone',
    'Sync status was reset. New syncs are allowed.',
    [
      'apps/web/src/app/routes/store-detail-status.test.tsx',
      'a status that was reset is idle again, and that is said',
    ],
    [
      'apps/server/test/sync/sync-calls.test.ts',
      'is stopped within 2 s while its shop is silent, and synced again after a reset',
    ],
  ),
  messageRow(8, 'sync.graphqlTestPassed', 'GraphQL connection successful! Connected to: {shopName}', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'the connection test says whose shop answered, or the detail of what went wrong',
  ]),
  messageRow(8, 'sync.graphqlTestFailed', 'GraphQL connection failed: {detail}', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'the connection test says whose shop answered, or the detail of what went wrong',
  ]),
  messageRow(8, 'sync.productsFailed', 'Error syncing products: {message}', [
    'apps/web/src/app/routes/scheduled-sync-logs.test.tsx',
    'a run that failed shows its error, one by Run Now who started it',
  ]),
  messageRow(8, 'search.title', 'Product Search', [
    'e2e/csv.spec.ts',
    'nothing is written before the preview is applied, and it can be cancelled',
  ]),
  messageRow(
    8,
    'search.hint',
    'Enter a search term to find products across your stores.',
    search('before a search there is a hint, and an empty term is not sent'),
  ),
  messageRow(8, 'search.found', 'Found {total} products. Displaying page {page} of {pages}.', [
    'e2e/csv.spec.ts',
    'what a search finds goes to a file, is changed there, and comes back as a preview',
  ]),
  messageRow(
    8,
    'search.showing',
    'Showing {shown} of {total} results',
    bulkUpdate(
      'rows are selected one by one, by product, by page and all together, and stay so over pages and View All',
    ),
  ),
  messageRow(
    8,
    'search.empty',
    'No products found',
    search('the result is counted exactly, and nothing found says so'),
  ),
  messageRow(
    8,
    'search.storesSelected',
    '{selected} of {total} selected',
    search('the store filter narrows the search; no store selected finds nothing'),
  ),
  messageRow(
    8,
    'search.viewAll',
    'View All Results',
    bulkUpdate(
      'rows are selected one by one, by product, by page and all together, and stay so over pages and View All',
    ),
  ),
  messageRow(
    8,
    'search.paginated',
    'Paginated View',
    bulkUpdate(
      'rows are selected one by one, by product, by page and all together, and stay so over pages and View All',
    ),
  ),
  messageRow(
    8,
    'search.failed',
    'Failed to search products. Please try again.',
    search('a server that answers %i gets a sentence, and Retry finds the products'),
  ),
  messageRow(
    8,
    'search.loadAllFailed',
    'Failed to load all results. Please try again.',
    searchScreen('all results that cannot be loaded say so, and Retry loads them'),
  ),
  messageRow(
    8,
    'bulkUpdate.updateBoth',
    'Update both barcode and SKU with the same value',
    bulkUpdate('one value for barcode and SKU, where one of them is chosen'),
  ),
  messageRow(
    8,
    'bulkUpdate.updateBothHint',
    "(Only works when 'Barcode' or 'SKU' is selected)",
    bulkUpdate('one value for barcode and SKU, where one of them is chosen'),
  ),
  messageRow(
    8,
    'bulkUpdate.failed',
    'Failed to update products. Please try again.',
    bulkUpdate('products of an archived store cannot be changed; those of others can'),
  ),
  messageRow(
    8,
    'bulkUpdate.failedWith',
    'Failed to update products: {errors}',
    bulkUpdate(
      'a price that was changed in the shop meanwhile is kept, shown with both values, and tried again',
    ),
  ),
  messageRow(8, 'bulkUpdate.partial', 'Partially updated products: {succeeded} succeeded, {failed} failed.', [
    'e2e/csv.spec.ts',
    'a file with a byte order mark, semicolons and decimal commas is read; rows that fit nothing, or more than one, say so',
  ]),
  messageRow(8, 'bulkUpdate.succeeded', 'Successfully updated {count} products with new {attribute} value.', [
    'e2e/csv.spec.ts',
    'what a search finds goes to a file, is changed there, and comes back as a preview',
  ]),
  messageRow(
    8,
    'history.title',
    'Change History',
    history('before anything was changed there is nothing to see, and nothing to filter by'),
  ),
  messageRow(
    8,
    'history.empty',
    'No changes found',
    history('before anything was changed there is nothing to see, and nothing to filter by'),
  ),
  messageRow(8, 'history.storesLoadFailed', 'Failed to load stores. Please try again later.', [
    'e2e/history.spec.ts',
    '%s that cannot be read get their sentence, and Retry',
  ]),
  messageRow(8, 'history.loadFailed', 'Failed to load change history. Please try again later.', [
    'e2e/history.spec.ts',
    '%s that cannot be read get their sentence, and Retry',
  ]),
  messageRow(8, 'mappings.tableMissing', 'Please select a table first', mssqlPanel('defaults need a table')),
  messageRow(
    8,
    'mappings.loadFailed',
    'Failed to load field mappings',
    mssqlPanel('mappings that cannot be read say so'),
  ),
  messageRow(8, 'mappings.added', 'Field mapping added successfully', [
    'apps/web/src/app/routes/store-detail-mssql.test.tsx',
    'a mapping is added: the price takes a number, and a custom field its name',
  ]),
  messageRow(
    8,
    'mappings.addFailed',
    'Failed to add field mapping',
    mssqlPanel('what the server refuses stands at its field, and nothing that was typed is lost'),
  ),
  messageRow(
    8,
    'mappings.confirmDelete',
    'Are you sure you want to delete this mapping?',
    mssqlPanel('a mapping is deleted once it is confirmed, and a failure stays in the question'),
  ),
  messageRow(
    8,
    'mappings.deleted',
    'Field mapping deleted successfully',
    mssqlMappings('is added with the defaults, listed, changed and deleted'),
  ),
  messageRow(
    8,
    'mappings.deleteFailed',
    'Failed to delete field mapping',
    mssqlPanel('a mapping is deleted once it is confirmed, and a failure stays in the question'),
  ),
  messageRow(
    8,
    'mappings.generated',
    'Generated {count} default mappings',
    mssqlProducts('a table is mapped, previewed, synced, found, edited and put back'),
  ),
  messageRow(
    8,
    'mappings.generateFailed',
    'Failed to generate default mappings',
    mssqlPanel('defaults that cannot be made say why'),
  ),
  messageRow(
    8,
    'settings.keyMissing',
    'Setting key is required.',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.loadFailed',
    'Failed to fetch settings. Please try again later.',
    settings('what fails says so, and what was typed stays'),
  ),
  messageRow(
    8,
    'settings.created',
    'Setting {key} created successfully.',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.createFailed',
    'Failed to create setting. Please try again.',
    settings('what fails says so, and what was typed stays'),
  ),
  messageRow(
    8,
    'settings.updated',
    'Setting {key} updated successfully.',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.updateFailed',
    'Failed to update setting {key}. Please try again.',
    settings('what fails says so, and what was typed stays'),
  ),
  messageRow(
    8,
    'settings.confirmDelete',
    'Are you sure you want to delete the setting {key}?',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.deleted',
    'Setting {key} deleted successfully.',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.deleteFailed',
    'Failed to delete setting {key}. Please try again.',
    settings('what fails says so, and what was typed stays'),
  ),
  messageRow(8, 'paginationTest.failed', 'Failed to run pagination test. Please try again.', [
    'apps/web/src/app/routes/pagination-test.test.tsx',
    'a test that fails says why, and the last result stays',
  ]),
  messageRow(
    8,
    'scheduledSyncs.nameMissing',
    'Name is required',
    ['packages/contract/src/scheduled-syncs.test.ts', 'the schedule %j is refused'],
    ['apps/web/src/features/scheduled-syncs/schedule-form.test.ts', '%j is not saved'],
  ),
  messageRow(
    8,
    'scheduledSyncs.storeMissing',
    'Store selection is required',
    ['packages/contract/src/scheduled-syncs.test.ts', 'the schedule %j is refused'],
    ['apps/web/src/features/scheduled-syncs/schedule-form.test.ts', '%j is not saved'],
  ),
  messageRow(
    8,
    'scheduledSyncs.daysMissing',
    'At least one day must be selected for weekly schedule',
    ['packages/contract/src/scheduled-syncs.test.ts', 'the schedule %j is refused'],
    ['apps/web/src/features/scheduled-syncs/schedule-form.test.ts', '%j is not saved'],
  ),
  messageRow(
    8,
    'scheduledSyncs.cronMissing',
    'Cron expression is required for cron schedule',
    ['packages/contract/src/scheduled-syncs.test.ts', 'the schedule %j is refused'],
    ['apps/web/src/features/scheduled-syncs/schedule-form.test.ts', '%j is not saved'],
  ),
  messageRow(8, 'scheduledSyncs.loadFailed', 'Failed to load scheduled syncs', [
    'apps/web/src/app/routes/scheduled-syncs.test.tsx',
    'a list that cannot be read can be asked for again',
  ]),
  messageRow(8, 'scheduledSyncs.initialDataFailed', 'Failed to load initial data', [
    'apps/web/src/app/routes/scheduled-sync-form.test.tsx',
    'a form whose %s cannot be read can be asked for again',
  ]),
  messageRow(8, 'scheduledSyncs.loadOneFailed', 'Failed to load scheduled sync data', [
    'apps/web/src/app/routes/scheduled-sync-form.test.tsx',
    'a form whose %s cannot be read can be asked for again',
  ]),
  messageRow(8, 'scheduledSyncs.createFailed', 'Failed to create scheduled sync', [
    'apps/web/src/app/routes/scheduled-sync-form.test.tsx',
    'a failure without a field says what the server said, and keeps what was typed',
  ]),
  messageRow(8, 'scheduledSyncs.updateFailed', 'Failed to update scheduled sync', [
    'apps/web/src/app/routes/scheduled-sync-form.test.tsx',
    'an update that fails says so',
  ]),
  messageRow(8, 'scheduledSyncs.toggleFailed', 'Failed to toggle sync: {message}', [
    'apps/web/src/app/routes/scheduled-syncs.test.tsx',
    'a switch that fails says why',
  ]),
  messageRow(8, 'scheduledSyncs.executeFailed', 'Failed to execute sync: {message}', [
    'apps/web/src/app/routes/scheduled-syncs.test.tsx',
    'Run Now says why it was %s, until that is dismissed',
  ]),
  messageRow(8, 'scheduledSyncs.deleteFailed', 'Failed to delete sync: {message}', [
    'apps/web/src/app/routes/scheduled-syncs.test.tsx',
    'a deletion that fails says why, and asks again',
  ]),
  messageRow(
    8,
    'scheduledSyncs.executed',
    'Sync executed successfully!',
    [
      'apps/server/test/scheduled-syncs/schedule-story.test.ts',
      'Run Now syncs the store, is refused while that goes on, and is in the log with what it did',
    ],
    ['apps/web/src/app/routes/scheduled-syncs.test.tsx', 'Run Now says that it was started'],
  ),
  messageRow(8, 'scheduledSyncs.confirmDelete', 'Are you sure you want to delete this scheduled sync?', [
    'apps/web/src/app/routes/scheduled-syncs.test.tsx',
    'a schedule is deleted once that is confirmed',
  ]),
  messageRow(8, 'scheduledSyncs.notScheduled', 'Not scheduled', [
    'apps/web/src/app/routes/scheduled-syncs.test.tsx',
    'the badge and the next run of %j',
  ]),
  messageRow(8, 'scheduledSyncs.overdue', 'Overdue', [
    'apps/web/src/app/routes/scheduled-syncs.test.tsx',
    'the badge and the next run of %j',
  ]),
  messageRow(
    8,
    'scheduledSyncs.badges.inactive',
    'Inactive',
    ['apps/web/src/features/scheduled-syncs/schedule-badge.test.ts', 'the first of its states is shown: %j'],
    ['apps/web/src/app/routes/scheduled-syncs.test.tsx', 'the badge and the next run of %j'],
  ),
  messageRow(
    8,
    'scheduledSyncs.badges.maxRetries',
    'Failed (Max retries)',
    ['apps/web/src/features/scheduled-syncs/schedule-badge.test.ts', 'the first of its states is shown: %j'],
    ['apps/web/src/app/routes/scheduled-syncs.test.tsx', 'the badge and the next run of %j'],
  ),
  messageRow(
    8,
    'scheduledSyncs.badges.warning',
    'Warning',
    ['apps/web/src/features/scheduled-syncs/schedule-badge.test.ts', 'the first of its states is shown: %j'],
    ['apps/web/src/app/routes/scheduled-syncs.test.tsx', 'the badge and the next run of %j'],
  ),
  messageRow(
    8,
    'scheduledSyncs.badges.active',
    'Active',
    ['apps/web/src/features/scheduled-syncs/schedule-badge.test.ts', 'the first of its states is shown: %j'],
    ['apps/web/src/app/routes/scheduled-syncs.test.tsx', 'the badge and the next run of %j'],
  ),
  messageRow(8, 'scheduledSyncs.timezoneMissing', 'Timezone is required.', [
    'apps/web/src/features/scheduled-syncs/schedule-form.test.ts',
    '%j is not saved',
  ]),
  messageRow(8, 'scheduledSyncs.outOfRange', '{name} must be a whole number from {min} to {max}.', [
    'apps/server/src/modules/scheduled-syncs/scheduled-syncs.routes.test.ts',
    'a schedule with %j, at its field',
  ]),
  messageRow(8, 'scheduledSyncs.timezoneUnknown', 'There is no timezone with the name {name}.', [
    'apps/server/src/modules/scheduled-syncs/scheduled-syncs.routes.test.ts',
    'a schedule with %j, at its field',
  ]),
  messageRow(8, 'scheduledSyncs.neverDue', 'This schedule would never run: no year has such a day.', [
    'apps/server/src/modules/scheduled-syncs/scheduled-syncs.routes.test.ts',
    'a schedule with %j, at its field',
  ]),
  messageRow(
    8,
    'scheduledSyncs.shortMonth',
    'In a month without this day it runs on the last day of the month.',
    [
      'apps/web/src/app/routes/scheduled-sync-form.test.tsx',
      'the days that not every month has are explained',
    ],
  ),
  messageRow(8, 'scheduledSyncs.mssqlMethodOnly', 'An MS SQL store is synced with the MS SQL method.', [
    'apps/server/src/modules/scheduled-syncs/scheduled-syncs.routes.test.ts',
    'an MS SQL store by another method than its own',
  ]),
  messageRow(8, 'scheduledSyncs.mssqlMethodUnfit', 'The MS SQL method is for MS SQL stores only.', [
    'apps/server/src/modules/scheduled-syncs/scheduled-syncs.routes.test.ts',
    'a schedule with %j, at its field',
  ]),
  messageRow(
    8,
    'scheduledSyncs.deleted',
    'Scheduled sync deleted successfully.',
    [
      'apps/server/src/modules/scheduled-syncs/scheduled-syncs.routes.test.ts',
      'is made, read, changed and deleted',
    ],
    ['apps/web/src/app/routes/scheduled-syncs.test.tsx', 'a schedule is deleted once that is confirmed'],
  ),
  messageRow(8, 'scheduledSyncs.skipped.inactive', 'Skipped: the store is inactive.', [
    'apps/server/src/modules/scheduled-syncs/schedule-runs.test.ts',
    'the store is %s',
  ]),
  messageRow(8, 'scheduledSyncs.skipped.archived', 'Skipped: the store is archived.', [
    'apps/server/src/modules/scheduled-syncs/schedule-runs.test.ts',
    'the store is %s',
  ]),
  messageRow(8, 'scheduledSyncs.skipped.deleted', 'Skipped: the store was deleted.', [
    'apps/server/src/modules/scheduled-syncs/schedule-runs.test.ts',
    'the store was deleted after the run was claimed',
  ]),
  messageRow(8, 'scheduledSyncs.skipped.inProgress', 'Skipped: a sync of the store was still in progress.', [
    'apps/server/src/modules/scheduled-syncs/schedule-runs.test.ts',
    'a sync of the store is running',
  ]),
  messageRow(
    8,
    'scheduledSyncs.skipped.stalled',
    'Skipped: the last sync of the store has shown no sign of life. Reset its sync status to allow new syncs.',
    [
      'apps/server/src/modules/scheduled-syncs/schedule-runs.test.ts',
      'a sync of the store has shown no sign of life',
    ],
  ),
  messageRow(
    8,
    'scheduledSyncs.skipped.forceStopped',
    'Skipped: the last sync of the store was force stopped. Reset its sync status to allow new syncs.',
    [
      'apps/server/src/modules/scheduled-syncs/schedule-runs.test.ts',
      'the last sync was force stopped, until the reset',
    ],
  ),
  error(
    'session missing',
    authSession('without a session nobody is signed in, and no account can be changed'),
  ),
  error('invalid credentials', signInCalls('answers a wrong password and an unknown address alike')),
  error('weak password', [
    'apps/server/test/auth/profile.test.ts',
    'a weak password and the old one are refused with their reasons',
  ]),
  error('invalid token', signInCalls('tampered, unsigned, expired and foreign tokens are refused')),
];
