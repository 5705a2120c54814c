import { overviewRoutes } from '@storefleet/contract/overview';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { OverviewService } from './overview.service.ts';

export function registerOverviewRoutes(app: FastifyInstance, overview: OverviewService): void {
  registerRoute(app, overviewRoutes.summary, () => overview.summary());
  registerRoute(app, overviewRoutes.attention, () => overview.attention());
  registerRoute(app, overviewRoutes.dismiss, ({ body, user }) => overview.dismiss(body, user.id));
  registerRoute(app, overviewRoutes.running, ({ user }) => overview.running(user.id));
  registerRoute(app, overviewRoutes.storage, () => overview.storage());
  registerRoute(app, overviewRoutes.activity, ({ query }) => overview.activity(query));
}
