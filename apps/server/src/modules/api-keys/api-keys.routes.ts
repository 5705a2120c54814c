import { apiKeyRoutes } from '@storefleet/contract/people/api-keys';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { ApiKeysService } from './api-keys.service.ts';

export function registerApiKeyRoutes(app: FastifyInstance, apiKeys: ApiKeysService): void {
  registerRoute(app, apiKeyRoutes.list, () => apiKeys.list());
  registerRoute(app, apiKeyRoutes.create, ({ body, user }) => apiKeys.create(body, user));
  registerRoute(app, apiKeyRoutes.revoke, ({ params }) => apiKeys.revoke(params.keyId));
}
