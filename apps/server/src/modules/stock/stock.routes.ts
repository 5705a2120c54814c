import { stockRoutes } from '@storefleet/contract/catalogue/stock';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { StockService } from './stock.service.ts';

export function registerStockRoutes(app: FastifyInstance, stock: StockService): void {
  registerRoute(app, stockRoutes.named, () => stock.named());
  registerRoute(app, stockRoutes.locations, ({ params }) => stock.locations(params.id));
  registerRoute(app, stockRoutes.ofProduct, ({ params }) => stock.ofProduct(params.productId));
}
