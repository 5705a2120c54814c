import { messages } from '@storefleet/contract/messages';
import { metafieldRoutes } from '@storefleet/contract/stores/metafields';
import { pointRoutes } from '@storefleet/contract/stores/points';
import { storeRoutes } from '@storefleet/contract/stores/stores';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { StoresService } from './stores.service.ts';

export function registerStoreRoutes(app: FastifyInstance, stores: StoresService): void {
  registerRoute(app, storeRoutes.list, ({ query }) => stores.list(query));
  registerRoute(app, storeRoutes.create, ({ body, signal }) => stores.create(body, signal));
  registerRoute(app, storeRoutes.testConnection, ({ body, signal }) => stores.testConnection(body, signal));
  registerRoute(app, storeRoutes.get, ({ params }) => stores.requireStore(params.id));
  registerRoute(app, storeRoutes.update, ({ params, body, signal }) =>
    stores.update(params.id, body, signal),
  );
  registerRoute(app, metafieldRoutes.list, ({ params, signal }) => stores.metafields(params.id, signal));
  registerRoute(app, metafieldRoutes.read, ({ params, body, signal }) =>
    stores.readMetafields(params.id, body, signal),
  );
  registerRoute(app, pointRoutes.get, ({ params }) => stores.points(params.id));
  registerRoute(app, storeRoutes.delete, async ({ params }) => {
    await stores.remove(params.id);
    return { success: true, message: messages.stores.deleted };
  });
  registerRoute(app, storeRoutes.testGraphqlConnection, ({ params, signal }) =>
    stores.testGraphqlConnection(params.id, signal),
  );
}
