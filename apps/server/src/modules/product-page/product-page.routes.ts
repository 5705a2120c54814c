import { productPageRoutes } from '@storefleet/contract/catalogue/products/product-page';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { ProductPage } from './product-page.service.ts';

export function registerProductPageRoutes(app: FastifyInstance, page: ProductPage): void {
  registerRoute(app, productPageRoutes.counterparts, ({ params, query }) =>
    page.counterparts(params.productId, query),
  );
  registerRoute(app, productPageRoutes.atSource, ({ params, query, signal }) =>
    page.atSource(params.productId, query, signal),
  );
}
