import { messages } from '@storefleet/contract/messages';
import type { AuditPage } from '@storefleet/contract/people/audit';
import { expect, test } from 'vitest';
import { ACCOUNT, untilSynced } from '../support/api.ts';
import { goTo, searchFor, storeCard } from '../support/screens.ts';
import { countProducts, named } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const PRODUCTS = 4_000;
/** Bytes; the whole file has more than twice as many. */
const HALF_OF_THE_FILE = 2_000_000;
const stage = await openStage();

type Status = { processed_products: number };

test('a server killed during a sync finishes it exactly after a restart', async () => {
  const { api, product, shops } = stage;
  const store = await stage.connectShop('Granite', { products: PRODUCTS, variantsPerProduct: 4 });
  // The export file breaks off in the middle, and its rest does not arrive in this process's lifetime.
  const { faults } = shops.simulator;
  faults.add({ action: { kind: 'cut', afterBytes: HALF_OF_THE_FILE, ending: 'clean' } });
  faults.add({ action: { kind: 'slow', milliseconds: 600_000 }, target: 'download', skip: 1 });
  const visitor = await stage.visitSignedIn();
  visitor.allowTrouble(/net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE)$/);
  const { page } = visitor;
  await api('POST', `/stores/${store.id}/sync-graphql`);
  await goTo(page, 'Dashboard');
  await storeCard(page, 'Granite').getByText('Syncing').waitFor();
  await expect.poll(() => faults.list().at(-1)?.fired, { timeout: 60_000 }).toBe(1);
  const processed = async () =>
    (await api<Status>('GET', `/stores/${store.id}/sync/status`)).processed_products;
  await expect.poll(processed, { timeout: 60_000 }).toBeGreaterThan(0);
  const before = await processed();
  expect(before).toBeLessThan(PRODUCTS);

  // A call under way when the server dies.
  const second = await stage.connectShop('Basalt');
  const { domain } = second.shop;
  // Its first request, and of no other: the connection test of a new store counts products too.
  const hold = shops.simulator.hold({ match: 'query Counts', when: 'before', shop: domain });
  const cutOff = expect(api('POST', `/stores/${second.id}/sync-graphql`)).rejects.toThrow('fetch failed');
  await hold.reached;
  // An attempt is durable once something after it is: nothing can have changed without it.
  await api('POST', '/settings', { key: 'after_the_attempt', value: 'saved' });
  await product.kill();
  hold.drop();
  await cutOff;
  await product.start();
  // If other processes could be running it, it counts as interrupted after ten minutes.
  await product.runStatement(`update audit_attempts set at = at - interval '11 minutes'`);
  const entries = async () => (await api<AuditPage>('GET', `/audit?target=Basalt&outcome=failed`)).entries;
  await expect
    .poll(entries, { timeout: 30_000 })
    .toMatchObject([
      { call: 'sync.startGraphql', problem: 'interrupted', actor_name: ACCOUNT.email, target_id: second.id },
    ]);
  expect(await processed()).toBeGreaterThanOrEqual(before);

  await untilSynced(api, store);
  await page.reload();
  await storeCard(page, 'Granite').getByText('Synced', { exact: true }).waitFor();
  await goTo(page, 'Search');
  for (const term of ['XS', 'merino', 'studio', '東京']) {
    const total = countProducts([store], named(term));
    await searchFor(page, term);
    await page.getByText(messages.search.found(total, 1, Math.max(1, Math.ceil(total / 50)))).waitFor();
  }
}, 240_000);
