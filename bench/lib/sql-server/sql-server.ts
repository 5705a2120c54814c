import { fileURLToPath } from 'node:url';
import { nextMessage, startChild } from '../child-process.ts';
import type { Product } from '../product.ts';
import type { SyncCall } from '../product-sync.ts';

/** The simulated SQL Server's database and login. */
export const ARTICLES = {
  database: 'Wholesale',
  table: 'Articles',
  user: 'sa',
  password: 'Simulated-1',
  fields: {
    Name: 'title',
    Brand: 'vendor',
    Category: 'product_type',
    ItemNo: 'sku',
    EAN: 'barcode',
    Price: 'price',
    Cost: 'cost',
    Quantity: 'inventory_quantity',
  },
} as const;

const NUMBERS: ReadonlySet<string> = new Set(['price', 'cost', 'inventory_quantity']);

/** `latency`: milliseconds for a round trip through the slow port. */
export type SqlServerTask = { readonly rows: number; readonly latency: number };
export type SqlServerPorts = { readonly near: number; readonly far: number };

const PROCESS = fileURLToPath(new URL('./sql-server.process.ts', import.meta.url));

export async function startSqlServer(task: SqlServerTask) {
  const child = startChild(PROCESS, { args: [JSON.stringify(task)] });
  return { ports: await nextMessage<SqlServerPorts>(child), close: child.stop };
}

/** A store of the articles. */
export async function addSqlServerStore(product: Product, port: number, variants: number): Promise<SyncCall> {
  const { id: storeId } = await product.call<{ id: string }>('POST', '/mssql/stores', {
    shop_name: `Bench ${port}`,
    shop_url: `bench-${port}`,
    mssql_server: '127.0.0.1',
    mssql_port: port,
    mssql_database: ARTICLES.database,
    mssql_table: ARTICLES.table,
    mssql_username: ARTICLES.user,
    mssql_password: ARTICLES.password,
    mssql_trust_server_certificate: true,
  });
  await product.call('POST', `/mssql/stores/${storeId}/mappings/bulk`, {
    store_id: storeId,
    mappings: Object.entries(ARTICLES.fields).map(([source_field, target_field]) => ({
      source_field,
      target_field,
      data_type: NUMBERS.has(target_field) ? 'number' : 'string',
    })),
  });
  return { storeId, path: `/mssql/stores/${storeId}/sync`, variants };
}
