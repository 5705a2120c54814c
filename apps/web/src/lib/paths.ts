/** Every route of the app. Use with the router: `<Link to={paths.store} params=…>`. */
export const paths = {
  home: '/',
  login: '/login',
  setup: '/setup',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  search: '/search',
  product: '/products/$productId',
  compare: '/compare',
  compareRules: '/compare/rules',
  history: '/history',
  /** Link target that opens the screen in the state saved in the view. */
  view: '/views/$viewId',
  store: '/stores/$storeId',
  storeEdit: '/stores/$storeId/edit',
  storeEditMssql: '/stores/$storeId/edit-mssql',
  paginationTest: '/stores/$storeId/pagination-test',
  addStore: '/add-store',
  addMssqlStore: '/add-mssql-store',
  settings: '/settings',
  audit: '/audit',
  bulkPriceUpdate: '/bulk-price-update',
  bulkUpdate: '/bulk-updates/$batchId',
  bulkUpdates: '/bulk-updates',
  inbox: '/inbox',
  health: '/health',
  scheduledSyncs: '/scheduled-syncs',
  scheduledSyncNew: '/scheduled-syncs/new',
  scheduledSyncsNewSeveral: '/scheduled-syncs/new-several',
  scheduledSyncEdit: '/scheduled-syncs/$syncId/edit',
  scheduledSyncLogs: '/scheduled-syncs/$syncId/logs',
} as const;

/** As plain text, for lists with hundreds of links. */
export const productAddress = (id: string, asOf: string | null = null) =>
  paths.product.replace('$productId', id) + (asOf === null ? '' : `?as_of=${encodeURIComponent(asOf)}`);
export const storeAddress = (id: string) => paths.store.replace('$storeId', id);
