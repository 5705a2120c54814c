import { type Row, rowsOf } from '../row.ts';
import {
  bulkPrice,
  bulkUpdate,
  dashboard,
  dashboardFilters,
  firstRun,
  history,
  historyFilters,
  layout,
  mssqlFormScreen,
  mssqlPanel,
  mssqlStore,
  navigation,
  search,
  settings,
  signIn,
} from './files.ts';

const row = rowsOf(2);

const routes: readonly Row[] = [
  row(
    'route',
    '/login',
    signIn('the guard leads to the sign-in screen and back to where the person was going'),
  ),
  row('route', '/', ['apps/web/src/app/router.test.tsx', '%s is the screen %s, under the navigation bar']),
  row('route', '/search', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/dashboard', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/history', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/stores/{storeId}', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/stores/{storeId}/edit', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/stores/{storeId}/edit-mssql, without the navigation bar', [
    'apps/web/src/app/router.test.tsx',
    'the form of an MS SQL store stands without the navigation bar',
  ]),
  row('route', '/stores/{storeId}/pagination-test', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/add-store', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/add-mssql-store', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/settings', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/bulk-price-update', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/scheduled-syncs', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/scheduled-syncs/new', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/scheduled-syncs/{syncId}/edit', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row('route', '/scheduled-syncs/{id}/logs', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
  row(
    'rule',
    'A visitor who is not signed in is redirected to /login, replacing history',
    signIn('the guard leads to the sign-in screen and back to where the person was going'),
  ),
  row('rule', 'All other guarded routes show a navigation bar', [
    'apps/web/src/app/router.test.tsx',
    '%s is the screen %s, under the navigation bar',
  ]),
];

const navigationBar: readonly Row[] = [
  row(
    'screen',
    'Navigation: Dashboard, Search, Schedules, Bulk Price, History, Settings',
    navigation('the bar leads home and to every screen, and says who is signed in'),
  ),
  row(
    'screen',
    'Navigation: the brand leads to /',
    navigation('the bar leads home and to every screen, and says who is signed in'),
  ),
  row(
    'screen',
    'Navigation: the e-mail address of the signed-in person and its initial',
    navigation('the bar leads home and to every screen, and says who is signed in'),
  ),
  row(
    'screen',
    'Navigation: Logout signs out and goes to /login',
    signIn('signing out in one tab ends the other'),
  ),
  row(
    'screen',
    'Navigation: a menu on small screens',
    layout('on a phone the links are in a menu, which closes when one is followed'),
  ),
  row(
    'screen',
    'Navigation: light/dark toggle',
    layout('the theme follows the system until one is chosen, and the choice is kept'),
  ),
];

const login: readonly Row[] = [
  row(
    'screen',
    'Login: email, password and Sign In',
    signIn('a wrong password is refused in the words of the sign-in service, and nothing typed is lost'),
  ),
  row(
    'screen',
    'Login: remember me',
    signIn('remember me keeps the e-mail address in this browser, and only that'),
  ),
  row(
    'screen',
    'Login: Forgot password',
    signIn('a forgotten password is replaced through the link in the mail, which works once'),
  ),
  row(
    'rule',
    'Login: errors of the sign-in service are shown as they come',
    signIn('a wrong password is refused in the words of the sign-in service, and nothing typed is lost'),
  ),
];

const dashboardScreen: readonly Row[] = [
  row(
    'screen',
    'Dashboard: Sync All Stores',
    dashboard('Sync All starts every active store and says in its colour how that went'),
  ),
  row(
    'screen',
    'Dashboard: Add Shopify Store',
    firstRun('from the one-time link to a search across two stores'),
    [
      'apps/web/src/app/routes/dashboard.test.tsx',
      'a card leads to its store and to the form that fits it, and the header to everything new',
    ],
  ),
  row(
    'screen',
    'Dashboard: Add MS SQL Store',
    mssqlStore('a table is tried out and connected, and what was saved can be changed'),
  ),
  row('screen', 'Dashboard: Schedule Syncs', [
    'apps/web/src/app/routes/dashboard.test.tsx',
    'a card leads to its store and to the form that fits it, and the header to everything new',
  ]),
  row(
    'screen',
    "Dashboard: a badge '{n} Store(s) Syncing' with an overall percent while syncs are active",
    [
      'apps/web/src/app/routes/dashboard.test.tsx',
      'the stores that sync are counted, with the percent of all their products',
    ],
    firstRun('from the one-time link to a search across two stores'),
  ),
  row(
    'screen',
    'Dashboard: a banner after Sync All in success, warning or error colour',
    dashboard('Sync All starts every active store and says in its colour how that went'),
  ),
  row(
    'screen',
    'Dashboard: filters Status (All, active, inactive, archived) and Type (All, shopify, mssql)',
    dashboard('filters and order are kept by the browser'),
    dashboardFilters('status and type narrow the list together, and each counts what it would show'),
  ),
  row(
    'screen',
    'Dashboard card: name, status badge (Active unless said otherwise), address, description, sync status with progress, chips for type, connection method, country and tags',
    dashboard('a card says what there is to know of a store'),
    [
      'apps/web/src/app/routes/dashboard.test.tsx',
      'the stores that sync are counted, with the percent of all their products',
    ],
  ),
  row('screen', "Dashboard card: admin_api_token is 'Admin API', otherwise 'OAuth'", [
    'apps/web/src/app/routes/dashboard.test.tsx',
    'a card says how its store is connected',
  ]),
  row(
    'screen',
    'Dashboard card: View Details, Edit, Delete, Sync Products',
    [
      'apps/web/src/app/routes/dashboard.test.tsx',
      'a card leads to its store and to the form that fits it, and the header to everything new',
    ],
    [
      'apps/web/src/app/routes/dashboard.test.tsx',
      'a store that cannot be deleted stays, and the question says why',
    ],
    firstRun('from the one-time link to a search across two stores'),
  ),
  row('rule', 'Dashboard card: Edit leads to /stores/{id}/edit, or to /stores/{id}/edit-mssql for mssql', [
    'apps/web/src/app/routes/dashboard.test.tsx',
    'a card leads to its store and to the form that fits it, and the header to everything new',
  ]),
  row(
    'screen',
    'Dashboard: an empty list links to connecting a store',
    firstRun('from the one-time link to a search across two stores'),
  ),
];

const searchScreen: readonly Row[] = [
  row(
    'screen',
    'Search: Search by Product Name, SKU or Barcode',
    [
      'apps/web/src/app/routes/product-search.test.tsx',
      'a search is by product name unless SKU or barcode is chosen',
    ],
    firstRun('from the one-time link to a search across two stores'),
  ),
  row(
    'screen',
    'Search: a store filter with Select All, Deselect All and {n} of {m} selected',
    search('the store filter narrows the search; no store selected finds nothing'),
  ),
  row(
    'screen',
    'Search results: select checkbox',
    bulkUpdate(
      'rows are selected one by one, by product, by page and all together, and stay so over pages and View All',
    ),
  ),
  row(
    'screen',
    "Search results: Name with the variant's title when it is not 'Default Title', Barcode, Price, Cost, Store",
    [
      'apps/web/src/app/routes/product-search.test.tsx',
      'a result shows name, barcode, price, cost and store; a variant is named unless it is the only one there is',
    ],
  ),
  row(
    'screen',
    'Search results: sorted by title, barcode, price, cost and store name',
    search('every column sorts the whole result: up, down, and back to the best matches'),
    search('a search is an address: it can be sent to a colleague, and Back and Forward move through it'),
  ),
  row(
    'screen',
    'Search: Previous/Next, page numbers, page-size selector',
    search('pages: numbers with ellipses, previous and next, sizes that are kept'),
    [
      'apps/web/src/app/routes/product-search.test.tsx',
      'a result shows name, barcode, price, cost and store; a variant is named unless it is the only one there is',
    ],
  ),
  row(
    'screen',
    'Search: View All Results and Paginated View',
    search('view all: every row can be reached, and only those in view are drawn'),
  ),
  row(
    'screen',
    'Search: Bulk Actions with attribute, value and the checkbox for both barcode and SKU',
    bulkUpdate('one value for barcode and SKU, where one of them is chosen'),
  ),
];

const bulkPriceScreen: readonly Row[] = [
  row(
    'screen',
    'Bulk price: search box with type and store selector',
    bulkPrice(
      'search type, sort, page size and stores are kept for the next visit, apart from those of the search',
    ),
  ),
  row(
    'screen',
    'Bulk price: sortable results, pages, page size, View All Results',
    bulkPrice('pages, sorting and View All are those of the search'),
  ),
  row(
    'screen',
    'Bulk price: price and cost are edited inline',
    bulkPrice(
      'a price is clicked, typed and saved with Enter: in the shop, on the screen and in the history',
    ),
  ),
];

const historyScreen: readonly Row[] = [
  row(
    'screen',
    'History: filters Store, User, Start Date, End Date with Apply Filters',
    historyFilters('applies all choices at once, when asked to'),
    history('filters count once they are applied, are kept for the next visit, and give way to an address'),
  ),
  row(
    'screen',
    'History: Date, Store, Product, Attribute, Old Value, New Value, User',
    history('every change is there: what, where, from what to what, who and when'),
  ),
  row('screen', 'History: page sizes and View All', history('pages of several sizes, and all at once')),
];

const storeDetail: readonly Row[] = [
  row('screen', 'Store detail: back link, name, url, description, Edit Store', [
    'apps/web/src/app/routes/store-detail-status.test.tsx',
    'the header of %s names it, and leads back and to its form',
  ]),
  row(
    'screen',
    'Store detail: Sync All Products (REST), hidden for the type shopify',
    [
      'apps/web/src/app/routes/store-detail.test.tsx',
      'REST is offered for a test store only, and says what its first page holds',
    ],
    [
      'apps/web/src/app/routes/store-detail.test.tsx',
      'a sync that does not start says why; a Shopify store has no REST button',
    ],
  ),
  row('screen', 'Store detail: Test GraphQL Connection', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'the connection test says whose shop answered, or the detail of what went wrong',
  ]),
  row(
    'screen',
    'Store detail: Sync Products (GraphQL)',
    firstRun('from the one-time link to a search across two stores'),
  ),
  row('screen', 'Store detail: Sync MS SQL Products', [
    'apps/web/src/app/routes/store-detail-status.test.tsx',
    'an MS SQL store is synced once that is confirmed, and says what the server said',
  ]),
  row(
    'screen',
    'Store detail, Details: status dot, type, last synced or Never',
    [
      'apps/web/src/app/routes/store-detail-status.test.tsx',
      'the details hold every field that is filled in',
    ],
    [
      'apps/web/src/app/routes/store-detail-status.test.tsx',
      'the details leave out what is not filled in, and tell when the last sync was',
    ],
  ),
  row(
    'screen',
    'Store detail, Details: owner, email, phone, country, currency, timezone, added-on date, tags, notes where they are set',
    [
      'apps/web/src/app/routes/store-detail-status.test.tsx',
      'the details hold every field that is filled in',
    ],
    [
      'apps/web/src/app/routes/store-detail-status.test.tsx',
      'the details leave out what is not filled in, and tell when the last sync was',
    ],
  ),
  row(
    'screen',
    'Store detail, Sync: status with progress bar, Force Stop Sync and Reset Sync Status',
    dashboard('a sync is force stopped and its status reset on the page of the store'),
    [
      'apps/web/src/app/routes/store-detail-status.test.tsx',
      'while a sync runs, its progress is shown, it can be force stopped, and no other is started',
    ],
  ),
  row(
    'screen',
    'Store detail, Sync: collapsible details with sync id, started, completed, total, processed, last successful sync',
    [
      'apps/web/src/app/routes/store-detail-status.test.tsx',
      'the sync details are folded away, and tell of the run in full',
    ],
  ),
  row('screen', 'Store detail, Products: View Products loads the list', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'products come page by page, forwards and back, until all are loaded',
  ]),
  row('screen', 'Store detail, Products: Previous and Load More by cursor', [
    'apps/web/src/app/routes/store-detail.test.tsx',
    'products come page by page, forwards and back, until all are loaded',
  ]),
  row('screen', "Store detail, Products: a product's Edit opens an editor (the original showed an alert)", [
    'apps/web/src/app/routes/store-detail-product.test.tsx',
    'Edit opens the product by its address, and Close leaves the address of the store',
  ]),
  row('screen', 'Store detail: banners of the types success, error and info can be dismissed', [
    'apps/web/src/app/routes/store-detail-status.test.tsx',
    'messages of success, failure and information are put away one by one',
  ]),
];

const mssqlScreens: readonly Row[] = [
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
];

const storeForms: readonly Row[] = [
  row(
    'screen',
    'Store form: Basic Information, Connection Settings, Store Configuration, Store Details, Notes',
    [
      'apps/web/src/app/routes/store-form-shopify.test.tsx',
      'the form has the five sections and every field of a store',
    ],
  ),
  row('screen', 'Store form: Test Connection, Cancel, Create/Update Store', [
    'apps/web/src/app/routes/store-form-shopify.test.tsx',
    'the form of a new store can be tested, left and sent; that of a saved one is an update',
  ]),
  row(
    'screen',
    'Store form: after create a success message, then /stores/{id}',
    [
      'apps/web/src/app/routes/store-form-shopify.test.tsx',
      'a created store is gone on to 1.5 s after the message',
    ],
    [
      'apps/web/src/app/routes/store-form-mssql.test.tsx',
      'a new store is filled in, created, and gone on to',
    ],
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

const otherScreens: readonly Row[] = [
  row(
    'screen',
    'Settings: key, value, description, encrypted, actions, with inline edit, save and cancel',
    settings('a setting is added, changed and deleted'),
    settings('an encrypted value is masked, kept when left blank, and never sent to the page'),
  ),
  row('screen', 'Settings: Add New Setting', settings('a setting is added, changed and deleted')),
  row('screen', 'Pagination test: max pages and a results table', [
    'apps/web/src/app/routes/pagination-test.test.tsx',
    'ten pages are read unless another number is entered, and each page is listed',
  ]),
  row('screen', 'Scheduled syncs: summary cards', [
    'apps/web/src/app/routes/scheduled-syncs.test.tsx',
    'the counts, the next run and each schedule with what there is to know of it',
  ]),
  row('screen', 'Scheduled syncs: status filter', [
    'apps/web/src/app/routes/scheduled-syncs.test.tsx',
    'the status filter leaves the schedules of one kind, and stands in the address',
  ]),
  row(
    'screen',
    'Scheduled syncs: Run Now, Enable/Disable, Edit, Logs and Delete',
    ['apps/web/src/app/routes/scheduled-syncs.test.tsx', 'Run Now says that it was started'],
    ['apps/web/src/app/routes/scheduled-syncs.test.tsx', 'a schedule is disabled and enabled again'],
    [
      'apps/web/src/app/routes/scheduled-syncs.test.tsx',
      'the counts, the next run and each schedule with what there is to know of it',
    ],
    ['apps/web/src/app/routes/scheduled-syncs.test.tsx', 'a schedule is deleted once that is confirmed'],
  ),
  row(
    'screen',
    'Scheduled syncs: create and edit forms',
    [
      'apps/web/src/app/routes/scheduled-sync-form.test.tsx',
      'a failure without a field says what the server said, and keeps what was typed',
    ],
    [
      'apps/web/src/app/routes/scheduled-sync-form.test.tsx',
      'an edited schedule comes with its values, and keeps them when its type changes',
    ],
  ),
];

export const screenRows: readonly Row[] = [
  ...routes,
  ...navigationBar,
  ...login,
  ...dashboardScreen,
  ...searchScreen,
  ...bulkPriceScreen,
  ...historyScreen,
  ...storeDetail,
  ...mssqlScreens,
  ...storeForms,
  ...otherScreens,
];
