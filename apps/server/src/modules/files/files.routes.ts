import { fileRoutes } from '@storefleet/contract/catalogue/files';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { FilesService } from './files.service.ts';

export function registerFileRoutes(app: FastifyInstance, files: FilesService): void {
  registerRoute(app, fileRoutes.exportProducts, ({ body, query, user, signal }) =>
    files.order(body, { of: 'products', query }, user, signal),
  );
  registerRoute(app, fileRoutes.exportHistory, ({ body, query, user, signal }) =>
    files.order(body, { of: 'history', query }, user, signal),
  );
  registerRoute(app, fileRoutes.exportItems, ({ body, params, query, user, signal }) =>
    files.order(body, { of: 'items', batchId: params.batch_id, query }, user, signal),
  );
  registerRoute(app, fileRoutes.exportComparison, ({ body, query, user, signal }) =>
    files.order(body, { of: 'comparison', query }, user, signal),
  );
  registerRoute(app, fileRoutes.exportMissing, ({ body, query, user, signal }) =>
    files.order({ ...body, format: 'csv' }, { of: 'missing', query }, user, signal),
  );
  registerRoute(app, fileRoutes.download, ({ params, signal }) => files.download(params.id, signal));
  registerRoute(app, fileRoutes.stop, async ({ params, user }) => {
    await files.stop(params.id, user.id);
    return { success: true, message: 'It was stopped.' };
  });
}
