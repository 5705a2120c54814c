import { setTimeout as pause } from 'node:timers/promises';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import type { SourceProduct } from '@storefleet/server/connectors/connector';
import { readStoredCatalogue, sortedById } from '../sync/catalogue.ts';
import type { Fleet } from './fleet.ts';
import type { TableRow } from './sources.process.fixture.ts';
import type { Sources } from './sources.ts';

export type EditedAttribute = 'price' | 'cost' | 'sku' | 'compare_at_price' | 'vendor';

/** A variant or product by which an edit names it, and by which its source does. */
export type Reference = { readonly id: string; readonly sourceId: string };
export type StoreProduct = Reference & { readonly variants: readonly Reference[] };

/** A store of the test: a shop, or a table. */
export type LiveStore = {
  readonly id: string;
  readonly name: string;
  /** Null: the table. */
  readonly domain: string | null;
  readonly syncPath: string;
  readonly attributes: readonly EditedAttribute[];
  /** As they were after the first sync. */
  readonly products: readonly StoreProduct[];
  readonly before: readonly SourceProduct[];
};

const TOKEN = 'shpat_00000000000000000000000000000001';
const POLL_INTERVAL_MS = 100;

export type ShopDescription = {
  readonly name: string;
  readonly products: number;
  readonly variantsPerProduct: number;
  readonly method: 'graphql' | 'rest';
};

/** Small shops that are read in pages and through REST, and one that is exported as a file. */
const SHOPS: readonly ShopDescription[] = [
  { name: 'quartz', products: 60, variantsPerProduct: 3, method: 'graphql' },
  { name: 'basalt', products: 60, variantsPerProduct: 3, method: 'graphql' },
  { name: 'pumice', products: 60, variantsPerProduct: 3, method: 'rest' },
  { name: 'gabbro', products: 1_200, variantsPerProduct: 2, method: 'graphql' },
];
/** Objects a second, so that the export of the large shop takes some seconds. */
const EXPORT_PACE = 1_500;
const CHAIRS = 120;
const PER_STYLE = 2;

/** All of them, and a table; synced once. */
export async function openStores(fleet: Fleet, sources: Sources): Promise<LiveStore[]> {
  const stores: LiveStore[] = [];
  for (const shop of SHOPS) stores.push(await firstSync(fleet, await openShop(fleet, sources, shop)));
  stores.push(await firstSync(fleet, await openTable(fleet, sources)));
  return stores;
}

export type ConnectedStore = Omit<LiveStore, 'products' | 'before'>;

export async function openShop(
  fleet: Fleet,
  sources: Sources,
  { name, products, variantsPerProduct, method }: ShopDescription,
): Promise<ConnectedStore & { domain: string }> {
  const domain = `${name}.localhost`;
  await sources.call('addShop', {
    domain,
    products,
    variantsPerProduct,
    token: TOKEN,
    plan: 'Plus',
    bulkObjectsPerSecond: EXPORT_PACE,
  });
  const { id } = await fleet.post<{ id: string }>('/stores', {
    shop_name: name,
    shop_url: `${domain}:${(await sources.call('ports')).shops}`,
    access_token: TOKEN,
    api_version: '2026-10',
    store_type: 'shopify',
  });
  const syncPath = `/stores/${id}/${method === 'rest' ? 'sync' : 'sync-graphql'}`;
  return { id, name, domain, syncPath, attributes: OF_SHOPS };
}

const OF_SHOPS: readonly EditedAttribute[] = ['price', 'cost', 'sku', 'compare_at_price', 'vendor'];
const OF_TABLE: readonly EditedAttribute[] = ['price', 'cost', 'vendor'];
const MAPPINGS = { Style: 'shopify_id', Name: 'title', Maker: 'vendor', Price: 'price', Cost: 'cost' };

async function openTable(fleet: Fleet, sources: Sources): Promise<ConnectedStore> {
  const rows = Array.from({ length: CHAIRS }, (_, at) => {
    const style = Math.floor(at / PER_STYLE);
    return `(${at}, N'S${style}', N'Chair ${style}', N'Nobody', 9.5, 4.25)`;
  });
  await sources.call(
    'run',
    `CREATE TABLE dbo.Chairs (ID int NOT NULL PRIMARY KEY, Style nvarchar(9) NOT NULL, Name nvarchar(50),
       Maker nvarchar(50), Price decimal(10,2), Cost decimal(10,2));
     INSERT INTO dbo.Chairs VALUES ${rows.join(', ')}`,
  );
  const { database, name: mssql_table, user, password } = await sources.call('table');
  const { id } = await fleet.post<{ id: string }>('/mssql/stores', {
    shop_name: 'Chairs',
    shop_url: 'chairs',
    mssql_server: '127.0.0.1',
    mssql_port: (await sources.call('ports')).table,
    mssql_database: database,
    mssql_table,
    mssql_username: user,
    mssql_password: password,
    mssql_trust_server_certificate: true,
  });
  for (const [source_field, target_field] of Object.entries(MAPPINGS)) {
    const data_type = target_field === 'price' || target_field === 'cost' ? 'number' : 'string';
    await fleet.post(`/mssql/stores/${id}/mappings`, { source_field, target_field, data_type });
  }
  const syncPath = `/mssql/stores/${id}/sync`;
  return { id, name: 'Chairs', domain: null, syncPath, attributes: OF_TABLE };
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

/** Syncs a store that nothing else syncs, and waits for its success. */
export async function syncFully(
  fleet: Fleet,
  { id, name, syncPath }: Pick<LiveStore, 'id' | 'name' | 'syncPath'>,
): Promise<void> {
  await fleet.post(syncPath);
  for (;;) {
    const status = await fleet.get<SyncStatus>(`/stores/${id}/sync/status`);
    if (status.status === 'completed') return;
    if (status.status !== 'in_progress') throw new Error(`The sync of ${name}: ${status.error_message}`);
    await pause(POLL_INTERVAL_MS);
  }
}

/** What the source of a store holds, as far as it is compared. */
export async function readSource(
  sources: Sources,
  { domain }: Pick<LiveStore, 'domain'>,
): Promise<SourceProduct[]> {
  return domain === null
    ? sortedById(fromRows(await sources.call('rows')))
    : sortedById(await sources.call('catalogue', domain));
}

/** Styles are products, chairs their variants; what is not mapped is as the copy leaves it. */
function fromRows(rows: readonly TableRow[]): SourceProduct[] {
  return [...Map.groupBy(rows, ({ Style }) => Style)].map(([style, chairs]) => ({
    sourceId: style,
    title: chairs[0]?.Name ?? '',
    handle: null,
    vendor: chairs[0]?.Maker ?? null,
    productType: null,
    status: null,
    tags: [],
    variants: chairs.map(({ ID, Price, Cost }, index) => ({
      sourceId: String(ID),
      position: index + 1,
      title: 'Default Title',
      sku: null,
      barcode: null,
      price: Price,
      cost: Cost,
      compareAtPrice: null,
      inventoryQuantity: null,
      weight: null,
      weightUnit: null,
    })),
  }));
}
