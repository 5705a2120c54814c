import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { productRoutes } from '@storefleet/contract/catalogue/products/routes';
import { bulkUpdateRoutes } from '@storefleet/contract/edits/bulk-update-routes';
import { importRoutes } from '@storefleet/contract/edits/imports';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { FilesService } from '../files/files.service.ts';
import type { CsvService } from './csv.service.ts';
import { toCsv } from './export/table.ts';

export function registerCsvRoutes(
  app: FastifyInstance,
  csv: CsvService,
  files: Pick<FilesService, 'importing'>,
): void {
  registerRoute(app, productRoutes.exportCsv, async ({ query, signal }) =>
    toCsv(await csv.productTable(query, signal)),
  );
  registerRoute(app, bulkUpdateRoutes.importCsv, ({ file, query, user, signal }) =>
    files.importing(titleOf(query.file_name), user, signal, (work) =>
      csv.importFile(untilStopped(file, work.signal), query, { user, ...work }),
    ),
  );
  registerRoute(app, importRoutes.upload, ({ file, query, user }) =>
    csv.uploadImport(file, query.file_name ?? null, user),
  );
  registerRoute(app, importRoutes.read, ({ params, query, user }) =>
    csv.readImport({ id: params.id, user }, query),
  );
  registerRoute(app, importRoutes.match, ({ params, body, user, signal }) =>
    csv.matchImport({ id: params.id, user }, body, signal),
  );
  registerRoute(app, importRoutes.plan, async ({ params, body, user, signal }) =>
    files.importing(titleOf(await csv.nameOfImport({ id: params.id, user })), user, signal, (work) =>
      csv.planImport({ id: params.id, user }, body, { user, ...work }),
    ),
  );
  registerRoute(app, importRoutes.near, ({ body }) => csv.findNear(body));
  registerRoute(app, bulkUpdateRoutes.exportImportProblems, ({ params, signal }) =>
    csv.exportProblems(params.batch_id, signal),
  );
  registerRoute(app, bulkUpdateRoutes.exportItems, async ({ params, query, signal }) =>
    toCsv(await csv.itemTable(params.batch_id, query, signal)),
  );
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
