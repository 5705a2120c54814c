import { messages } from '@storefleet/contract/messages';
import { mssqlRoutes } from '@storefleet/contract/stores/mssql/routes';
import type { FastifyInstance } from 'fastify';
import { invalidField } from '../../platform/http/problem.ts';
import { registerRoute } from '../../platform/http/route.ts';
import type { MappingsService } from './mappings.service.ts';

export function registerMappingRoutes(app: FastifyInstance, mappings: MappingsService): void {
  registerRoute(app, mssqlRoutes.listMappings, ({ params }) => mappings.list(params.id));
  registerRoute(app, mssqlRoutes.createMapping, ({ params, body, signal }) =>
    mappings.create(params.id, body, signal),
  );
  registerRoute(app, mssqlRoutes.createMappings, ({ params, body, signal }) => {
    refuseOtherStore(params.id, body.store_id);
    return mappings.createAll(params.id, body.mappings, signal);
  });
  registerRoute(app, mssqlRoutes.generateMappings, ({ params, body, signal }) => {
    refuseOtherStore(params.id, body.store_id);
    return mappings.generate(params.id, body.table_name, signal);
  });
  registerRoute(app, mssqlRoutes.previewTable, ({ body, signal }) => mappings.previewTable(body, signal));
  registerRoute(app, mssqlRoutes.previewMappings, ({ params, body, signal }) =>
    mappings.preview(params.id, body, signal),
  );
  registerRoute(app, mssqlRoutes.updateMapping, ({ params, body, signal }) =>
    mappings.update(params.id, params.mappingId, body, signal),
  );
  registerRoute(app, mssqlRoutes.deleteMapping, async ({ params }) => {
    await mappings.remove(params.id, params.mappingId);
    return { success: true, message: messages.mappings.deleted };
  });
}

function refuseOtherStore(inAddress: string, inBody: string): void {
  if (inAddress !== inBody)
    throw invalidField('store_id', 'This is not the store in the address of the call.');
}
