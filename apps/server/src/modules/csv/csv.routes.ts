import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { productRoutes } from '@storefleet/contract/catalogue/products';
import { bulkUpdateRoutes } from '@storefleet/contract/edits/bulk-update-routes';
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
  registerRoute(app, productRoutes.exportCsv, ({ query, signal }) => toCsv(csv.productTable(query, signal)));
  registerRoute(app, bulkUpdateRoutes.importCsv, ({ file, query, user, signal }) =>
    files.importing(`Import of ${query.file_name ?? 'a file'}`, user, signal, (work) =>
      csv.importFile(untilStopped(file, work.signal), query, { user, ...work }),
    ),
  );
  registerRoute(app, bulkUpdateRoutes.readImportColumns, ({ file, query }) =>
    csv.readImportColumns(file, query),
  );
  registerRoute(app, bulkUpdateRoutes.exportImportProblems, ({ params, signal }) =>
    csv.exportProblems(params.batch_id, signal),
  );
  registerRoute(app, bulkUpdateRoutes.exportItems, async ({ params, query, signal }) =>
    toCsv(await csv.itemTable(params.batch_id, query, signal)),
  );
}

/** The same bytes, until they are not wanted any more: whoever sends them may take long over the next ones. */
function untilStopped(file: Readable, signal: AbortSignal): Readable {
  const bytes = new PassThrough();
  // Every failure reaches the reader of the bytes.
  pipeline(file, bytes, { signal }).catch(() => {});
  return bytes;
}
