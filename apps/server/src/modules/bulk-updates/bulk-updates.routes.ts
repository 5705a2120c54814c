import { bulkUpdateRoutes } from '@storefleet/contract/edits/bulk-update-routes';
import { whatIfRoutes } from '@storefleet/contract/edits/what-if';
import type { FastifyInstance } from 'fastify';
import { parsePrefer, preferenceApplied } from '../../platform/http/prefer.ts';
import { registerRoute } from '../../platform/http/route.ts';
import type { BulkUpdatesService } from './bulk-updates.service.ts';

/** Bytes: 100,000 products with individual values. */
const BODY_LIMIT = 64 * 1024 * 1024;
/** Seconds that a client may wait for the result of its request. */
const MAX_WAIT_SECONDS = 60;

export function registerBulkUpdateRoutes(app: FastifyInstance, bulkUpdates: BulkUpdatesService): void {
  registerRoute(
    app,
    bulkUpdateRoutes.update,
    async ({ body, headers, user, signal, reply }) => {
      const preferences = parsePrefer(headers.prefer, MAX_WAIT_SECONDS);
      const answer = await bulkUpdates.update(body, user, { ...preferences, signal });
      const hasResult = 'success' in answer;
      if (!hasResult) reply.code(202);
      // With the result in the answer, the request was not handled asynchronously.
      const applied = preferenceApplied({
        ...preferences,
        respondAsync: preferences.respondAsync && !hasResult,
      });
      if (applied !== null) reply.header('preference-applied', applied);
      return answer;
    },
    { bodyLimit: BODY_LIMIT },
  );
  registerRoute(app, bulkUpdateRoutes.preview, ({ body, user }) => bulkUpdates.preview(body, user), {
    bodyLimit: BODY_LIMIT,
  });
  registerRoute(app, bulkUpdateRoutes.editing, ({ params }) => bulkUpdates.editingOf(params.id));
  registerRoute(app, bulkUpdateRoutes.list, ({ query }) => bulkUpdates.list(query));
  registerRoute(app, bulkUpdateRoutes.get, ({ params }) => bulkUpdates.get(params.batch_id));
  registerRoute(app, bulkUpdateRoutes.items, ({ params, query }) =>
    bulkUpdates.items(params.batch_id, query),
  );
  registerRoute(app, whatIfRoutes.get, ({ params }) => bulkUpdates.whatIf(params.batch_id));
  registerRoute(app, bulkUpdateRoutes.leaveOut, ({ params, body, user }) =>
    bulkUpdates.leaveOut(params.batch_id, body, user),
  );
  registerRoute(
    app,
    bulkUpdateRoutes.apply,
    ({ params, body, user }) => bulkUpdates.apply(params.batch_id, body, user),
    {
      bodyLimit: BODY_LIMIT,
    },
  );
  registerRoute(app, bulkUpdateRoutes.annotate, ({ params, body, user }) =>
    bulkUpdates.annotate(params.batch_id, body.note, user),
  );
  registerRoute(app, bulkUpdateRoutes.cancel, ({ params }) => bulkUpdates.cancel(params.batch_id));
  registerRoute(app, bulkUpdateRoutes.drop, ({ params, user }) => bulkUpdates.drop(params.batch_id, user));
  registerRoute(app, bulkUpdateRoutes.retry, ({ params, user }) => bulkUpdates.retry(params.batch_id, user));
}
