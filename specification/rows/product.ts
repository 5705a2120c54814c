import { constantRow, type Row, rowsOf } from '../row.ts';
import {
  bulkPrice,
  bulkUpdate,
  dashboard,
  firstRun,
  history,
  layout,
  mssqlProducts,
  scheduleRuns,
  settings,
  shopifyFormScreen,
  signIn,
  storeStatusScreen,
} from './files.ts';

const row = rowsOf(1);

export const productRows: readonly Row[] = [
  row(
    'screen',
    'Staff sign in with e-mail and password',
    firstRun('from the one-time link to a search across two stores'),
  ),
  row(
    'screen',
    'Add, view, edit and delete stores',
    shopifyFormScreen('a new store is created, with its tags as a list, and gone on to'),
    storeStatusScreen('the details hold every field that is filled in'),
    shopifyFormScreen('a saved store is edited: a blank token is kept, and only what was changed is sent'),
    dashboard('a store is deleted after a question; Cancel keeps it'),
  ),
  row(
    'screen',
    'Sync the products of a store of the type shopify',
    firstRun('from the one-time link to a search across two stores'),
  ),
  row(
    'screen',
    'Sync the products of a store of the type mssql',
    mssqlProducts('a table is mapped, previewed, synced, found, edited and put back'),
  ),
  row(
    'screen',
    'Search across stores by name, SKU or barcode',
    firstRun('from the one-time link to a search across two stores'),
  ),
  row(
    'screen',
    'Bulk-edit attributes',
    bulkUpdate(
      'prices go up by 10 % to .99 in two stores: every old and new one is seen first, one is left out, and all is undone',
    ),
  ),
  row(
    'screen',
    'Edit price and cost inline',
    bulkPrice(
      'a price is clicked, typed and saved with Enter: in the shop, on the screen and in the history',
    ),
  ),
  row(
    'screen',
    'Review a change history',
    history('every change is there: what, where, from what to what, who and when'),
  ),
  row('screen', 'Schedule automatic syncs', scheduleRuns('starts a sync of its store, and ends with it')),
  row('screen', 'Manage key/value settings', settings('a setting is added, changed and deleted')),
  row(
    'rule',
    'The title comes from the setting app_name',
    layout('the application is named by its setting'),
    settings('the application is renamed everywhere at once, and called as before without the setting'),
  ),
  constantRow(
    1,
    ['DEFAULT_APP_NAME'],
    "The default title is 'Shopify Multi-Store Management'",
    settings('the application is renamed everywhere at once, and called as before without the setting'),
  ),
  row(
    'rule',
    'The theme is kept per browser and follows the system until one is chosen',
    layout('the theme follows the system until one is chosen, and the choice is kept'),
  ),
  row(
    'rule',
    'Sign-in runs on the embedded service or a hosted project',
    signIn('a wrong password is refused in the words of the sign-in service, and nothing typed is lost'),
    ['apps/server/test/auth/hosted.test.ts', 'vouches for its people'],
  ),
];
