import { channelRoutes } from '@storefleet/contract/catalogue/channels';
import { collectionRoutes } from '@storefleet/contract/catalogue/collections';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { CollectionsService } from './collections.service.ts';

export function registerCollectionRoutes(app: FastifyInstance, collections: CollectionsService): void {
  registerRoute(app, collectionRoutes.list, ({ query }) => collections.list(query.store_ids ?? null));
  registerRoute(app, channelRoutes.list, ({ query }) => collections.channels(query.store_ids ?? null));
  registerRoute(app, channelRoutes.ofProduct, ({ params, query }) =>
    collections.channelsOf(params.productId, query.as_of),
  );
  registerRoute(app, collectionRoutes.ofProduct, ({ params, query }) =>
    collections.ofProduct(params.productId, query.as_of),
  );
}
