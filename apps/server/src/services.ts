import path from 'node:path';
import type { Config } from './config/config.ts';
import { createSqlServers } from './connectors/mssql/client/sql-server.ts';
import { createConnect, type SourceDeps, type SourceKind, sourceKinds } from './connectors/registry.ts';
import { createCostBuckets } from './connectors/shopify/client/throttle.ts';
import { createApiKeysService } from './modules/api-keys/api-keys.service.ts';
import { createArticlesService } from './modules/articles/articles.service.ts';
import { createArticlesWorker } from './modules/articles/articles.worker.ts';
import { createMatchingService } from './modules/articles/matching.service.ts';
import { createAuditCollector } from './modules/audit/audit-collector.ts';
import { createAuditLog } from './modules/audit/audit-log.ts';
import { createInterruptedWorker } from './modules/audit/interrupted.ts';
import { createAccountService } from './modules/auth/account.service.ts';
import { createAuthService } from './modules/auth/auth.service.ts';
import type { AuthProvider } from './modules/auth/auth-provider.ts';
import { createHostedTeam } from './modules/auth/hosted/hosted-team.ts';
import { createTeamService } from './modules/auth/team.service.ts';
import { createApplier } from './modules/bulk-updates/apply/apply-batch.ts';
import { createBulkUpdateWorker } from './modules/bulk-updates/apply/worker.ts';
import { createBulkUpdatesService } from './modules/bulk-updates/bulk-updates.service.ts';
import { createInboxService } from './modules/bulk-updates/inbox/inbox.service.ts';
import { createLateWritesWorker } from './modules/bulk-updates/late-writes/late-writes.ts';
import { createPlanner } from './modules/bulk-updates/plan/plan.ts';
import { createCategoriesService } from './modules/categories/categories.service.ts';
import { createCollectionsService } from './modules/collections/collections.service.ts';
import { createCompareService } from './modules/compare/compare.service.ts';
import { createRatesService } from './modules/compare/rules/rates.service.ts';
import { createRulesService } from './modules/compare/rules/rules.service.ts';
import { createRuleWatch } from './modules/compare/rules/watch.ts';
import { createCsvService } from './modules/csv/csv.service.ts';
import { removeLeftFiles } from './modules/csv/import/read/kept-files.ts';
import { createFileWorkList } from './modules/files/file-work.ts';
import { createFilesService } from './modules/files/files.service.ts';
import { createGuardRailsService } from './modules/guard-rails/guard-rails.service.ts';
import { noteFindings } from './modules/health/daily-counts.ts';
import { createHealthService } from './modules/health/health.service.ts';
import { createHistoryService } from './modules/history/history.service.ts';
import { revertBatch } from './modules/history/undo/revert-batch.ts';
import { createUndoService } from './modules/history/undo/undo.service.ts';
import { listMappings } from './modules/mssql-mappings/mappings.repository.ts';
import { createMappingsService } from './modules/mssql-mappings/mappings.service.ts';
import { insertFirst } from './modules/mssql-mappings/new-mappings.ts';
import { createMssqlStoresService } from './modules/mssql-stores/mssql-stores.service.ts';
import { createOverviewService } from './modules/overview/overview.service.ts';
import { createProductPage } from './modules/product-page/product-page.service.ts';
import { createPaginationTest } from './modules/products/pagination/pagination-test.ts';
import { createProductsService } from './modules/products/products.service.ts';
import { createRetentionService } from './modules/retention/retention.service.ts';
import { createRetentionWorker } from './modules/retention/retention.worker.ts';
import { noteSize } from './modules/retention/storage-samples.ts';
import { createDueChanges } from './modules/scheduled-changes/due-changes.ts';
import { createNotice } from './modules/scheduled-changes/notice.ts';
import { createScheduledChangesService } from './modules/scheduled-changes/scheduled-changes.service.ts';
import { createFailureNotice } from './modules/scheduled-syncs/runs/failure-notice.ts';
import { createScheduleRuns } from './modules/scheduled-syncs/runs/schedule-runs.ts';
import { createScheduledSyncsWorker } from './modules/scheduled-syncs/runs/scheduled-syncs.worker.ts';
import { createScheduledSyncsService } from './modules/scheduled-syncs/scheduled-syncs.service.ts';
import { createNotify } from './modules/settings/notify.ts';
import { createSettingsService } from './modules/settings/settings.service.ts';
import { readConsentApp } from './modules/settings/shopify-app.ts';
import { createStockService } from './modules/stock/stock.service.ts';
import { createAuthorizationsService } from './modules/stores/authorizations/authorizations.service.ts';
import { createPointNotes } from './modules/stores/points/store-points.ts';
import { createStoresService, type StoresService } from './modules/stores/stores.service.ts';
import { createStoreTokens } from './modules/stores/tokens/store-tokens.ts';
import { createHeldRemovalsService } from './modules/sync/held-removals.service.ts';
import { createSyncWorker } from './modules/sync/runs/sync.worker.ts';
import { createSyncService } from './modules/sync/sync.service.ts';
import { createViewsService } from './modules/views/views.service.ts';
import { createAvailability } from './modules/webhooks/availability.ts';
import { createOperationEnds } from './modules/webhooks/operation-ends.ts';
import { createWebhooksService } from './modules/webhooks/webhooks.service.ts';
import { createWebhooksWorker } from './modules/webhooks/webhooks.worker.ts';
import type { Secret } from './platform/crypto/secret.ts';
import { createSecretBox } from './platform/crypto/secret-box.ts';
import type { Database } from './platform/db/database.ts';
import { forAllStores } from './platform/db/store-scope.ts';
import { createJobQueue } from './platform/jobs/job-queue.ts';
import type { Logger } from './platform/logging/logger.ts';
import { createMailer } from './platform/mail/mailer.ts';
import type { Clock } from './platform/time/clock.ts';
import { createStopSignals } from './platform/work/stop-signals.ts';
import { createWakeUps } from './platform/work/wake-ups.ts';

export type ServiceDeps = {
  config: Config;
  db: Database;
  /** What the operator should know about it although it answers. */
  databaseNotice?: () => string | null;
  encryptionKey: Secret;
  clock: Clock;
  logger: Logger;
  /** Kinds of source beside those that ship; one that serves the same type takes their place. */
  moreSources?: ((deps: SourceDeps) => readonly SourceKind[]) | undefined;
};

export type Services = ReturnType<typeof createServices>;

/** The composition root: makes every service once and hands each what it needs. */
export function createServices(deps: ServiceDeps) {
  const { config, db, databaseNotice = () => null, clock } = deps;
  const base = createBase(deps);
  const people = createPeople(deps, base);
  const stores = createStores(deps, base, people);
  /** How everything else reaches a store. */
  const access = {
    findStore: stores.stores.requireStore,
    connect: stores.stores.connectorFor,
    openStore: stores.stores.openStore,
  };
  const edits = createEdits(deps, stores, access);
  const syncing = createSyncing(deps, base, stores, access);
  const fileWork = createFileWorkList({ db, stops: createStopSignals() });
  // The embedded database belongs to one process alone.
  const soleProcess = config.databaseUrl === null;
  return {
    db,
    databaseNotice,
    ...base,
    ...people,
    ...stores,
    ...edits,
    ...syncing,
    ...createWorkers(deps, base, edits, syncing, { ...access, soleProcess, accessOf: people.auth.accessOf }),
    audit: createAuditLog({ db, clock }),
    fileWork,
    files: createFilesService({ list: fileWork, ...edits }),
    views: createViewsService({ db, clock }),
    health: createHealthService({ db, clock }),
    overview: createOverviewService({
      db,
      clock,
      dataFolder: soleProcess ? config.dataDir : null,
      sync: syncing.sync,
      bulkUpdates: edits.bulkUpdates,
      fileWork,
    }),
    /** Finishes what runs in the background; the database is the caller's to close. */
    async close() {
      await people.auth.close();
      await stores.sqlServers.close();
      base.mailer.close();
    },
  };
}

type Access = {
  findStore: StoresService['requireStore'];
  connect: StoresService['connectorFor'];
  openStore: StoresService['openStore'];
};

/** What every part of the product depends on. */
function createBase({ config, db, encryptionKey, clock, logger }: ServiceDeps) {
  const secretBox = createSecretBox(encryptionKey);
  const settings = createSettingsService({ db, secretBox, clock, appUrl: config.appUrl });
  return {
    secretBox,
    jobs: createJobQueue({ db, logger }),
    wakeUps: createWakeUps(db),
    mailer: createMailer({
      smtpUrl: config.smtpUrl?.reveal(),
      from: config.mailFrom,
      outboxDirectory: path.join(config.dataDir, 'outbox'),
      logger,
    }),
    settings,
    retention: createRetentionService({ db, clock, settings }),
  };
}
type Base = ReturnType<typeof createBase>;

/** Who signs in, and who may. */
function createPeople({ config, db, clock, logger }: ServiceDeps, { secretBox, mailer, settings }: Base) {
  const auth = createAuthService({
    db,
    secretBox,
    clock,
    logger,
    mailer,
    appName: settings.appName,
    appUrl: config.appUrl,
    triesPerAddress: config.authRateLimit,
    firstAccount: config.admin ?? undefined,
    hosted: config.hostedAuth ?? undefined,
  });
  const team =
    auth.hosted === null
      ? createTeamService({ embedded: auth.embedded, clock, sendsMail: config.smtpUrl !== null })
      : createHostedTeam(auth.hosted);
  return {
    auth,
    team,
    account: createAccountService({
      db,
      secondFactor: auth.embedded?.secondFactor ?? null,
      hostedAt: auth.hosted?.projectUrl ?? null,
    }),
    apiKeys: createApiKeysService({ db, clock, auth }),
  };
}

/** The stores, what connects to them, and the fields of their tables. */
function createStores(
  { config, db, clock, logger, moreSources = () => [] }: ServiceDeps,
  { jobs, secretBox, settings, wakeUps }: Base,
  { auth }: ReturnType<typeof createPeople>,
) {
  const allowedHosts = config.shopifyAllowedHosts;
  const sqlServers = createSqlServers({ logger, allowedHosts: config.mssqlAllowedHosts });
  const sourceDeps = {
    clock,
    logger,
    allowedHosts,
    costBuckets: createCostBuckets({ clock }),
    endReportsOf: createOperationEnds(db, wakeUps),
    sqlServers,
  };
  const consentApp = () => readConsentApp(settings);
  const storeTokens = createStoreTokens({ db, secretBox, clock, logger, allowedHosts, consentApp });
  const stores = createStoresService({
    db,
    jobs,
    secretBox,
    clock,
    logger,
    allowedHosts,
    connect: createConnect([...sourceKinds(sourceDeps), ...moreSources(sourceDeps)]),
    sqlGuard: sqlServers.guard,
    storeTokens,
    points: createPointNotes({ db, clock, logger }),
    mappingsOf: (storeId) => listMappings(db, storeId),
    addMappings: (tx, storeId, mappings) => insertFirst({ clock }, tx, storeId, mappings),
  });
  return {
    sqlServers,
    stores,
    authorizations: createAuthorizationsService({
      db,
      jobs,
      clock,
      logger,
      storeTokens,
      consentApp,
      roleOf: async (userId) => (await auth.accessOf(userId))?.role ?? null,
      allowedHosts,
    }),
    mssqlStores: createMssqlStoresService({ stores, sqlServers }),
    mappings: createMappingsService({ db, clock, stores, sqlServers }),
  };
}
type Stores = ReturnType<typeof createStores>;

/** Products, and everything that changes them. */
function createEdits({ db, clock, logger }: ServiceDeps, { stores }: Stores, access: Access) {
  const products = createProductsService({ db, stores });
  const planner = createPlanner({ db, clock, ...access });
  // What applies a plan shares the products with all others. Who may see the plan is asked before.
  const applier = forAllStores(createApplier({ db, clock, logger, stops: createStopSignals(), ...access }));
  const bulkUpdates = createBulkUpdatesService({ db, clock, products, planner, applier, ...access });
  return {
    products,
    planner,
    applier,
    bulkUpdates,
    articles: createArticlesService({ db }),
    matching: createMatchingService({ db }),
    compare: createCompareService({ db, clock, planner, bulkUpdates }),
    equalityRules: createRulesService({ db, clock }),
    exchangeRates: createRatesService({ db, clock }),
    guardRails: createGuardRailsService({ db, clock }),
    inbox: createInboxService({ db, clock, planner, bulkUpdates }),
    scheduledChanges: createScheduledChangesService({ db, clock, bulkUpdates }),
    paginationTest: createPaginationTest(access),
    stock: createStockService({ db }),
    categories: createCategoriesService({ db, connect: access.connect }),
    collections: createCollectionsService({ db }),
    productPage: createProductPage({ db, clock, products, connect: access.connect }),
    history: createHistoryService({ db, clock }),
    csv: createCsvService({ db, clock, products, planner, bulkUpdates }),
    undo: createUndoService({ db, clock, planner, applier, ...access }),
    revert: (what: Parameters<typeof revertBatch>[1]) =>
      revertBatch({ db, planner, applier, ...access }, what),
  };
}

/** What keeps the catalogue as the stores have it. */
function createSyncing(
  { config, db, clock, logger }: ServiceDeps,
  { jobs, secretBox, settings }: Base,
  { stores }: Stores,
  { findStore, connect }: Access,
) {
  const syncing = { db, jobs, clock, logger, stops: createStopSignals(), connect };
  const { identify, listActive: listActiveStores } = stores;
  const { webhooksUrl } = config;
  const sync = createSyncService({ ...syncing, identify, findStore, listActiveStores });
  return {
    syncing,
    sync,
    heldRemovals: createHeldRemovalsService({ db, findStore }),
    scheduledSyncs: createScheduledSyncsService({ db, clock }),
    scheduleRuns: createScheduleRuns({ db, jobs, clock, logger, sync, findStore }),
    webhooks: createWebhooksService({
      ...syncing,
      identify,
      webhooksUrl,
      availability: createAvailability({ db, secretBox, readSecret: settings.readSecret, webhooksUrl }),
    }),
  };
}

/** What works in the background, in processes that do. */
function createWorkers(
  { config, db, clock, logger }: ServiceDeps,
  { jobs, wakeUps, mailer, settings, retention }: Base,
  { applier, bulkUpdates, revert, compare, inbox }: ReturnType<typeof createEdits>,
  { syncing, scheduleRuns, webhooks }: ReturnType<typeof createSyncing>,
  { connect, soleProcess, accessOf }: Access & { soleProcess: boolean; accessOf: AuthProvider['accessOf'] },
) {
  const common = { wakeUps, soleProcess };
  const notify = createNotify({ mailer, logger, settings });
  return {
    syncWorker: createSyncWorker({ ...syncing, ...common, concurrency: config.syncConcurrency }),
    webhooksWorker: createWebhooksWorker({ ...syncing, ...common, webhooks }),
    scheduledSyncsWorker: createScheduledSyncsWorker({
      ...common,
      jobs,
      logger,
      runs: scheduleRuns,
      notify: createFailureNotice({ db, notify, appUrl: config.appUrl }),
      changes: createDueChanges({
        db,
        clock,
        jobs,
        logger,
        applier,
        revert,
        accessOf,
        soleProcess,
        notify: createNotice({ db, notify, appUrl: config.appUrl }),
      }),
    }),
    bulkUpdateWorker: createBulkUpdateWorker({
      ...common,
      db,
      logger,
      applier,
      concurrency: { inAll: config.editConcurrency, perStore: config.editConcurrencyPerStore },
    }),
    lateWritesWorker: createLateWritesWorker({ db, clock, logger, connect, wakeUps }),
    articlesWorker: createArticlesWorker({
      wakeUps,
      db,
      logger,
      watch: createRuleWatch({ db, compare, inbox, bulkUpdates }),
    }),
    interruptedWorker: createInterruptedWorker({ ...common, db, clock, logger }),
    auditCollector: createAuditCollector({ ...common, db, clock, logger, collector: config.auditWebhook }),
    retentionWorker: createRetentionWorker({
      ...common,
      db,
      clock,
      logger,
      retention,
      chores: [noteSize, noteFindings, removeLeftFiles],
    }),
  };
}
