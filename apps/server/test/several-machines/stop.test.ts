import { setTimeout as pause } from 'node:timers/promises';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { expect, it, onTestFinished } from 'vitest';
import { compareBatches, compareRuns, compareStore } from './agreement.ts';
import { startFleet } from './fleet.ts';
import { createJournal } from './journal.ts';
import { startSources } from './sources.ts';
import { firstSync, openShop } from './stores.ts';

const POLL_INTERVAL_MS = 50;

it.each([
  { who: 'a worker', isAlone: false },
  { who: 'the only process, on the embedded database,', isAlone: true },
])(
  '$who that is told to stop hands back syncs and edits in time, and they go on',
  async ({ isAlone }) => {
    const sources = await startSources();
    onTestFinished(() => sources.close());
    const { shops } = await sources.call('ports');
    const fleet = await startFleet({
      environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${shops}` },
      chooseWeb: ([first]) => first ?? fleet.web[0],
      isAlone,
    });
    onTestFinished(() => fleet.close());
    const [worker, other] = fleet.workers;
    if (!isAlone) await other.stop();
    const size = { products: 400, variantsPerProduct: 2, method: 'graphql' } as const;
    const read = await openShop(fleet, sources, { name: 'slate', ...size, products: 2_000 });
    const shop = await openShop(fleet, sources, { name: 'shale', ...size });
    const edited = await firstSync(fleet, shop);
    const batches: string[] = [];
    for (const attribute of ['price', 'cost', 'sku']) {
      const { batch_id } = await fleet.post<BulkUpdateBatch>('/products/bulk-updates/preview', {
        products_to_update: edited.products.map(({ id }) => ({ id, store_id: edited.id })),
        attributes_to_set: { [attribute]: '123' },
      });
      await fleet.post(`/products/bulk-updates/${batch_id}/apply`, {});
      batches.push(batch_id);
    }
    await fleet.post(read.syncPath);
    const done = async () => {
      const found = batches.map((id) => fleet.get<BulkUpdateBatch>(`/products/bulk-updates/${id}`));
      return Promise.all(found).then((all) => all.map((batch) => batch.total - batch.succeeded));
    };
    const stopInTime = async () => {
      const exit = await worker.stop();
      expect(exit?.code).toBe(0);
      await worker.start();
    };
    const hold = (shop: string, match: string) => sources.call('hold', { shop, match, when: 'before' });
    const before = await done();
    while ((await done()).join() === before.join()) await pause(POLL_INTERVAL_MS);
    await stopInTime();

    // The shops take requests, and answer none.
    const write = await hold(edited.domain, 'productVariantsBulkUpdate');
    await sources.call('reached', write);
    const test = await hold(read.domain, 'shop');
    const inHand = isAlone
      ? fleet.askOnce('POST', '/stores/test-connection', {
          json: { store_id: read.id, shop_url: `${read.domain}:${shops}` },
        })
      : null;
    if (isAlone) await sources.call('reached', test);
    await stopInTime();
    await inHand;
    const isOver = async () =>
      (await done()).every((left) => left === 0) &&
      (await fleet.get<SyncStatus>(`/stores/${read.id}/sync/status`)).status !== 'in_progress';
    while (!(await isOver())) await pause(POLL_INTERVAL_MS);
    const ended = { fleet, sources, stores: [edited], journal: createJournal() };
    const problems = [
      ...(await compareBatches(ended)),
      ...(await compareRuns(ended)),
      ...(await compareStore(ended, edited)),
      ...fleet.machines.flatMap((machine) => machine.troubles()),
    ];
    expect(problems).toEqual([]);
  },
  240_000,
);
