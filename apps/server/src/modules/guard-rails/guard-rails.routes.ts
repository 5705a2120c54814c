import { guardRailRoutes } from '@storefleet/contract/edits/guard-rails';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { GuardRailsService } from './guard-rails.service.ts';

export function registerGuardRailRoutes(app: FastifyInstance, guardRails: GuardRailsService): void {
  registerRoute(app, guardRailRoutes.list, () => guardRails.list());
  registerRoute(app, guardRailRoutes.create, ({ body, user }) => guardRails.create(body, user));
  registerRoute(app, guardRailRoutes.update, ({ params, body, user }) =>
    guardRails.update(params.id, body, user),
  );
  registerRoute(app, guardRailRoutes.delete, async ({ params, user }) => {
    await guardRails.remove(params.id, user);
    return { success: true, message: 'The guard rail was deleted.' };
  });
}
