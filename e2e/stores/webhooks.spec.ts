import { beforeAll, expect, test } from 'vitest';
import { type ConnectedStore, connectStore, syncStores } from '../support/api.ts';
import { resultsTable, searchFor } from '../support/screens.ts';
import { useStage } from '../support/stage.ts';

/** The public address of the product; the simulator's tunnel plays the internet. */
const HOOKS = 'https://shop-hooks.example';
const API_SECRET = 'shpss_000000000000000000000000000000ab';

const stage = useStage({ settings: { WEBHOOKS_URL: HOOKS } });
let store: ConnectedStore;

beforeAll(async () => {
  const { api, product, shops } = stage;
  shops.simulator.tunnels.set(HOOKS, product.url);
  const opened = shops.open('harbour', { name: 'Harbour', products: 0, apiSecret: API_SECRET });
  opened.shop.catalogue.createProduct({ title: 'Brass lantern', variants: [{ price: '40.00' }] });
  store = await connectStore(api, opened);
  await api('PUT', `/stores/${store.id}`, { client_secret: API_SECRET });
  await syncStores(api, [store]);
});

test('a shop that is told to tell of its changes changes its price, and the search shows it without a sync', async () => {
  const { page } = await stage.visitSignedIn({ at: `/stores/${store.id}` });
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  expect(store.shop.webhooks.subscriptions).toHaveLength(4);

  const [lantern] = [...store.shop.catalogue.products()];
  store.shop.catalogue.updateVariant(lantern?.variants[0]?.id ?? 0, { price: '47.11' });
  await store.shop.webhooks.settled();
  await expect
    .poll(async () => JSON.stringify(await stage.api('GET', '/products/search?type=name&query=lantern')), {
      timeout: 30_000,
    })
    .toContain('47.11');
  await page.goto('/search');
  await searchFor(page, 'lantern');
  await resultsTable(page).getByText('47.11').first().waitFor();
});
