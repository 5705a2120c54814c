import { inboxRoutes } from '@storefleet/contract/edits/inbox';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../../platform/http/route.ts';
import type { InboxService } from './inbox.service.ts';

export function registerInboxRoutes(app: FastifyInstance, inbox: InboxService): void {
  registerRoute(app, inboxRoutes.list, ({ query, user }) => inbox.list(query, user));
  registerRoute(app, inboxRoutes.submit, ({ params, body, user }) =>
    inbox.submit(params.batch_id, body, user),
  );
  registerRoute(app, inboxRoutes.withdraw, ({ params, user }) => inbox.withdraw(params.batch_id, user));
  registerRoute(app, inboxRoutes.reject, ({ params, body, user }) =>
    inbox.reject(params.batch_id, body.reason, user),
  );
  registerRoute(app, inboxRoutes.takeOver, ({ params, user }) => inbox.takeOver(params.batch_id, user));
  registerRoute(app, inboxRoutes.drift, ({ params }) => inbox.drift(params.batch_id));
}
