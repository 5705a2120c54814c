/** Every sentence of the specification for people. Without Zod, so that the web bundle can load it. */

import { LARGE_PRICE_CHANGE_PERCENT } from './constants.ts';
import { formatCount, formatQuantity, formatTotal } from './values/quantity.ts';

type StoreSyncMethod = 'GraphQL' | 'MS SQL' | 'REST';

export const messages = {
  unexpectedError: 'An unexpected error occurred. Please try again later.',
  unknownError: 'Unknown error',
  networkError: 'Network Error',

  login: {
    tagline: 'Manage your Shopify stores efficiently',
    emailMissing: 'Please enter your email address',
    credentialsMissing: 'You must provide either an email or phone number and a password',
    resetMailSent: 'Password reset instructions sent to your email',
  },

  bulkUpdates: {
    waitsForProducts: (products: string, minutesLeft: number | null) =>
      `Waits for ${products} that another update is writing.${minutesLeft === null ? '' : minutesLeft <= 1 ? ' About a minute is left.' : ` About ${minutesLeft} minutes are left.`}`,
    waitsForStore: (reason: string | null) => reason ?? 'The store asked for a pause.',
    waitsForWorker: 'Waits for a free worker.',
  },

  dashboard: {
    title: 'Store Dashboard',
    syncing: (count: number) => `${count} Store(s) Syncing`,
    empty: 'No Shopify stores connected yet.',
    loadFailed: 'Failed to load stores. Please try again.',
    syncAllFailed: 'Failed to sync stores',
  },

  stores: {
    notFound: 'Store not found!',
    notFoundOnPage: 'Store not found',
    confirmDelete: 'Are you sure you want to delete this store? This action cannot be undone.',
    deleteFailed: 'Failed to delete store. Please try again later.',
    deleted: 'Store deleted successfully!',
    created: 'Store created successfully!',
    updated: 'Store updated successfully!',
    mssqlCreated: 'MS SQL store created successfully!',
    mssqlUpdated: 'MS SQL store updated successfully!',
    createFailed: 'Failed to create store. Please check your inputs and try again.',
    updateFailed: 'Failed to update store. Please check your inputs and try again.',
    connectionTestFieldsMissing: 'Shop URL and Access Token are required to test connection',
    connectionTestError: 'Failed to test connection. Please check your inputs and try again.',
    connectionTestFailed: 'Connection test failed',
    wrongFormForMssql: 'This is not an MS SQL store. Please use the appropriate edit form.',
  },

  storeDetail: {
    loadFailed: 'Failed to load store data. Please try again later.',
    loadingProducts: 'Loading products...',
    noProducts: 'No products found for this store.',
    allLoaded: (count: number) => `All ${formatQuantity(count, 'Product')} Loaded`,
    loadAllFailed: 'Failed to load all products. Please try again later.',
    loadMoreFailed: 'Failed to load more products. Please try again.',
    neverSynced: 'Never',
  },

  sync: {
    startFailed: (method: StoreSyncMethod, message?: string | null) =>
      `Failed to start ${method} sync: ${message || 'Unknown error'}`,
    started: (method: 'GraphQL' | 'REST', productsCount: number) =>
      `${method} sync started for store. ${formatQuantity(productsCount, 'product')} found.`,
    changesStarted: 'Sync of changes started.',
    changesCompletedWith: ({ fullDue, skippedRows }: { fullDue: boolean; skippedRows: number }): string =>
      [
        'Changes synced',
        ...(skippedRows > 0 ? [`${countOf(skippedRows, 'row')} skipped`] : []),
        ...(fullDue ? ['a full sync is due'] : []),
      ].join(', '),
    /** Why a sync of changes is not possible. */
    changesNeedFull: 'Run a full sync once. After that, changes alone can be synced.',
    changesUnknown: 'This kind of store cannot report what changed. Run a full sync.',
    /** The source has fewer than the catalogue: something was removed, which only a full sync can find. */
    fewerAtSource: (source: string, stored: string) =>
      `The store reports ${source}, the catalogue has ${stored}: something was removed there. Only a full sync can find out what.`,
    moreAtSource: (source: string, stored: string) =>
      `The store reports ${source}, the catalogue has ${stored}. What was added in the last minutes arrives with the next sync of changes, anything else with the next full sync.`,
    productsFound: (productsCount: number) => `${formatQuantity(productsCount, 'product')} found.`,
    /** `message` is that of the response. */
    mssqlStarted: (message: string) => `MS SQL sync started successfully. ${message}`,
    restStarted: (productsCount: number, pages: number, hasMore: boolean) =>
      `Successfully started sync for ${formatQuantity(productsCount, 'product')} from ${formatQuantity(pages, 'page')}.${hasMore ? ' There are more products available.' : ''}`,
    completed: 'Sync completed successfully',
    failed: 'Sync failed',
    completedNotice: (productsCount: number) =>
      `Sync completed successfully! ${formatQuantity(productsCount, 'product')} processed.`,
    failedNotice: (error: string) => `Sync failed: ${error}`,
    completedWithGaps: 'Completed with gaps',
    /** The result of a completed sync, with what is missing, waiting or skipped. */
    completedWith: (left: { gaps: boolean; heldBack: number; skippedRows: number }): string => {
      const parts = [left.gaps ? messages.sync.completedWithGaps : 'Completed'];
      if (left.heldBack > 0) {
        parts.push(
          `${countOf(left.heldBack, 'product')} ${left.heldBack === 1 ? 'awaits' : 'await'} your decision`,
        );
      }
      if (left.skippedRows > 0) parts.push(`${countOf(left.skippedRows, 'row')} skipped`);
      return parts.length > 1 || left.gaps ? parts.join(', ') : messages.sync.completed;
    },
    forceStopped: 'Sync was force stopped',
    confirmForceStop:
      'Are you sure you want to force stop this sync? It will not restart until its status is reset.',
    confirmReset: 'Are you sure you want to reset the sync status of this store? New syncs will be allowed.',
    confirmGraphql: 'Are you sure you want to sync all products of this store with GraphQL?',
    confirmRest: 'Are you sure you want to sync all products of this store with REST?',
    confirmMssql: 'Are you sure you want to sync all products of this MS SQL store?',
    forceStopFailed: (message: string) => `Failed to force stop sync: ${message}`,
    resetFailed: (message: string) => `Failed to reset sync status: ${message}`,
    resetDone: 'Sync status was reset. New syncs are allowed.',
    graphqlTestPassed: (shopName: string) => `GraphQL connection successful! Connected to: ${shopName}`,
    graphqlTestFailed: (detail: string) => `GraphQL connection failed: ${detail}`,
    productsFailed: (message: string) => `Error syncing products: ${message}`,
  },

  search: {
    title: 'Product Search',
    hint: 'Enter a search term to find products across your stores.',
    found: (total: number, page: number, pages: number, isMore = false) =>
      `Found ${isMore ? 'more than ' : ''}${formatQuantity(total, 'product')}. Displaying page ${formatCount(page)} of ${formatTotal(pages, isMore)}.`,
    showing: (shown: number, total: number, isMore = false) =>
      `Showing ${formatCount(shown)} of ${isMore ? 'more than ' : ''}${formatQuantity(total, 'result')}`,
    empty: 'No products found',
    storesSelected: (selected: number, total: number) =>
      `${formatCount(selected)} of ${formatCount(total)} selected`,
    viewAll: 'View All Results',
    paginated: 'Paginated View',
    failed: 'Failed to search products. Please try again.',
    loadAllFailed: 'Failed to load all results. Please try again.',
  },

  bulkUpdate: {
    notFoundInScope:
      'There is no bulk update with this number in the stores that you see. One that also changes others is shown only to people who see all of its stores.',
    updateBoth: 'Update both barcode and SKU with the same value',
    updateBothHint: "(Only works when 'Barcode' or 'SKU' is selected)",
    failed: 'Failed to update products. Please try again.',
    failedWith: (errors: string) => `Failed to update products: ${errors}`,
    partial: (succeeded: number, failed: number) =>
      `Partially updated products: ${formatCount(succeeded)} succeeded, ${formatCount(failed)} failed.`,
    /** `row`: what the update counts. */
    succeeded: (count: number, attribute: string, row: 'product' | 'variant' | 'row' = 'variant') =>
      `Successfully updated ${formatQuantity(count, row)} with new ${attribute} value.`,
    lookAgain: 'Check these before you continue.',
    haveLooked: 'I have checked them and want these values.',
    warnings: {
      zero_price: (count: number) =>
        count === 1 ? '1 price becomes 0.' : `${formatCount(count)} prices become 0.`,
      below_cost: (count: number) =>
        count === 1 ? '1 price is below its cost.' : `${formatCount(count)} prices are below their cost.`,
      large_change: (count: number) =>
        `${count === 1 ? '1 row changes' : `${formatCount(count)} rows change`} by more than ${LARGE_PRICE_CHANGE_PERCENT}%.`,
    },
  },

  history: {
    title: 'Change History',
    empty: 'No changes found',
    storesLoadFailed: 'Failed to load stores. Please try again later.',
    loadFailed: 'Failed to load change history. Please try again later.',
  },

  mappings: {
    tableMissing: 'Please select a table first',
    loadFailed: 'Failed to load field mappings',
    added: 'Field mapping added successfully',
    addFailed: 'Failed to add field mapping',
    confirmDelete: 'Are you sure you want to delete this mapping?',
    deleted: 'Field mapping deleted successfully',
    deleteFailed: 'Failed to delete field mapping',
    generated: (count: number) => `Generated ${formatQuantity(count, 'default mapping')}`,
    generateFailed: 'Failed to generate default mappings',
  },

  settings: {
    keyMissing: 'Setting key is required.',
    loadFailed: 'Failed to fetch settings. Please try again later.',
    created: (key: string) => `Setting ${key} created successfully.`,
    createFailed: 'Failed to create setting. Please try again.',
    updated: (key: string) => `Setting ${key} updated successfully.`,
    updateFailed: (key: string) => `Failed to update setting ${key}. Please try again.`,
    confirmDelete: (key: string) => `Are you sure you want to delete the setting ${key}?`,
    deleted: (key: string) => `Setting ${key} deleted successfully.`,
    deleteFailed: (key: string) => `Failed to delete setting ${key}. Please try again.`,
  },

  paginationTest: {
    failed: 'Failed to run pagination test. Please try again.',
  },

  scheduledChanges: {
    timeMissing: 'Choose a day and a time.',
    timeInvalid: 'A time is written like 2026-11-27T00:00; 24:00 is the end of a day.',
    startPassed: 'This time has passed. Choose a later one, or apply the plan now.',
    endPassed: 'This time has passed. Choose a later one, or end it now.',
    endBeforeStart: 'It has to end after it begins.',
    tooFarAhead: (days: number) => `At most ${days} days ahead.`,
    isScheduled: 'This update is scheduled. Cancel its schedule first.',
    otherRows: 'Other rows were left out meanwhile. Look at the preview again.',
    notScheduled: 'This update is no longer scheduled. Reload it.',
    notApplied: 'This update is not applied, or was already reverted. Look at it again.',
  },

  scheduledSyncs: {
    nameMissing: 'Name is required',
    storeMissing: 'Store selection is required',
    daysMissing: 'At least one day must be selected for weekly schedule',
    cronMissing: 'Cron expression is required for cron schedule',
    timezoneMissing: 'Timezone is required.',
    outOfRange: (name: string, min: number, max: number) =>
      `${name} must be a whole number from ${min} to ${max}.`,
    loadFailed: 'Failed to load scheduled syncs',
    initialDataFailed: 'Failed to load initial data',
    loadOneFailed: 'Failed to load scheduled sync data',
    createFailed: 'Failed to create scheduled sync',
    updateFailed: 'Failed to update scheduled sync',
    toggleFailed: (message: string) => `Failed to toggle sync: ${message}`,
    executeFailed: (message: string) => `Failed to execute sync: ${message}`,
    deleteFailed: (message: string) => `Failed to delete sync: ${message}`,
    executed: 'Sync executed successfully!',
    confirmDelete: 'Are you sure you want to delete this scheduled sync?',
    timezoneUnknown: (name: string) => `There is no timezone with the name ${name}.`,
    tooFarApart: (most: number) =>
      `So many stores do not fit into a day: choose at most ${most} minutes apart, or fewer stores.`,
    neverDue: 'This schedule would never run: no year has such a day.',
    shortMonth: 'In a month without this day it runs on the last day of the month.',
    mssqlMethodOnly: 'An MS SQL store is synced with the MS SQL method.',
    mssqlMethodUnfit: 'The MS SQL method is for MS SQL stores only.',
    deleted: 'Scheduled sync deleted successfully.',
    /** Why a due run started no sync. */
    skipped: {
      inactive: 'Skipped: the store is inactive.',
      archived: 'Skipped: the store is archived.',
      deleted: 'Skipped: the store was deleted.',
      inProgress: 'Skipped: a sync of the store was still in progress.',
      stalled:
        'Skipped: the last sync of the store has shown no sign of life. Reset its sync status to allow new syncs.',
      forceStopped:
        'Skipped: the last sync of the store was force stopped. Reset its sync status to allow new syncs.',
    },
    notScheduled: 'Not scheduled',
    overdue: 'Overdue',
    badges: {
      inactive: 'Inactive',
      maxRetries: 'Failed (Max retries)',
      warning: 'Warning',
      active: 'Active',
    },
  },
} as const;

function countOf(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
