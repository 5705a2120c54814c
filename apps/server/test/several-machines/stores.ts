import { setTimeout as pause } from 'node:timers/promises';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import type { SourceProduct } from '@storefleet/server/connectors/connector';
import type { Shop } from '@storefleet/shopify-simulator/server';
import { catalogueOf, TOKEN } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { readStoredCatalogue, sortedById } from '../sync/catalogue.ts';
import type { Fleet } from './fleet.ts';
import { DATABASE, LOGIN } from './sources.ts';

/** A variant or product, by our id and by its source's. */
type Reference = { readonly id: string; readonly sourceId: string };
export type StoreProduct = Reference & { readonly variants: readonly Reference[] };

export const ATTRIBUTES = ['price', 'cost', 'sku', 'compare_at_price', 'vendor'] as const;
const OF_TABLE = ['price', 'cost', 'vendor'] as const;
export type EditedAttribute = (typeof ATTRIBUTES)[number];

/** A store of the test: a shop, or a table. */
export type LiveStore = {
  readonly id: string;
  readonly name: string;
  /** Null for the table. */
  readonly shop: Shop | null;
  readonly method: 'graphql' | 'rest' | 'mssql';
  readonly attributes: readonly EditedAttribute[];
  /** As after the first sync. */
  readonly products: readonly StoreProduct[];
  readonly before: readonly SourceProduct[];
};

const POLL_INTERVAL_MS = 100;

type ShopDescription = {
  readonly name: string;
  readonly products: number;
  readonly variantsPerProduct: number;
  readonly method?: 'rest';
};

/** Small shops that are read in pages and through REST, and one that is exported as a file. */
const SHOPS: readonly ShopDescription[] = [
  { name: 'quartz', products: 60, variantsPerProduct: 3 },
  { name: 'basalt', products: 60, variantsPerProduct: 3 },
  { name: 'pumice', products: 60, variantsPerProduct: 3, method: 'rest' },
  { name: 'gabbro', products: 1_200, variantsPerProduct: 2 },
];
/** Objects per second, so that the large shop's export takes some seconds. */
const EXPORT_PACE = 1_500;
const CHAIRS = 120;
const PER_STYLE = 2;

/** All of them, and a table; synced once. */
export async function openStores(fleet: Fleet): Promise<LiveStore[]> {
  const stores: LiveStore[] = [];
  for (const shop of SHOPS) stores.push(await firstSync(fleet, await openShop(fleet, shop)));
  return [...stores, await firstSync(fleet, await openTable(fleet))];
}

type ConnectedStore = Omit<LiveStore, 'products' | 'before'>;

export async function openShop(fleet: Fleet, { name, method, ...size }: ShopDescription) {
  const { shopify } = fleet.sources;
  const domain = `${name}.localhost`;
  const options = { domain, token: TOKEN, plan: 'Plus', bulkObjectsPerSecond: EXPORT_PACE, ...size } as const;
  const shop = shopify.addShop(options);
  const { id } = await fleet.post<{ id: string }>('/stores', {
    shop_name: name,
    shop_url: `${domain}:${shopify.port}`,
    access_token: TOKEN,
    api_version: '2026-10',
    store_type: 'shopify',
  });
  return { id, name, shop, method: method ?? ('graphql' as const), attributes: ATTRIBUTES };
}

const MAPPINGS = { Style: 'shopify_id', Name: 'title', Maker: 'vendor', Price: 'price', Cost: 'cost' };

async function openTable(fleet: Fleet): Promise<ConnectedStore> {
  const { database, sqlServer } = fleet.sources;
  const rows = Array.from({ length: CHAIRS }, (_, at) => {
    const style = Math.floor(at / PER_STYLE);
    return `(${at}, N'S${style}', N'Chair ${style}', N'Nobody', 9.5, 4.25)`;
  });
  await database.run(
    `CREATE TABLE dbo.Chairs (ID int NOT NULL PRIMARY KEY, Style nvarchar(9) NOT NULL, Name nvarchar(50),
       Maker nvarchar(50), Price decimal(10,2), Cost decimal(10,2));
     INSERT INTO dbo.Chairs VALUES ${rows.join(', ')}`,
  );
  const { id } = await fleet.post<{ id: string }>('/mssql/stores', {
    shop_name: 'Chairs',
    shop_url: 'chairs',
    mssql_server: '127.0.0.1',
    mssql_port: sqlServer.port,
    mssql_database: DATABASE,
    mssql_table: 'dbo.Chairs',
    mssql_username: LOGIN.user,
    mssql_password: LOGIN.password,
    mssql_trust_server_certificate: true,
  });
  for (const [source_field, target_field] of Object.entries(MAPPINGS)) {
    const data_type = target_field === 'price' || target_field === 'cost' ? 'number' : 'string';
    await fleet.post(`/mssql/stores/${id}/mappings`, { source_field, target_field, data_type });
  }
  return { id, name: 'Chairs', shop: null, method: 'mssql', attributes: OF_TABLE };
}

export async function firstSync<Store extends ConnectedStore>(
  fleet: Fleet,
  store: Store,
): Promise<Store & LiveStore> {
  await syncFully(fleet, store);
  const before = await readStoredCatalogue(fleet.db, store.id);
  const { rows } = await fleet.db.query<{ id: string; sourceId: string; variants: Reference[] }>(
    `select id, source_id as "sourceId", (select json_agg(json_build_object('id', variants.id, 'sourceId', source_id))
       from variants where product_id = products.id) as variants
     from products where store_id = $1 order by source_id`,
    [store.id],
  );
  return { ...store, before, products: rows };
}

const SYNC_PATHS = { graphql: 'sync-graphql', rest: 'sync', mssql: 'sync' };
export const syncPathOf = ({ id, method }: ConnectedStore) =>
  `${method === 'mssql' ? '/mssql' : ''}/stores/${id}/${SYNC_PATHS[method]}`;

/** Syncs a store that nothing else syncs, and waits for its success. */
export async function syncFully(fleet: Fleet, store: ConnectedStore): Promise<void> {
  await fleet.post(syncPathOf(store));
  for (;;) {
    const status = await fleet.get<SyncStatus>(`/stores/${store.id}/sync/status`);
    if (status.status === 'completed') return;
    if (status.status !== 'in_progress')
      throw new Error(`The sync of ${store.name}: ${status.error_message}`);
    await pause(POLL_INTERVAL_MS);
  }
}

/** The compared part of a store's source. */
export async function readSource({ sources }: Fleet, { shop }: LiveStore): Promise<SourceProduct[]> {
  if (shop !== null) return sortedById(catalogueOf(shop));
  const chairs = (await sources.database.query('SELECT * FROM dbo.Chairs ORDER BY ID')) as Chair[];
  return sortedById([...Map.groupBy(chairs, ({ Style }) => Style)].map(asProduct));
}

type Chair = Record<'Style' | 'Name' | 'Maker' | 'Price' | 'Cost', string> & { readonly ID: number };

/** Styles are products, chairs their variants; unmapped fields have the copy's defaults. */
function asProduct([sourceId, chairs]: [string, Chair[]]): SourceProduct {
  const unmapped = { sku: null, barcode: null, compareAtPrice: null, inventoryQuantity: null, weight: null };
  return {
    sourceId,
    title: chairs[0]?.Name ?? '',
    handle: null,
    vendor: chairs[0]?.Maker ?? null,
    productType: null,
    status: null,
    tags: [],
    variants: chairs.map(({ ID, Price, Cost }, index) => {
      const sold = { sourceId: String(ID), position: index + 1, price: Price, cost: Cost };
      return { ...sold, ...unmapped, title: 'Default Title', weightUnit: null };
    }),
  };
}
