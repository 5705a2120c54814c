import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bulkUpdateRoutes } from '@storefleet/contract/edits/bulk-update-routes';
import { importRoutes } from '@storefleet/contract/edits/imports';
import { fileRoutes } from '@storefleet/contract/files';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { CsvService } from '../csv/csv.service.ts';
import type { FilesService } from './files.service.ts';

export function registerFileRoutes(app: FastifyInstance, files: FilesService, csv: CsvService): void {
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
  registerRoute(app, bulkUpdateRoutes.importCsv, ({ file, query, user, signal }) =>
    files.importing(titleOf(query.file_name), user, signal, (work) =>
      csv.importFile(untilStopped(file, work.signal), query, { user, ...work }),
    ),
  );
  registerRoute(app, importRoutes.plan, async ({ params, body, user, signal }) =>
    files.importing(titleOf(await csv.nameOfImport({ id: params.id, user })), user, signal, (work) =>
      csv.planImport({ id: params.id, user }, body, { user, ...work }),
    ),
  );
  registerRoute(app, fileRoutes.download, ({ params, signal }) => files.download(params.id, signal));
  registerRoute(app, fileRoutes.stop, async ({ params, user }) => {
    await files.stop(params.id, user.id);
    return { success: true, message: 'It was stopped.' };
  });
}

function titleOf(fileName: string | null | undefined): string {
  return `Import of ${fileName ?? 'a file'}`;
}

/** The same bytes, until aborted: the sender may be slow. */
function untilStopped(file: Readable, signal: AbortSignal): Readable {
  const bytes = new PassThrough();
  // Errors reach the reader of the bytes.
  pipeline(file, bytes, { signal }).catch(() => {});
  return bytes;
}
