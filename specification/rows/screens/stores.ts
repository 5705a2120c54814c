import { type Row, rowsOf } from '../../row.ts';
import {
  dashboard,
  firstRun,
  mssqlFormScreen,
  mssqlPanel,
  shopifyFormScreen,
  storeDetailScreen,
  storeStatusScreen,
} from '../files.ts';

const row = rowsOf(2);

export const storeScreens: readonly Row[] = [
  row(
    'screen',
    'Store detail: back link, name, url, description, Edit Store',
    storeStatusScreen('the header of %s names it, and leads back and to its form'),
  ),
  row(
    'screen',
    'Store detail: Sync All Products (REST), hidden for the type shopify',
    storeDetailScreen('REST is offered for a test store only, and says what its first page holds'),
    storeDetailScreen('a sync that does not start says why; a Shopify store has no REST button'),
  ),
  row(
    'screen',
    'Store detail: Test GraphQL Connection',
    storeDetailScreen('the connection test says whose shop answered, or the detail of what went wrong'),
  ),
  row(
    'screen',
    'Store detail: Sync Products (GraphQL)',
    firstRun('from the one-time link to a search across two stores'),
  ),
  row(
    'screen',
    'Store detail: Sync MS SQL Products',
    storeStatusScreen('an MS SQL store is synced once that is confirmed, and says what the server said'),
  ),
  row(
    'screen',
    'Store detail, Details: status dot, type, last synced or Never',
    storeStatusScreen('the details hold every field that is filled in'),
    storeStatusScreen('the details leave out what is not filled in, and tell when the last sync was'),
  ),
  row(
    'screen',
    'Store detail, Details: owner, email, phone, country, currency, timezone, added-on date, tags, notes where they are set',
    storeStatusScreen('the details hold every field that is filled in'),
    storeStatusScreen('the details leave out what is not filled in, and tell when the last sync was'),
  ),
  row(
    'screen',
    'Store detail, Sync: status with progress bar, Force Stop Sync and Reset Sync Status',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
    storeStatusScreen(
      'while a sync runs, its progress is shown, it can be force stopped, and no other is started',
    ),
  ),
  row(
    'screen',
    'Store detail, Sync: collapsible details with sync id, started, completed, total, processed, last successful sync',
    storeStatusScreen('the sync details are folded away, and tell of the run in full'),
  ),
  row(
    'screen',
    'Store detail, Products: View Products loads the list',
    storeDetailScreen('products come page by page, forwards and back, until all are loaded'),
  ),
  row(
    'screen',
    'Store detail, Products: Previous and Load More by cursor',
    storeDetailScreen('products come page by page, forwards and back, until all are loaded'),
  ),
  row('screen', "Store detail, Products: a product's Edit opens an editor (the original showed an alert)", [
    'apps/web/src/app/routes/store-detail-product.test.tsx',
    'Edit opens the product by its address, and Close leaves the address of the store',
  ]),
  row(
    'screen',
    'Store detail: banners of the types success, error and info can be dismissed',
    storeStatusScreen('messages of success, failure and information are put away one by one'),
  ),
  row(
    'screen',
    'MSSQL panel: table picker',
    mssqlPanel('another table is looked at, and taken for the store once it is confirmed'),
  ),
  row(
    'screen',
    'MSSQL panel: schema of the table',
    mssqlPanel('the columns of the table are shown with what they fill'),
  ),
  row(
    'screen',
    'MSSQL panel: generate defaults',
    mssqlPanel('a store without mappings says why it cannot be synced, and defaults are made from the table'),
  ),
  row(
    'screen',
    'MSSQL panel: add a mapping',
    mssqlPanel('a mapping is added: the price takes a number, and a custom field its name'),
  ),
  row(
    'screen',
    'MSSQL panel: the mappings with delete',
    mssqlPanel('a mapping is deleted once it is confirmed, and a failure stays in the question'),
  ),
  row(
    'screen',
    'MS SQL store form with connection details',
    mssqlFormScreen('a new store is filled in, created, and gone on to'),
  ),
  row(
    'screen',
    'Store form: Basic Information, Connection Settings, Store Configuration, Store Details, Notes',
    shopifyFormScreen('the form has the five sections and every field of a store'),
  ),
  row(
    'screen',
    'Store form: Test Connection, Cancel, Create/Update Store',
    shopifyFormScreen(
      'the form of a new store can be tested, left and sent; that of a saved one is an update',
    ),
  ),
  row(
    'screen',
    'Store form: after create a success message, then /stores/{id}',
    shopifyFormScreen('a created store is gone on to 1.5 s after the message'),
    mssqlFormScreen('a new store is filled in, created, and gone on to'),
  ),
  row(
    'screen',
    'Edit pages: a spinner while the store is read',
    mssqlFormScreen('while a store is read, the screen says so'),
  ),
  row(
    'screen',
    'Edit pages: an error with Go Back',
    mssqlFormScreen('a store that cannot be read can be asked for again, or left'),
  ),
  row(
    'screen',
    "Edit pages: 'Store not found' with Return to Dashboard",
    mssqlFormScreen('a store that is not there says so'),
  ),
];
