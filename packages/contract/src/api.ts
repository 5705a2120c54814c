import { accountRoutes } from './account.ts';
import { bulkUpdateRoutes } from './bulk-update-routes.ts';
import { configRoutes } from './config.ts';
import { historyRoutes } from './history.ts';
import { mssqlRoutes } from './mssql.ts';
import { overviewRoutes } from './overview.ts';
import type { ApiCallId } from './paths.ts';
import { productRoutes } from './products.ts';
import { scheduledSyncRoutes } from './scheduled-syncs.ts';
import { settingRoutes } from './settings.ts';
import { storeRoutes } from './stores.ts';
import { syncRoutes } from './sync.ts';
import { teamRoutes } from './team.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every call of the API. */
export const apiRoutes = [
  ...Object.values(configRoutes),
  ...Object.values(accountRoutes),
  ...Object.values(teamRoutes),
  ...Object.values(storeRoutes),
  ...Object.values(overviewRoutes),
  ...Object.values(webhookRoutes),
  ...Object.values(syncRoutes),
  ...Object.values(productRoutes),
  ...Object.values(bulkUpdateRoutes),
  ...Object.values(historyRoutes),
  ...Object.values(settingRoutes),
  ...Object.values(mssqlRoutes),
  ...Object.values(scheduledSyncRoutes),
];

export type ApiRoute = (typeof apiRoutes)[number];

/** The description of a call, by its id: what the web client takes its types from. */
export type RouteById<Id extends ApiCallId> = Extract<ApiRoute, { readonly id: Id }>;
