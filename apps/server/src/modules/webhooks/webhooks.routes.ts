import { webhookRoutes } from '@storefleet/contract/stores/webhooks';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/http/problem.ts';
import { registerRoute } from '../../platform/http/route.ts';
import { WEBHOOKS_PATH, type WebhooksService } from './webhooks.service.ts';

export function registerWebhookRoutes(app: FastifyInstance, webhooks: WebhooksService): void {
  registerRoute(app, webhookRoutes.get, ({ params }) => webhooks.get(params.id));
  registerRoute(app, webhookRoutes.enable, ({ params, signal }) => webhooks.enable(params.id, signal));
  registerRoute(app, webhookRoutes.disable, ({ params, signal }) => webhooks.disable(params.id, signal));
}

/** Bytes. We request only ids; a full product, which an app's own configuration may send, also fits. */
const BODY_LIMIT = 1024 * 1024;

/** Where shops send webhooks: outside the API, as they have no account. The raw body is signed. */
export async function registerWebhookReceiver(
  app: FastifyInstance,
  webhooks: WebhooksService,
): Promise<void> {
  await app.register(async (receiver) => {
    receiver.removeAllContentTypeParsers();
    receiver.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    receiver.post<{ Params: { storeId: string } }>(
      `${WEBHOOKS_PATH}/:storeId`,
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        const isTaken = await webhooks.receive({
          storeId: request.params.storeId,
          header(name) {
            const value = request.headers[name];
            return Array.isArray(value) ? value[0] : value;
          },
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        });
        if (!isTaken)
          throw new AppError({ code: 'unauthorized', detail: 'This was not signed by the shop.' });
        return reply.code(200).send();
      },
    );
  });
}
