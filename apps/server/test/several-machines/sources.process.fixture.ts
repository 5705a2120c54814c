/** All sources, in a process that outlives those of the product: shops, and a table of a SQL Server. */
import process from 'node:process';
import type { SourceProduct } from '@storefleet/server/connectors/connector';
import {
  type Hold,
  type HoldOptions,
  type ShopOptions,
  startShopifySimulator,
} from '@storefleet/shopify-simulator/server';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import { catalogueOf } from '../../src/connectors/shopify/testing/simulated-shop.ts';

const TABLE = { database: 'Workshop', name: 'dbo.Chairs', user: 'storefleet', password: 'Quiet-Mill-7' };

export type TableRow = {
  ID: number;
  Style: string;
  Name: string;
  Maker: string;
  Price: string;
  Cost: string;
};

/** One value that a mutation set in a shop. */
export type ShopWrite = { target: string; attribute: string; before: unknown; value: unknown };

const simulator = await startShopifySimulator();
const engine = createEngine({
  databases: [TABLE.database],
  logins: [{ user: TABLE.user, password: TABLE.password }],
});
const table = engine.database(TABLE.database);
const sqlServer = await startSqlServerSimulator({ engine });
const holds: Hold[] = [];

function shopAt(domain: string) {
  const shop = simulator.shops.get(domain);
  if (shop === undefined) throw new Error(`There is no shop ${domain}.`);
  return shop;
}

const numberOf = (gid: string) => Number(gid.slice(gid.lastIndexOf('/') + 1));

const calls = {
  ports: () => ({ shops: simulator.port, table: sqlServer.port }),
  table: () => TABLE,

  addShop(options: ShopOptions): void {
    simulator.addShop(options);
  },
  catalogue: (domain: string): SourceProduct[] => catalogueOf(shopAt(domain)),
  writes: (domain: string): ShopWrite[] =>
    shopAt(domain).writes.all.map(({ productId, variantId, attribute, before, value }) => ({
      target: variantId ?? productId,
      attribute,
      before,
      value,
    })),
  requests: (domain: string): number => shopAt(domain).log.counters().total,
  /** As somebody in the shop's own administration. Answers the price from before. */
  changePrice(domain: string, gid: string, price: string): string {
    const { catalogue } = shopAt(domain);
    const before = catalogue.variant(numberOf(gid))?.variant.price;
    if (before === undefined) throw new Error(`There is no variant ${gid}.`);
    catalogue.updateVariant(numberOf(gid), { price });
    return before;
  },
  changeStock(domain: string, gid: string, inventoryQuantity: number): void {
    shopAt(domain).catalogue.updateVariant(numberOf(gid), { inventoryQuantity });
  },
  changeProduct(domain: string, gid: string, changes: Record<string, unknown>): void {
    shopAt(domain).catalogue.updateProduct(numberOf(gid), changes);
  },
  createProduct(domain: string, title: string): string {
    const variants = [{ price: '19.00' }, { price: '21.00' }];
    return `gid://shopify/Product/${shopAt(domain).catalogue.createProduct({ title, variants }).id}`;
  },
  deleteProduct(domain: string, gid: string): void {
    shopAt(domain).catalogue.deleteProduct(numberOf(gid));
  },

  /** `statement` of the table's owner, and of any other program that uses it. */
  run: (statement: string) => table.run(statement),
  async rows(): Promise<TableRow[]> {
    return (await table.query(
      'SELECT ID, Style, Name, Maker, Price, Cost FROM dbo.Chairs ORDER BY ID',
    )) as TableRow[];
  },

  /** Holds the next request that matches; answers the number by which it is released. */
  hold: (options: HoldOptions): number => holds.push(simulator.hold(options)) - 1,
  async reached(hold: number): Promise<void> {
    await holds[hold]?.reached;
  },
  endHold(hold: number, outcome: 'release' | 'drop'): void {
    holds[hold]?.[outcome]();
  },
};

export type SourceCalls = typeof calls;

process.on('message', (message: { id: number; name: keyof SourceCalls; args: never[] }) => {
  const { id, name, args } = message;
  Promise.resolve()
    .then(() => (calls[name] as (...given: never[]) => unknown)(...args))
    .then(
      (answer) => process.send?.({ id, answer }),
      (error: Error) => process.send?.({ id, error: error.message }),
    );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
