import type { FieldMapping, FieldMappingInput } from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { openTestApp, type TestApp } from '@storefleet/test-support/app';
import { pino } from 'pino';
import { beforeEach, expect } from 'vitest';

export const PASSWORD = 'N0body-shall-see-this';
export const UNKNOWN_ID = '01a1fbda-66f1-7314-a08f-0fcc3155c20b';

/** An app for the tests of a file, without stores at the start of each; it logs everything. */
export async function openMssqlApp() {
  const logLines: string[] = [];
  const app = await openTestApp({
    logger: pino({ level: 'trace' }, { write: (line) => logLines.push(line) }),
  });
  beforeEach(async () => {
    await app.db.query('delete from stores');
  });
  return { app, logLines, ...mssqlCalls(app) };
}

/** The calls of SQL Server stores, as made by a browser. */
export function mssqlCalls({ call }: TestApp) {
  return {
    call,

    async createStore(fields: Record<string, unknown> = {}): Promise<Store> {
      const { status, body, text } = await call<Store>('POST', '/mssql/stores', newStore(fields));
      expect(status, text).toBe(201);
      return body;
    },

    async createShop(): Promise<Store> {
      const shop = {
        shop_name: 'Shop',
        shop_url: 'a-shop.myshopify.com',
        access_token: 'shpat_0123456789abcdef',
      };
      return (await call<Store>('POST', '/stores', shop)).body;
    },

    map: (storeId: string, mapping: Partial<FieldMappingInput>) =>
      call<FieldMapping>('POST', `/mssql/stores/${storeId}/mappings`, mapping),
  };
}

/** The request of the form. */
export function newStore(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    shop_name: 'Warehouse',
    shop_url: 'warehouse',
    mssql_server: 'db.example',
    mssql_database: 'shop',
    mssql_table: 'dbo.Articles',
    mssql_username: 'storefleet',
    mssql_password: PASSWORD,
    ...fields,
  };
}
