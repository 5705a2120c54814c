import { scheduledChangeRoutes } from '@storefleet/contract/edits/scheduled-changes';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { ScheduledChangesService } from './scheduled-changes.service.ts';

export function registerScheduledChangeRoutes(app: FastifyInstance, changes: ScheduledChangesService): void {
  registerRoute(app, scheduledChangeRoutes.list, ({ query }) => changes.list(query));
  registerRoute(app, scheduledChangeRoutes.preview, ({ params, body }) =>
    changes.preview(params.batch_id, body),
  );
  registerRoute(app, scheduledChangeRoutes.save, ({ params, body, user }) =>
    changes.save(params.batch_id, body, user),
  );
  registerRoute(app, scheduledChangeRoutes.cancel, ({ params }) => changes.cancel(params.batch_id));
  registerRoute(app, scheduledChangeRoutes.moveEnd, ({ params, body, user }) =>
    changes.moveEnd(params.batch_id, body, user),
  );
  registerRoute(app, scheduledChangeRoutes.endNow, ({ params, body, user }) =>
    changes.endNow(params.batch_id, body.override_reason, user),
  );
}
