import path from 'node:path';
import type { Config } from './config/config.ts';
import { createSqlServers } from './connectors/mssql/client/sql-server.ts';
import { createConnect } from './connectors/registry.ts';
import { createAccountService } from './modules/auth/account.service.ts';
import { createAuthService } from './modules/auth/auth.service.ts';
import { createHostedTeam } from './modules/auth/hosted/hosted-team.ts';
import { createTeamService } from './modules/auth/team.service.ts';
import { createApplier } from './modules/bulk-updates/apply/apply-batch.ts';
import { createBulkUpdateWorker } from './modules/bulk-updates/apply/worker.ts';
import { createBulkUpdatesService } from './modules/bulk-updates/bulk-updates.service.ts';
import { createLateWriteChecks } from './modules/bulk-updates/late-writes/late-writes.ts';
import { createLateWritesWorker } from './modules/bulk-updates/late-writes/late-writes.worker.ts';
import { createPlanner } from './modules/bulk-updates/plan/plan.ts';
import { createCsvService } from './modules/csv/csv.service.ts';
import { createHistoryService } from './modules/history/history.service.ts';
import { createUndoService } from './modules/history/undo/undo.service.ts';
import { listMappings } from './modules/mssql-mappings/mappings.repository.ts';
import { createMappingsService } from './modules/mssql-mappings/mappings.service.ts';
import { createMssqlStoresService } from './modules/mssql-stores/mssql-stores.service.ts';
import { createOverviewService } from './modules/overview/overview.service.ts';
import { createPaginationTest } from './modules/products/pagination-test.ts';
import { createProductsService } from './modules/products/products.service.ts';
import { createFailureNotice } from './modules/scheduled-syncs/runs/failure-notice.ts';
import { createScheduleRuns } from './modules/scheduled-syncs/runs/schedule-runs.ts';
import { createScheduledSyncsWorker } from './modules/scheduled-syncs/runs/scheduled-syncs.worker.ts';
import { createScheduledSyncsService } from './modules/scheduled-syncs/scheduled-syncs.service.ts';
import { createSettingsService } from './modules/settings/settings.service.ts';
import { readConsentApp } from './modules/settings/shopify-app.ts';
import { createAuthorizationsService } from './modules/stores/authorizations/authorizations.service.ts';
import { createStoresService } from './modules/stores/stores.service.ts';
import { createStoreTokens } from './modules/stores/tokens/store-tokens.ts';
import { createHeldRemovalsService } from './modules/sync/held-removals.service.ts';
import { createSyncWorker } from './modules/sync/runs/sync.worker.ts';
import { createSyncService } from './modules/sync/sync.service.ts';
import { createAvailability } from './modules/webhooks/availability.ts';
import { createWebhooksService } from './modules/webhooks/webhooks.service.ts';
import { createWebhooksWorker } from './modules/webhooks/webhooks.worker.ts';
import type { Secret } from './platform/crypto/secret.ts';
import { createSecretBox } from './platform/crypto/secret-box.ts';
import type { Database } from './platform/db/database.ts';
import { createJobQueue } from './platform/jobs/job-queue.ts';
import type { Logger } from './platform/logging/logger.ts';
import { createMailer } from './platform/mail/mailer.ts';
import type { Clock } from './platform/time/clock.ts';
import { createStopSignals } from './platform/work/stop-signals.ts';
import { createWakeUps } from './platform/work/wake-ups.ts';

export type ServiceDeps = {
  config: Config;
  db: Database;
  /** What whoever runs the server should know of it, though it answers. */
  databaseNotice?: () => string | null;
  encryptionKey: Secret;
  clock: Clock;
  logger: Logger;
};

export type Services = ReturnType<typeof createServices>;

/** The composition root: makes every service once and hands each what it needs. */
export function createServices(deps: ServiceDeps) {
  const { config, db, databaseNotice = () => null, encryptionKey, clock, logger } = deps;
  const secretBox = createSecretBox(encryptionKey);
  const jobs = createJobQueue({ db, logger });
  const wakeUps = createWakeUps(db);
  const mailer = createMailer({
    smtpUrl: config.smtpUrl?.reveal(),
    from: config.mailFrom,
    outboxDirectory: path.join(config.dataDir, 'outbox'),
    logger,
  });
  const settings = createSettingsService({ db, secretBox, clock, appUrl: config.appUrl });
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
    hosted: config.hostedAuth
      ? {
          projectUrl: config.hostedAuth.url,
          anonKey: config.hostedAuth.anonKey,
          jwtSecret: config.hostedAuth.jwtSecret ?? undefined,
        }
      : undefined,
  });
  const account = createAccountService({ db, auth });
  const team =
    auth.hosted === null
      ? createTeamService({ embedded: auth.embedded, clock, sendsMail: config.smtpUrl !== null })
      : createHostedTeam(auth.hosted);
  const sqlServers = createSqlServers({ logger, allowedHosts: config.mssqlAllowedHosts });
  const consentApp = () => readConsentApp(settings);
  const storeTokens = createStoreTokens({
    db,
    secretBox,
    clock,
    logger,
    allowedHosts: config.shopifyAllowedHosts,
    consentApp,
  });
  const stores = createStoresService({
    db,
    jobs,
    secretBox,
    clock,
    logger,
    allowedHosts: config.shopifyAllowedHosts,
    connect: createConnect({ clock, logger, allowedHosts: config.shopifyAllowedHosts, sqlServers }),
    sqlGuard: sqlServers.guard,
    storeTokens,
    mappingsOf: (storeId) => listMappings(db, storeId),
  });
  const authorizations = createAuthorizationsService({
    db,
    jobs,
    clock,
    logger,
    storeTokens,
    consentApp,
    mayStillAct: auth.mayStillAct,
    allowedHosts: config.shopifyAllowedHosts,
  });
  const mssqlStores = createMssqlStoresService({ stores, sqlServers });
  const mappings = createMappingsService({ db, clock, stores, sqlServers });
  const products = createProductsService({ db, stores });
  const paginationTest = createPaginationTest({
    findStore: stores.requireStore,
    connect: stores.connectorFor,
  });
  const planner = createPlanner({
    db,
    clock,
    findStore: stores.requireStore,
    connect: stores.connectorFor,
  });
  const history = createHistoryService({ db, clock });
  const overview = createOverviewService({ db, clock });
  const syncing = { db, jobs, clock, logger, stops: createStopSignals(), connect: stores.connectorFor };
  const sync = createSyncService({
    ...syncing,
    identify: stores.identify,
    findStore: stores.requireStore,
    listActiveStores: stores.listActive,
  });
  const scheduledSyncs = createScheduledSyncsService({ db, clock });
  const scheduleRuns = createScheduleRuns({ db, jobs, clock, logger, sync, findStore: stores.requireStore });
  const heldRemovals = createHeldRemovalsService({ db, findStore: stores.requireStore });
  const applier = createApplier({
    db,
    clock,
    logger,
    stops: createStopSignals(),
    connect: stores.connectorFor,
    findStore: stores.requireStore,
  });
  const bulkUpdates = createBulkUpdatesService({
    db,
    clock,
    products,
    planner,
    applier,
    findStore: stores.requireStore,
    connect: stores.connectorFor,
  });
  const csv = createCsvService({ db, clock, products, planner, bulkUpdates });
  const undo = createUndoService({
    db,
    findStore: stores.requireStore,
    connect: stores.connectorFor,
    planner,
    applier,
  });
  // The embedded database belongs to one process alone.
  const soleProcess = config.databaseUrl === null;
  const { webhooksUrl } = config;
  const webhooks = createWebhooksService({
    ...syncing,
    identify: stores.identify,
    webhooksUrl,
    availability: createAvailability({ secretBox, readSecret: settings.readSecret, webhooksUrl }),
  });
  const webhooksWorker = createWebhooksWorker({ ...syncing, wakeUps, webhooks, soleProcess });
  const syncWorker = createSyncWorker({
    ...syncing,
    wakeUps,
    concurrency: config.syncConcurrency,
    soleProcess,
  });
  const scheduledSyncsWorker = createScheduledSyncsWorker({
    jobs,
    logger,
    runs: scheduleRuns,
    wakeUps,
    notify: createFailureNotice({ db, mailer, logger, settings, appUrl: config.appUrl }),
    soleProcess,
  });
  const bulkUpdateWorker = createBulkUpdateWorker({
    db,
    logger,
    applier,
    wakeUps,
    concurrency: { inAll: config.editConcurrency, perStore: config.editConcurrencyPerStore },
    soleProcess,
  });
  const lateWritesWorker = createLateWritesWorker({
    logger,
    lateWrites: createLateWriteChecks({ db, clock, logger, connect: stores.connectorFor }),
  });

  return {
    db,
    databaseNotice,
    jobs,
    wakeUps,
    auth,
    account,
    team,
    settings,
    stores,
    authorizations,
    mssqlStores,
    mappings,
    products,
    paginationTest,
    planner,
    history,
    overview,
    undo,
    sync,
    heldRemovals,
    scheduledSyncs,
    scheduleRuns,
    scheduledSyncsWorker,
    syncWorker,
    webhooks,
    webhooksWorker,
    applier,
    bulkUpdates,
    csv,
    bulkUpdateWorker,
    lateWritesWorker,
    /** Finishes what runs in the background; the database is the caller's to close. */
    async close() {
      await auth.close();
      await sqlServers.close();
      mailer.close();
    },
  };
}
