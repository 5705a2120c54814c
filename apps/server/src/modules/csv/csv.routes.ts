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
      csv.importFile(file, query, { user, ...work }),
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
