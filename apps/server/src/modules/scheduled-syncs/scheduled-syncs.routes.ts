import { messages } from '@storefleet/contract/messages';
import { scheduledSyncRoutes } from '@storefleet/contract/syncs/scheduled-syncs';
import type { FastifyInstance } from 'fastify';
import { requestKey } from '../../platform/http/idempotency-key.ts';
import { registerRoute } from '../../platform/http/route.ts';
import type { ScheduleRuns } from './runs/schedule-runs.ts';
import type { ScheduledSyncsService } from './scheduled-syncs.service.ts';

export function registerScheduledSyncRoutes(
  app: FastifyInstance,
  services: { readonly scheduledSyncs: ScheduledSyncsService; readonly scheduleRuns: ScheduleRuns },
): void {
  const { scheduledSyncs: schedules, scheduleRuns } = services;
  registerRoute(app, scheduledSyncRoutes.list, ({ query }) => schedules.list(query));
  registerRoute(app, scheduledSyncRoutes.create, ({ body, headers, user }) =>
    schedules.create(body, user.id, requestKey(headers['idempotency-key'], body)),
  );
  registerRoute(app, scheduledSyncRoutes.createSeveral, ({ body, headers, user }) =>
    schedules.createSeveral(body, user.id, requestKey(headers['idempotency-key'], body)),
  );
  registerRoute(app, scheduledSyncRoutes.planSeveral, ({ body }) => schedules.planSeveral(body));
  registerRoute(app, scheduledSyncRoutes.summary, () => schedules.summary());
  registerRoute(app, scheduledSyncRoutes.timezones, () => schedules.timezones());
  registerRoute(app, scheduledSyncRoutes.preview, ({ body }) => schedules.preview(body));
  registerRoute(app, scheduledSyncRoutes.upcoming, ({ query }) => schedules.upcoming(query));
  registerRoute(app, scheduledSyncRoutes.get, ({ params }) => schedules.get(params.id));
  registerRoute(app, scheduledSyncRoutes.update, ({ params, body }) => schedules.update(params.id, body));
  registerRoute(app, scheduledSyncRoutes.delete, async ({ params }) => {
    await schedules.remove(params.id);
    return { success: true, message: messages.scheduledSyncs.deleted };
  });
  registerRoute(app, scheduledSyncRoutes.execute, async ({ params, user }) => ({
    success: true,
    message: messages.scheduledSyncs.executed,
    task_id: await scheduleRuns.runNow(params.id, user.id),
  }));
  registerRoute(app, scheduledSyncRoutes.toggle, ({ params, query }) =>
    schedules.toggle(params.id, query.is_active),
  );
  registerRoute(app, scheduledSyncRoutes.logs, ({ params, query }) => schedules.logs(params.id, query));
}
