import { productRoutes } from '@storefleet/contract/catalogue/products/routes';
import { bulkUpdateRoutes } from '@storefleet/contract/edits/bulk-update-routes';
import { importRoutes } from '@storefleet/contract/edits/imports';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { CsvService } from './csv.service.ts';
import { toCsv } from './export/table.ts';

export function registerCsvRoutes(app: FastifyInstance, csv: CsvService): void {
  registerRoute(app, productRoutes.exportCsv, async ({ query, signal }) =>
    toCsv(await csv.productTable(query, signal)),
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
  registerRoute(app, importRoutes.near, ({ body }) => csv.findNear(body));
  registerRoute(app, bulkUpdateRoutes.exportImportProblems, ({ params, signal }) =>
    csv.exportProblems(params.batch_id, signal),
  );
  registerRoute(app, bulkUpdateRoutes.exportItems, async ({ params, query, signal }) =>
    toCsv(await csv.itemTable(params.batch_id, query, signal)),
  );
}
