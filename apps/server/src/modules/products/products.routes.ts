import { metafieldValueRoutes } from '@storefleet/contract/catalogue/metafield-values';
import { quickSearchRoutes } from '@storefleet/contract/catalogue/products/quick-search';
import { productRoutes } from '@storefleet/contract/catalogue/products/routes';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { PaginationTest } from './pagination/pagination-test.ts';
import type { ProductsService } from './products.service.ts';

export function registerProductRoutes(
  app: FastifyInstance,
  {
    products,
    paginationTest,
  }: { readonly products: ProductsService; readonly paginationTest: PaginationTest },
): void {
  registerRoute(app, productRoutes.search, ({ query }) => products.search(query));
  registerRoute(app, quickSearchRoutes.find, ({ query }) => products.quickSearch(query.query));
  registerRoute(app, productRoutes.searchElsewhere, ({ query }) => products.countElsewhere(query));
  registerRoute(app, productRoutes.selection, ({ query }) => products.selectAll(query));
  registerRoute(app, productRoutes.facets, ({ query }) => products.facets(query));
  registerRoute(app, metafieldValueRoutes.list, ({ query }) => products.metafieldValues(query));
  registerRoute(app, productRoutes.get, ({ params, query }) => products.get(params.productId, query.as_of));
  registerRoute(app, productRoutes.listByStore, ({ params, query }) =>
    products.listByStore(params.storeId, query),
  );
  registerRoute(app, productRoutes.paginationTest, ({ query, signal }) => paginationTest(query, signal));
}
