import { healthRoutes } from '@storefleet/contract/catalogue/health/health';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { HealthService } from './health.service.ts';

export function registerHealthRoutes(app: FastifyInstance, health: HealthService): void {
  registerRoute(app, healthRoutes.findings, ({ query }) => health.report(query));
}
