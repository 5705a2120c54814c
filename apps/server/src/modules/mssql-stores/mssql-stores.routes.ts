import { mssqlRoutes } from '@storefleet/contract/stores/mssql/routes';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { MssqlStoresService } from './mssql-stores.service.ts';

export function registerMssqlStoreRoutes(app: FastifyInstance, mssqlStores: MssqlStoresService): void {
  registerRoute(app, mssqlRoutes.testConnection, ({ body, signal }) =>
    mssqlStores.testConnection(body, signal),
  );
  registerRoute(app, mssqlRoutes.createStore, ({ body }) => mssqlStores.create(body));
  registerRoute(app, mssqlRoutes.tables, ({ params, signal }) => mssqlStores.tables(params.id, signal));
  registerRoute(app, mssqlRoutes.tableSchema, ({ params, signal }) =>
    mssqlStores.tableSchema(params.id, params.table, signal),
  );
  registerRoute(app, mssqlRoutes.query, ({ params, body, signal }) =>
    mssqlStores.query(params.id, body, signal),
  );
}
