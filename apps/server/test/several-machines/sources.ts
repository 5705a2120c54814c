import { startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';

export const LOGIN = { user: 'storefleet', password: 'Quiet-Mill-7' };
export const DATABASE = 'Workshop';

export type Sources = Awaited<ReturnType<typeof startSources>>;

/** All sources, in the test's process, which outlives the product's: shops, and a SQL Server. */
export async function startSources() {
  const shopify = await startShopifySimulator();
  const engine = createEngine({ databases: [DATABASE], logins: [LOGIN] });
  const sqlServer = await startSqlServerSimulator({ engine });
  return {
    shopify,
    sqlServer,
    database: engine.database(DATABASE),
    async close() {
      await Promise.all([shopify.close(), sqlServer.close()]);
    },
  };
}
