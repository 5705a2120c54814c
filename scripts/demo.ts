/**
 * `npm run demo`: the product with simulated Shopify shops, a simulated SQL Server, an account, and running
 * syncs. Starts the product like `npm start`, and sets everything up through its API.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SHOPIFY_APP_SETTINGS, SHOPIFY_CALLBACK_PATH } from '@storefleet/contract/constants';
import { PRODUCTS_PAGE } from '@storefleet/shopify-simulator/admin-pages/products-page';
import { startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { type Api, signInToApi } from '../e2e/support/api.ts';
import { addDemoHistory } from './demo-history.ts';
import { addDemoSchedules } from './demo-schedules.ts';
import { demoApp, demoConnection, installedIn, shopToApprove, simulatedShop } from './demo-shopify-app.ts';
import { demoShopHost, demoShops, demoStore } from './demo-shops.ts';
import { demoCustomFields, demoSqlServerStore, startDemoSqlServer } from './demo-sql-server.ts';

const SIMULATOR_PORT = Number(process.env.DEMO_SIMULATOR_PORT ?? 4010);
const SQL_SERVER_PORT = Number(process.env.DEMO_SQL_SERVER_PORT ?? 4011);
const DATA_DIR = process.env.DEMO_DATA_DIR ?? 'demo-data';
const ACCOUNT = { email: 'demo@storefleet.example', password: 'sails-and-anchors' };
const PORT = Number(process.env.PORT ?? 8080);
const ADDRESS = `http://localhost:${PORT}`;
/** The public address for the shops' webhooks; the simulator routes it to this machine. */
const WEBHOOKS_URL = 'https://storefleet-demo.example';
/** Settings of a real installation that the demo ignores. */
const NOT_FOR_THE_DEMO = {
  APP_URL: '',
  DATABASE_URL: '',
  ENCRYPTION_KEY: '',
  PROCESS_ROLE: '',
  SMTP_URL: '',
  SUPABASE_URL: '',
  SUPABASE_ANON_KEY: '',
  SUPABASE_JWT_SECRET: '',
};
/** Milliseconds between two checks of a starting server. */
const READY_CHECK_INTERVAL = 150;

const simulator = await startShopifySimulator({ port: SIMULATOR_PORT }).catch(
  sayIfInUse(SIMULATOR_PORT, 'DEMO_SIMULATOR_PORT'),
);
simulator.tunnels.set(WEBHOOKS_URL, `http://127.0.0.1:${PORT}`);
simulator.addApp({ ...demoApp, redirectUrls: [`${ADDRESS}${SHOPIFY_CALLBACK_PATH}`] });
const shops = [...demoShops, shopToApprove].map((shop, index) =>
  simulator.addShop({
    ...simulatedShop(shop, index),
    ...installedIn(shop.subdomain),
    // Slow enough to watch a sync's progress.
    bulkObjectsPerSecond: 40_000,
  }),
);
const sqlServer = await startDemoSqlServer(SQL_SERVER_PORT, suppliedTo('Nordlys Home')).catch(
  sayIfInUse(SQL_SERVER_PORT, 'DEMO_SQL_SERVER_PORT'),
);

const server = startProduct();
const stopped = new AbortController();
server.once('exit', async (code) => {
  stopped.abort();
  await Promise.all([simulator.close(), sqlServer.close()]);
  process.exitCode = code ?? 1;
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));

if (await isReady(stopped.signal)) await setUp().catch(stopUnfinished);

/** What the shops' common supplier sells to one of them: every third of its products. */
function* suppliedTo(name: string) {
  const shop = shops[demoShops.findIndex((demoShop) => demoShop.name === name)];
  let slot = 0;
  for (const product of shop?.catalogue.products() ?? []) if (slot++ % 3 === 0) yield product;
}

function sayIfInUse(port: number, variable: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(
      `Port ${port} is in use. Another demo may be running; else set ${variable} to a free port.`,
    );
    process.exit(1);
  };
}

/** A demo without some of its stores would mislead. */
function stopUnfinished(error: Error): void {
  console.error(
    `The demo could not be set up. Delete the folder ${DATA_DIR} and try again. ${error.message}`,
  );
  server.once('exit', () => {
    process.exitCode = 1;
  });
  server.kill('SIGTERM');
}

function startProduct(): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))], {
    stdio: 'inherit',
    env: {
      LOG_LEVEL: 'warn',
      ...process.env,
      ...NOT_FOR_THE_DEMO,
      PORT: String(PORT),
      DATA_DIR,
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
      WEBHOOKS_URL,
      SHOPIFY_ALLOWED_HOSTS: `*.myshopify.com,*.myshopify.localhost:${SIMULATOR_PORT}`,
      IMAGE_HOSTS: `*.myshopify.localhost:${SIMULATOR_PORT}`,
    },
  });
}

/** True once the server responds; false if it ended before that. */
async function isReady(signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const answer = await fetch(`${ADDRESS}/readyz`, { signal }).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, READY_CHECK_INTERVAL));
  }
  return false;
}

type DemoStore = { id: string; shop_name: string; shop_url: string };

/** Null once its account has another password or a second factor: then it was set up before, too. */
async function signIn(): Promise<Api | null> {
  try {
    const api = await signInToApi({ url: ADDRESS }, ACCOUNT);
    await api('GET', '/stores');
    return api;
  } catch (error) {
    if (/invalid_credentials|second_factor_(required|missing)/.test(String(error))) return null;
    throw error;
  }
}

async function setUp(): Promise<void> {
  const api = await signIn();
  if (api !== null) await addStores(api);
  const account =
    api === null
      ? `  Sign in with the password and the second factor that you chose. To start over, delete ${DATA_DIR}.\n\n`
      : `  Email     ${ACCOUNT.email}\n  Password  ${ACCOUNT.password}\n\n`;
  process.stdout.write(
    `\n  The demo is ready: ${ADDRESS}\n${account}` +
      `  A shop's own admin, to change prices behind the product's back (each shop has one):\n` +
      `  http://${demoShopHost(demoShops[0].subdomain)}:${SIMULATOR_PORT}${PRODUCTS_PAGE}\n\n`,
  );
}

async function addStores(api: Api): Promise<void> {
  const { stores } = await api<{ stores: DemoStore[] }>('GET', '/stores');
  const known = new Set(stores.map((store) => store.shop_url));
  const settings = await api<Record<string, unknown>>('GET', '/settings/as-dict');
  if (settings[SHOPIFY_APP_SETTINGS.apiKey] === undefined) {
    const { clientId: api_key, clientSecret: api_secret } = demoApp;
    await api('POST', '/settings/shopify', { api_key, api_secret });
  }
  for (const [index, shop] of demoShops.entries()) {
    const fields = { ...demoStore(shop, SIMULATOR_PORT), ...demoConnection(shop.subdomain, index) };
    if (known.has(fields.shop_url)) continue;
    const store = await api<{ id: string }>('POST', '/stores', fields);
    await api('POST', `/stores/${store.id}/sync-graphql`);
  }
  const waiting = { ...demoStore(shopToApprove, SIMULATOR_PORT), connection_method: 'oauth' };
  if (!known.has(waiting.shop_url)) await api('POST', '/stores', waiting);
  const warehouse = demoSqlServerStore(sqlServer);
  if (!known.has(warehouse.shop_url)) {
    const store = await api<{ id: string }>('POST', '/mssql/stores', warehouse);
    await api('POST', `/mssql/stores/${store.id}/mappings/generate`, {
      store_id: store.id,
      table_name: warehouse.mssql_table,
    });
    await api('POST', `/mssql/stores/${store.id}/mappings/bulk`, {
      store_id: store.id,
      mappings: demoCustomFields,
    });
    await api('POST', `/mssql/stores/${store.id}/sync`);
  }
  await addDemoSchedules(api);
  const [first] = demoShops;
  const { stores: connected } = await api<{ stores: DemoStore[] }>('GET', '/stores');
  const told = connected.find(({ shop_name }) => shop_name === first.name);
  if (told && shops[0]) await addDemoHistory(api, { id: told.id, name: first.name }, shops[0]);
}
