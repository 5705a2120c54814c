import { testsOf } from '../row.ts';

// The test files that show most, by what they are about.

export const bulkPrice = testsOf('e2e/bulk-price.spec.ts');
export const bulkUpdate = testsOf('e2e/bulk-update.spec.ts');
export const connect = testsOf('e2e/connect.spec.ts');
export const csv = testsOf('e2e/csv.spec.ts');
export const dashboard = testsOf('e2e/dashboard.spec.ts');
export const firstRun = testsOf('e2e/first-run.spec.ts');
export const history = testsOf('e2e/history.spec.ts');
export const layout = testsOf('e2e/layout.spec.ts');
export const mssqlProducts = testsOf('e2e/mssql-products.spec.ts');
export const mssqlStore = testsOf('e2e/mssql-store.spec.ts');
export const productEditor = testsOf('e2e/product-editor.spec.ts');
export const schedules = testsOf('e2e/scheduled-syncs.spec.ts');
export const search = testsOf('e2e/search.spec.ts');
export const settings = testsOf('e2e/settings.spec.ts');
export const signIn = testsOf('e2e/sign-in.spec.ts');

const screens = (file: string) => testsOf(`apps/web/src/app/routes/${file}`);
export const dashboardScreen = screens('dashboard.test.tsx');
export const mssqlFormScreen = screens('store-form-mssql.test.tsx');
export const mssqlPanel = screens('store-detail-mssql.test.tsx');
export const paginationTestScreen = screens('pagination-test.test.tsx');
export const scheduleFormScreen = screens('scheduled-sync-form.test.tsx');
export const schedulesScreen = screens('scheduled-syncs.test.tsx');
export const searchScreen = screens('product-search.test.tsx');
export const shopifyFormScreen = screens('store-form-shopify.test.tsx');
export const storeDetailScreen = screens('store-detail.test.tsx');
export const storeStatusScreen = screens('store-detail-status.test.tsx');

const features = (file: string) => testsOf(`apps/web/src/features/${file}`);
export const authSession = features('auth/auth-session.test.ts');
export const dashboardFilters = features('stores/dashboard-filters.test.ts');
export const historyAddress = features('history/history-address.test.ts');
export const historyChanges = features('history/components/changes.test.tsx');
export const historyFilters = features('history/components/history-filters.test.tsx');
export const mappingFields = features('mssql-mappings/components/mapping-fields.test.tsx');
export const mappingForm = features('mssql-mappings/mapping-form.test.ts');
export const maxPages = features('pagination-test/max-pages.test.ts');
export const mssqlForm = features('stores/mssql-store-form.test.ts');
export const priceEdits = features('bulk-price/price-edits.test.ts');
export const priceGrid = features('bulk-price/components/price-grid.test.tsx');
export const scheduleBadge = features('scheduled-syncs/schedule-badge.test.ts');
export const scheduleForm = features('scheduled-syncs/schedule-form.test.ts');
export const searchAddress = features('products/search-address.test.ts');
export const startSync = features('sync/api/start-sync.test.tsx');
export const storeDetails = features('stores/store-details.test.ts');
export const storeForm = features('stores/store-form.test.ts');
export const syncNotice = features('sync/use-sync-change-notice.test.ts');
export const syncState = features('sync/sync-state.test.ts');
export const syncStatuses = features('sync/use-sync-statuses.test.tsx');

export const apiClient = testsOf('apps/web/src/lib/api-client.test.ts');
export const navigation = testsOf('apps/web/src/app/layout/navigation-bar.test.tsx');
export const providers = testsOf('apps/web/src/app/providers.test.tsx');
export const router = testsOf('apps/web/src/app/router.test.tsx');

const contract = (file: string) => testsOf(`packages/contract/src/${file}`);
export const bulkUpdateShapes = contract('bulk-updates.test.ts');
export const messageTexts = contract('messages.test.ts');
export const mssqlShapes = contract('mssql.test.ts');
export const productShapes = contract('products.test.ts');
export const scheduleShapes = contract('scheduled-syncs.test.ts');
export const settingShapes = contract('settings.test.ts');
export const storeShapes = contract('stores.test.ts');

const modules = (file: string) => testsOf(`apps/server/src/modules/${file}`);
export const bulkUpdateCalls = modules('bulk-updates/bulk-updates.routes.test.ts');
export const connectionTests = modules('stores/connection-test.test.ts');
export const csvCalls = modules('csv/csv.routes.test.ts');
export const historyCalls = modules('history/history.routes.test.ts');
export const overviewCalls = modules('overview/overview.routes.test.ts');
export const paginationTestCalls = modules('products/pagination-test.routes.test.ts');
export const passwordPolicy = modules('auth/embedded/password-policy.test.ts');
export const productCalls = modules('products/products.routes.test.ts');
export const scheduleCalls = modules('scheduled-syncs/scheduled-syncs.routes.test.ts');
export const scheduleOutcomes = modules('scheduled-syncs/schedule-outcomes.test.ts');
export const scheduleRuns = modules('scheduled-syncs/schedule-runs.test.ts');
export const settingCalls = modules('settings/settings.test.ts');
export const storeCalls = modules('stores/stores.test.ts');
export const syncRuns = modules('sync/run-sync.test.ts');
export const syncService = modules('sync/sync.service.test.ts');

export const mappedValue = testsOf('apps/server/src/connectors/mssql/field-mapping.test.ts');

export const guard = testsOf('apps/server/src/app.test.ts');

const server = (file: string) => testsOf(`apps/server/test/${file}`);

export const mssqlConnectionTest = server('mssql/connection-test.test.ts');
export const mssqlGeneration = server('mssql/generation.test.ts');
export const mssqlLooking = server('mssql/looking-into.test.ts');
export const mssqlMappings = server('mssql/mappings.test.ts');
export const mssqlRecord = server('mssql/store-record.test.ts');
export const mssqlTable = server('mssql/table-as-a-store.test.ts');
export const recoveryCalls = server('auth/recovery.test.ts');
export const restSync = server('sync/rest-sync.test.ts');
export const scheduleStory = server('scheduled-syncs/schedule-story.test.ts');
export const setupCalls = server('auth/setup.test.ts');
export const signInCalls = server('auth/sign-in.test.ts');
export const syncCalls = server('sync/sync-calls.test.ts');
export const team = server('auth/team.test.ts');
export const undo = server('history/undo.test.ts');
export const webhookCalls = server('webhooks/registration.test.ts');
