import { productRoutes } from '@storefleet/contract/catalogue/products';
import { bulkUpdateRoutes } from '@storefleet/contract/edits/bulk-update-routes';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { CsvService } from './csv.service.ts';

export function registerCsvRoutes(app: FastifyInstance, csv: CsvService): void {
  registerRoute(app, productRoutes.exportCsv, ({ query, signal }) => csv.exportProducts(query, signal));
  registerRoute(app, bulkUpdateRoutes.importCsv, ({ file, query, user, signal }) =>
    csv.importFile(file, query, { user, signal }),
  );
  registerRoute(app, bulkUpdateRoutes.readImportColumns, ({ file, query }) =>
    csv.readImportColumns(file, query),
  );
  registerRoute(app, bulkUpdateRoutes.exportImportProblems, ({ params, signal }) =>
    csv.exportProblems(params.batch_id, signal),
  );
  registerRoute(app, bulkUpdateRoutes.exportItems, ({ params, query, signal }) =>
    csv.exportItems(params.batch_id, query, signal),
  );
}
