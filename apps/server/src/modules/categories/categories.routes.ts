import { categoryRoutes } from '@storefleet/contract/catalogue/categories';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { CategoriesService } from './categories.service.ts';

export function registerCategoryRoutes(app: FastifyInstance, categories: CategoriesService): void {
  registerRoute(app, categoryRoutes.held, ({ query }) => categories.held(query.store_ids ?? null));
  registerRoute(app, categoryRoutes.find, ({ query, signal }) =>
    categories.find(query.search, query.store_ids ?? null, signal),
  );
}
