import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { expect, it, onTestFinished } from 'vitest';
import { compareBatches, compareRuns, compareStore } from './agreement.ts';
import { startFleet } from './fleet.ts';
import { createJournal } from './journal.ts';
import { firstSync, openShop, syncPathOf } from './stores.ts';

const POLL_INTERVAL_MS = 50;

/** Otherwise a worker on a PostgreSQL. */
const isAlone = !process.env.TEST_DATABASE_URL;

it('a process that is told to stop hands back syncs and edits in time, and they go on', async () => {
  const fleet = await startFleet({ isAlone });
  onTestFinished(() => fleet.close());
  const [worker, other] = fleet.workers;
  if (!isAlone) await other.stop();
  const read = await openShop(fleet, { name: 'slate', products: 1_200, variantsPerProduct: 2 });
  const shop = await openShop(fleet, { name: 'shale', products: 200, variantsPerProduct: 2 });
  const edited = await firstSync(fleet, shop);
  const batches: string[] = [];
  for (const attribute of ['price', 'cost', 'sku']) {
    const { batch_id } = await fleet.post<BulkUpdateBatch>('/products/bulk-updates/preview', {
      products_to_update: edited.products.map(({ id }) => ({ id, store_id: edited.id })),
      attributes_to_set: { [attribute]: '123' },
    });
    await fleet.post(`/products/bulk-updates/${batch_id}/apply`);
    batches.push(batch_id);
  }
  await fleet.post(syncPathOf(read));
  const done = async () => {
    const found = batches.map((id) => fleet.get<BulkUpdateBatch>(`/products/bulk-updates/${id}`));
    return Promise.all(found).then((all) => all.map((batch) => batch.total - batch.succeeded));
  };
  const stopInTime = async () => {
    const exit = await worker.stop();
    expect(exit?.code).toBe(0);
    await worker.start();
  };
  const { shopify } = fleet.sources;
  const hold = ({ domain }: { domain: string }, match: string) =>
    shopify.hold({ shop: domain, match, when: 'before' });
  const before = await done();
  while ((await done()).join() === before.join()) await pause(POLL_INTERVAL_MS);
  await stopInTime();

  // The shops accept requests, and answer none.
  await hold(edited.shop, 'productVariantsBulkUpdate').reached;
  const test = hold(read.shop, 'shop');
  const inHand = isAlone
    ? fleet.askOnce('POST', '/stores/test-connection', {
        json: { store_id: read.id, shop_url: `${read.shop.domain}:${shopify.port}` },
      })
    : null;
  if (isAlone) await test.reached;
  await stopInTime();
  await inHand;
  const isOver = async () =>
    (await done()).every((left) => left === 0) &&
    (await fleet.get<SyncStatus>(`/stores/${read.id}/sync/status`)).status !== 'in_progress';
  while (!(await isOver())) await pause(POLL_INTERVAL_MS);
  const ended = { fleet, stores: [edited], journal: createJournal() };
  const problems = [
    ...(await compareBatches(ended)),
    ...(await compareRuns(ended)),
    ...(await compareStore(ended, edited)),
    ...fleet.machines.flatMap((machine) => machine.troubles()),
  ];
  expect(problems).toEqual([]);
}, 240_000);
