import type { Product } from '@storefleet/shopify-simulator/catalogue/model';
import { DEMO_DATABASE, fillDemoDatabase } from '@storefleet/sqlserver-simulator/demo-database';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { type SqlServerSimulator, startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';

const LOGIN = { user: 'storefleet', password: 'Quiet-Mill-Stream-7' };
/** Its data is generated at every start: the same rows, without any edits. */
const ARTICLES = 5_000;

/**
 * A wholesaler's SQL Server on this machine; its login works nowhere else. It also sells what its supplier
 * sells to these shops, under the same SKUs and barcodes.
 */
export async function startDemoSqlServer(
  port?: number,
  supplied: Iterable<Product> = [],
): Promise<SqlServerSimulator> {
  const engine = createEngine({ databases: [DEMO_DATABASE], logins: [LOGIN] });
  const simulator = await startSqlServerSimulator({ engine, ...(port === undefined ? {} : { port }) });
  const database = engine.database(DEMO_DATABASE);
  await fillDemoDatabase(database, { articles: ARTICLES });
  database.insertRows('dbo', 'Articles', SUPPLIED_COLUMNS, suppliedRows(supplied));
  return simulator;
}

const SUPPLIED_COLUMNS = (
  'ArticleID ProductID item_no upc title category brand list_price unit_cost qty_on_hand weight weight_unit ' +
  'is_active created_at changed_at'
).split(' ');
/** Above the numbers of the wholesaler's own articles. */
const FIRST_SUPPLIED = 100_001;

function* suppliedRows(products: Iterable<Product>) {
  let article = FIRST_SUPPLIED;
  const numbers = new Set<string>();
  for (const { id, title, productType, vendor, variants } of products)
    for (const { sku, barcode, price, cost, inventoryQuantity } of variants) {
      if (sku === null || numbers.has(sku)) continue;
      numbers.add(sku);
      // One in four is still at an old price.
      const listed = article % 4 === 0 ? (Number(price) * 0.95).toFixed(2) : price;
      yield [
        article,
        FIRST_SUPPLIED + (id % 1_000_000_000),
        sku,
        barcode,
        title,
        productType || 'Other',
        vendor,
        listed,
        cost,
        Math.max(0, inventoryQuantity),
        '250',
        'g',
        true,
        '2026-01-12T08:00:00.000',
        '2026-10-01T08:00:00+00:00',
      ];
      article += 1;
    }
}

/** The demo's store of the wholesaler's articles, for POST /mssql/stores. */
export function demoSqlServerStore({ host, port }: Pick<SqlServerSimulator, 'host' | 'port'>) {
  return {
    shop_name: 'Tundra & Tau',
    shop_url: 'tundra-tau',
    description: 'The wholesaler’s article table, in its own SQL Server.',
    mssql_server: host,
    mssql_port: port,
    mssql_database: DEMO_DATABASE,
    mssql_table: 'dbo.Articles',
    mssql_username: LOGIN.user,
    mssql_password: LOGIN.password,
    mssql_trust_server_certificate: true,
    store_currency: 'EUR',
    store_country: 'NO',
    store_timezone: 'Europe/Oslo',
    tags: ['outdoor', 'wholesale'],
  };
}

/** Columns without a field in the catalogue, stored as custom fields. */
export const demoCustomFields = [
  { source_field: 'size', target_field: 'Size', is_custom: true },
  { source_field: 'colour', target_field: 'Colour', is_custom: true },
  { source_field: 'is_active', target_field: 'On offer', is_custom: true },
  { source_field: 'discontinued_on', target_field: 'Discontinued on', is_custom: true },
];
