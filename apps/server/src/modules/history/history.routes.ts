import { historyRoutes } from '@storefleet/contract/edits/history';
import type { FastifyInstance } from 'fastify';
import { requestKey } from '../../platform/http/idempotency-key.ts';
import { registerRoute } from '../../platform/http/route.ts';
import { toCsv } from '../csv/export/table.ts';
import type { HistoryService } from './history.service.ts';
import type { UndoService } from './undo/undo.service.ts';

/** Bytes: the ids of 100,000 changes. */
const BODY_LIMIT = 4 * 1024 * 1024;

export function registerHistoryRoutes(app: FastifyInstance, history: HistoryService): void {
  registerRoute(app, historyRoutes.list, ({ query }) => history.list(query));
  registerRoute(app, historyRoutes.batches, ({ query }) => history.batches(query));
  registerRoute(app, historyRoutes.provenance, ({ query }) => history.provenance(query));
  registerRoute(app, historyRoutes.exportCsv, ({ query }) => toCsv(history.table(query)));
  registerRoute(app, historyRoutes.users, () => history.users());
}

export function registerUndoRoutes(app: FastifyInstance, undo: UndoService): void {
  const options = { bodyLimit: BODY_LIMIT };
  registerRoute(app, historyRoutes.previewUndo, ({ body }) => undo.preview(body), options);
  registerRoute(
    app,
    historyRoutes.undo,
    ({ body, headers, user }) => undo.start(body, user, requestKey(headers['idempotency-key'], body)),
    options,
  );
}
