import { historyRoutes } from '@storefleet/contract/history';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { HistoryService } from './history.service.ts';
import type { UndoService } from './undo.service.ts';

export function registerHistoryRoutes(app: FastifyInstance, history: HistoryService): void {
  registerRoute(app, historyRoutes.list, ({ query }) => history.list(query));
  registerRoute(app, historyRoutes.exportCsv, ({ query }) => history.exportCsv(query));
  registerRoute(app, historyRoutes.users, () => history.users());
}

export function registerUndoRoutes(app: FastifyInstance, undo: UndoService): void {
  registerRoute(app, historyRoutes.previewUndo, ({ body }) => undo.preview(body));
  registerRoute(app, historyRoutes.undo, ({ body, user }) => undo.start(body, user));
}
