import { viewRoutes } from '@storefleet/contract/catalogue/views';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { ViewsService } from './views.service.ts';

export function registerViewRoutes(app: FastifyInstance, views: ViewsService): void {
  registerRoute(app, viewRoutes.list, ({ user }) => views.list(user));
  registerRoute(app, viewRoutes.get, ({ params, user }) => views.get(params.id, user));
  registerRoute(app, viewRoutes.create, ({ body, user }) => views.create(body, user));
  registerRoute(app, viewRoutes.update, ({ params, body, user }) => views.update(params.id, body, user));
  registerRoute(app, viewRoutes.delete, async ({ params, user }) => {
    await views.remove(params.id, user);
    return { success: true, message: 'The view was deleted.' };
  });
  registerRoute(app, viewRoutes.restore, ({ params, user }) => views.restore(params.id, user));
  registerRoute(app, viewRoutes.pin, ({ params, body, user }) => views.pin(params.id, body, user));
}
