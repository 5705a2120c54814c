import { retentionRoutes } from '@storefleet/contract/retention';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { RetentionService } from './retention.service.ts';

export function registerRetentionRoutes(app: FastifyInstance, retention: RetentionService): void {
  registerRoute(app, retentionRoutes.get, () => retention.get());
  registerRoute(app, retentionRoutes.removals, ({ query }) => retention.removals(query));
  registerRoute(app, retentionRoutes.save, ({ body }) => retention.save(body));
}
