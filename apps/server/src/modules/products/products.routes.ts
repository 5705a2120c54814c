import { productRoutes } from '@storefleet/contract/products';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { ProductsService } from './products.service.ts';

export function registerProductRoutes(app: FastifyInstance, products: ProductsService): void {
  registerRoute(app, productRoutes.search, ({ query }) => products.search(query));
  registerRoute(app, productRoutes.get, ({ params }) => products.get(params.productId));
  registerRoute(app, productRoutes.listByStore, ({ params, query }) =>
    products.listByStore(params.storeId, query),
  );
}
