import { messages } from '@storefleet/contract/messages';
import { mssqlRoutes } from '@storefleet/contract/stores/mssql/routes';
import { syncRoutes } from '@storefleet/contract/syncs/sync';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { HeldRemovalsService } from './held-removals.service.ts';
import type { SyncRun } from './runs/sync-run.repository.ts';
import type { SyncService } from './sync.service.ts';

export function registerSyncRoutes(
  app: FastifyInstance,
  { sync, heldRemovals }: { readonly sync: SyncService; readonly heldRemovals: HeldRemovalsService },
): void {
  const manual = ({ user, signal }: { user: { id: string }; signal: AbortSignal }) =>
    ({ trigger: 'manual', requestedBy: user.id, signal }) as const;
  const startedBy = (run: SyncRun) => ({
    success: true,
    task_id: run.id,
    products_count: run.counted_products,
  });
  registerRoute(app, syncRoutes.startGraphql, async ({ params, ...request }) => {
    const run = await sync.start(params.id, { method: 'graphql', ...manual(request) });
    return { ...startedBy(run), message: messages.sync.started('GraphQL', run.counted_products) };
  });
  registerRoute(app, syncRoutes.startRest, async ({ params, ...request }) => {
    const { run, firstPage } = await sync.startRest(params.id, manual(request));
    const { products, hasMore } = firstPage;
    const pages = 1;
    return {
      ...startedBy(run),
      products_count: products,
      pages_fetched: pages,
      has_more: hasMore,
      message: messages.sync.restStarted(products, pages, hasMore),
    };
  });
  registerRoute(app, mssqlRoutes.startSync, async ({ params, ...request }) => {
    const run = await sync.start(params.id, { method: 'mssql', ...manual(request) });
    const message = messages.sync.productsFound(run.counted_products);
    return { ...startedBy(run), store_id: params.id, message };
  });
  registerRoute(app, syncRoutes.startChanges, async ({ params, ...request }) => {
    const run = await sync.startChanges(params.id, manual(request));
    return { ...startedBy(run), message: messages.sync.changesStarted };
  });
  registerRoute(app, syncRoutes.startAll, ({ user }) => sync.startAll(user.id));
  registerRoute(app, syncRoutes.status, ({ params }) => sync.status(params.id));
  registerRoute(app, syncRoutes.statusBatch, ({ body }) => sync.statusBatch(body.store_ids));
  registerRoute(app, syncRoutes.logs, ({ params, query }) => sync.logs(params.id, query));
  registerRoute(app, syncRoutes.skippedRows, ({ params, query }) =>
    sync.skippedRows(params.id, params.syncId, query),
  );
  registerRoute(app, syncRoutes.forceStop, async ({ params }) => {
    await sync.forceStop(params.id);
    return { success: true, message: messages.sync.forceStopped };
  });
  registerRoute(app, syncRoutes.reset, async ({ params }) => {
    await sync.reset(params.id);
    return { success: true, message: messages.sync.resetDone };
  });
  registerRoute(app, syncRoutes.removals, ({ params, query }) => heldRemovals.list(params.id, query));
  registerRoute(app, syncRoutes.approveRemovals, ({ params }) => heldRemovals.approve(params.id));
  registerRoute(app, syncRoutes.dismissRemovals, ({ params }) => heldRemovals.dismiss(params.id));
}
