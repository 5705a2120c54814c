import { configRoutes } from './api/config.ts';
import type { ApiCallId } from './api/paths.ts';
import { articleRoutes } from './articles/articles.ts';
import { compareRoutes } from './articles/compare.ts';
import { missingRoutes } from './articles/missing.ts';
import { ruleRoutes } from './articles/rules.ts';
import { categoryRoutes } from './catalogue/categories.ts';
import { channelRoutes } from './catalogue/channels.ts';
import { collectionRoutes } from './catalogue/collections.ts';
import { healthRoutes } from './catalogue/health/health.ts';
import { metafieldValueRoutes } from './catalogue/metafield-values.ts';
import { productPageRoutes } from './catalogue/products/product-page.ts';
import { quickSearchRoutes } from './catalogue/products/quick-search.ts';
import { productRoutes } from './catalogue/products/routes.ts';
import { stockRoutes } from './catalogue/stock.ts';
import { viewRoutes } from './catalogue/views.ts';
import { bulkUpdateRoutes } from './edits/bulk-update-routes.ts';
import { guardRailRoutes } from './edits/guard-rails.ts';
import { historyRoutes } from './edits/history.ts';
import { importRoutes } from './edits/imports.ts';
import { inboxRoutes } from './edits/inbox.ts';
import { scheduledChangeRoutes } from './edits/scheduled-changes.ts';
import { whatIfRoutes } from './edits/what-if.ts';
import { fileRoutes } from './files.ts';
import { overviewRoutes } from './overview.ts';
import { accountRoutes } from './people/account.ts';
import { apiKeyRoutes } from './people/api-keys.ts';
import { auditRoutes } from './people/audit.ts';
import { teamRoutes } from './people/team.ts';
import { retentionRoutes } from './retention.ts';
import { settingRoutes } from './settings.ts';
import { metafieldRoutes } from './stores/metafields.ts';
import { mssqlRoutes } from './stores/mssql/routes.ts';
import { pointRoutes } from './stores/points.ts';
import { storeRoutes } from './stores/stores.ts';
import { webhookRoutes } from './stores/webhooks.ts';
import { scheduledSyncRoutes } from './syncs/scheduled-syncs.ts';
import { syncRoutes } from './syncs/sync.ts';

/** Every call of the API. */
export const apiRoutes = [
  ...Object.values(configRoutes),
  ...Object.values(accountRoutes),
  ...Object.values(teamRoutes),
  ...Object.values(apiKeyRoutes),
  ...Object.values(storeRoutes),
  ...Object.values(overviewRoutes),
  ...Object.values(healthRoutes),
  ...Object.values(webhookRoutes),
  ...Object.values(metafieldRoutes),
  ...Object.values(pointRoutes),
  ...Object.values(syncRoutes),
  ...Object.values(productRoutes),
  ...Object.values(metafieldValueRoutes),
  ...Object.values(productPageRoutes),
  ...Object.values(stockRoutes),
  ...Object.values(categoryRoutes),
  ...Object.values(collectionRoutes),
  ...Object.values(channelRoutes),
  ...Object.values(quickSearchRoutes),
  ...Object.values(bulkUpdateRoutes),
  ...Object.values(importRoutes),
  ...Object.values(whatIfRoutes),
  ...Object.values(inboxRoutes),
  ...Object.values(scheduledChangeRoutes),
  ...Object.values(guardRailRoutes),
  ...Object.values(articleRoutes),
  ...Object.values(compareRoutes),
  ...Object.values(missingRoutes),
  ...Object.values(ruleRoutes),
  ...Object.values(historyRoutes),
  ...Object.values(fileRoutes),
  ...Object.values(viewRoutes),
  ...Object.values(auditRoutes),
  ...Object.values(settingRoutes),
  ...Object.values(retentionRoutes),
  ...Object.values(mssqlRoutes),
  ...Object.values(scheduledSyncRoutes),
];

type ApiRoute = (typeof apiRoutes)[number];

/** The description of a call by id, from which the web client takes its types. */
export type RouteById<Id extends ApiCallId> = Extract<ApiRoute, { readonly id: Id }>;
