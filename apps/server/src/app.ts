import { fileURLToPath } from 'node:url';
import { apiRoutes } from '@storefleet/contract/api';
import { configRoutes } from '@storefleet/contract/api/config';
import { API_BASE_PATH } from '@storefleet/contract/constants';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { registerApiKeyRoutes } from './modules/api-keys/api-keys.routes.ts';
import { registerArticleRoutes } from './modules/articles/articles.routes.ts';
import { registerAuditRoutes } from './modules/audit/audit.routes.ts';
import { auditCalls, recordConsent } from './modules/audit/audit-calls.ts';
import { auditSignIns } from './modules/audit/audit-sign-ins.ts';
import { registerAuthRoutes } from './modules/auth/auth.routes.ts';
import { answerUnreadable } from './modules/auth/embedded/gotrue/error-answer.ts';
import { gotrueRoutes } from './modules/auth/embedded/gotrue/gotrue.routes.ts';
import { registerAccountRoutes, registerTeamRoutes } from './modules/auth/team.routes.ts';
import { registerBulkUpdateRoutes } from './modules/bulk-updates/bulk-updates.routes.ts';
import { registerInboxRoutes } from './modules/bulk-updates/inbox/inbox.routes.ts';
import { registerCategoryRoutes } from './modules/categories/categories.routes.ts';
import { registerCollectionRoutes } from './modules/collections/collections.routes.ts';
import { registerCompareRoutes } from './modules/compare/compare.routes.ts';
import { registerCsvRoutes } from './modules/csv/csv.routes.ts';
import { registerFileRoutes } from './modules/files/files.routes.ts';
import { registerGuardRailRoutes } from './modules/guard-rails/guard-rails.routes.ts';
import { registerHealthRoutes } from './modules/health/health.routes.ts';
import { registerHistoryRoutes, registerUndoRoutes } from './modules/history/history.routes.ts';
import { registerMcp } from './modules/mcp/mcp.routes.ts';
import { registerMappingRoutes } from './modules/mssql-mappings/mappings.routes.ts';
import { registerMssqlStoreRoutes } from './modules/mssql-stores/mssql-stores.routes.ts';
import { registerOverviewRoutes } from './modules/overview/overview.routes.ts';
import { registerProductPageRoutes } from './modules/product-page/product-page.routes.ts';
import { registerProductRoutes } from './modules/products/products.routes.ts';
import { registerRetentionRoutes } from './modules/retention/retention.routes.ts';
import { registerScheduledChangeRoutes } from './modules/scheduled-changes/scheduled-changes.routes.ts';
import { registerScheduledSyncRoutes } from './modules/scheduled-syncs/scheduled-syncs.routes.ts';
import { registerSettingRoutes } from './modules/settings/settings.routes.ts';
import { registerStockRoutes } from './modules/stock/stock.routes.ts';
import {
  authorizationReturn,
  registerAuthorizationRoutes,
} from './modules/stores/authorizations/authorizations.routes.ts';
import { registerStoreRoutes } from './modules/stores/stores.routes.ts';
import { registerSyncRoutes } from './modules/sync/sync.routes.ts';
import { registerViewRoutes } from './modules/views/views.routes.ts';
import { registerWebhookReceiver, registerWebhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import { registerApi } from './platform/http/api.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { refuseOtherMethods } from './platform/http/other-methods.ts';
import { registerApiDocs } from './platform/http/pages/api-docs.ts';
import { registerWebApp } from './platform/http/pages/web-app.ts';
import { registerRoute } from './platform/http/route.ts';
import type { Logger } from './platform/logging/logger.ts';
import { registerProbes } from './probes.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';

const WEB_APP = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Everything the server answers, in one list. */
export async function buildApp(services: Services, config: Config, logger: Logger): Promise<FastifyInstance> {
  const { auth } = services;
  const app = await createHttpServer({
    logger,
    connectOrigins: config.hostedAuth ? [new URL(config.hostedAuth.projectUrl).origin] : [],
    imageHosts: config.imageHosts,
    https: config.appUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    ...(auth.embedded ? { answerUnreadable } : {}),
  });

  const refuseOthers = refuseOtherMethods(app);
  registerProbes(app, services, config, logger);

  const consent = { authorizations: services.authorizations, appUrl: config.appUrl };
  await registerApi(app, API_BASE_PATH, {
    routes: apiRoutes,
    authenticate: services.apiKeys.authenticate,
    register(api) {
      auditCalls(api, services.audit);
      registerRoute(api, configRoutes.get, async ({ headers }) => ({
        app_name: await services.settings.appName(),
        auth: await auth.publicConfig(headers.host),
        needs_setup: await auth.needsSetup(),
        version,
      }));
      registerAuthRoutes(api, auth);
      registerAccountRoutes(api, services.account);
      registerTeamRoutes(api, services.team, services);
      registerApiKeyRoutes(api, services.apiKeys);
      registerStoreRoutes(api, services.stores);
      registerAuthorizationRoutes(api, consent);
      registerMssqlStoreRoutes(api, services.mssqlStores);
      registerMappingRoutes(api, services.mappings);
      registerProductRoutes(api, services);
      registerProductPageRoutes(api, services.productPage);
      registerStockRoutes(api, services.stock);
      registerCategoryRoutes(api, services.categories);
      registerCollectionRoutes(api, services.collections);
      registerBulkUpdateRoutes(api, services.bulkUpdates);
      registerCsvRoutes(api, services.csv);
      registerFileRoutes(api, services.files, services.csv);
      registerHistoryRoutes(api, services.history);
      registerUndoRoutes(api, services.undo);
      registerSyncRoutes(api, services);
      registerOverviewRoutes(api, services.overview);
      registerHealthRoutes(api, services.health);
      registerScheduledSyncRoutes(api, services);
      registerViewRoutes(api, services.views);
      registerInboxRoutes(api, services.inbox);
      registerScheduledChangeRoutes(api, services.scheduledChanges);
      registerGuardRailRoutes(api, services.guardRails);
      registerArticleRoutes(api, services);
      registerCompareRoutes(api, services);
      registerAuditRoutes(api, services.db);
      registerSettingRoutes(api, services.settings);
      registerRetentionRoutes(api, services.retention);
      registerWebhookRoutes(api, services.webhooks);
    },
  });
  await app.register(authorizationReturn, { ...consent, record: recordConsent(services.audit) });
  const { embedded } = auth;
  if (embedded) {
    await app.register(async (signIn) => {
      auditSignIns(signIn, services.audit);
      await signIn.register(gotrueRoutes, { prefix: '/auth/v1', auth: embedded });
    });
  }
  registerMcp(app, version);
  await registerWebhookReceiver(app, services.webhooks);
  refuseOthers();
  await registerApiDocs(app, { routes: apiRoutes, title: services.settings.appName, version });
  await registerWebApp(app, WEB_APP);
  return app;
}
