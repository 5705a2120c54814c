import { setTimeout as pause } from 'node:timers/promises';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import type { SyncLogList, SyncStarted, SyncStatus } from '@storefleet/contract/syncs/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRowVersions, readStoredCatalogue } from '../sync/catalogue.ts';
import { compareBatches, compareRuns, compareStore } from './agreement.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { createJournal } from './journal.ts';
import { type Sources, startSources } from './sources.ts';
import { firstSync, openShop, readSource, syncFully } from './stores.ts';

const LOOK_INTERVAL_MS = 100;
/** Milliseconds; processes start and are taken for dead, which takes its time. */
const PATIENCE = 240_000;
/** More than one page, and more variants than a web process writes by itself. */
const SIZE = { products: 120, variantsPerProduct: 2, method: 'graphql' } as const;

let fleet: Fleet;
let sources: Sources;
let opened = 0;

beforeAll(async () => {
  sources = await startSources();
  const { shops } = await sources.call('ports');
  fleet = await startFleet({
    environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${shops}` },
    chooseWeb: ([first]) => first ?? fleet.web[0],
  });
});
afterAll(async () => {
  await fleet?.close();
  await sources?.close();
});

function open() {
  opened += 1;
  return openShop(fleet, sources, { name: `slate${opened}`, ...SIZE });
}

it(
  'a force stop asked at one web process ends the run of a worker, which another had asked for',
  async () => {
    const [one, other] = fleet.web;
    const store = await open();
    const hold = await sources.call('hold', {
      shop: store.domain,
      match: 'query ProductsPage',
      when: 'before',
    });
    await fleet.ask('POST', store.syncPath, { at: one });
    await sources.call('reached', hold);
    const { status } = await fleet.ask('POST', `/stores/${store.id}/sync/force-stop`, { at: other });
    expect(status).toBe(200);
    await sources.call('endHold', hold, 'drop');
    for (const at of fleet.web) {
      const { body } = await fleet.ask<SyncStatus>('GET', `/stores/${store.id}/sync/status`, { at });
      expect(body).toMatchObject({ status: 'failed', force_stopped: true, processed_products: 0 });
    }
    await fleet.ask('POST', `/stores/${store.id}/sync/reset`, { at: one });
    await syncFully(fleet, store);
    expect(await readStoredCatalogue(fleet.db, store.id)).toEqual(await readSource(sources, store));
  },
  PATIENCE,
);

it(
  'a worker that comes back from the dead changes nothing of what another has ended',
  async () => {
    const [first, second] = fleet.workers;
    const read = await open();
    const edited = await firstSync(fleet, await open());
    await second.stop();
    const planned = await fleet.post<BulkUpdateBatch>('/products/bulk-updates/preview', {
      products_to_update: edited.products.map(({ id }) => ({ id, store_id: edited.id })),
      attributes_to_set: { price: '10000.01' },
    });
    const address = `/products/bulk-updates/${planned.batch_id}`;
    const when = 'after';
    const page = await sources.call('hold', {
      shop: read.domain,
      match: 'query ProductsPage',
      when,
      skip: 1,
    });
    const write = await sources.call('hold', {
      shop: edited.domain,
      match: 'productVariantsBulkUpdate',
      when,
      skip: 20,
    });
    const { task_id } = await fleet.post<SyncStarted>(read.syncPath);
    await sources.call('reached', page);
    await fleet.post(`${address}/apply`, {});
    await sources.call('reached', write);

    // It stands still until it is taken for dead, and another has ended all that it held.
    first.pause();
    await second.start();
    const sync = async () => {
      const { logs } = await fleet.get<SyncLogList>(`/stores/${read.id}/sync/logs`);
      return logs.find(({ id }) => id === task_id);
    };
    const batch = () => fleet.get<BulkUpdateBatch>(address);
    const isOver = async () =>
      (await sync())?.status !== 'in_progress' && (await batch()).status !== 'in_progress';
    while (!(await isOver())) await pause(LOOK_INTERVAL_MS);
    const look = async () => ({
      sync: await sync(),
      batch: await batch(),
      writes: await sources.call('writes', edited.domain),
      rows: [await readRowVersions(fleet.db, read.id), await readRowVersions(fleet.db, edited.id)],
    });
    const ended = await look();
    expect(ended).toMatchObject({
      sync: { status: 'completed', counts: { created: SIZE.products, unchanged: 0 } },
      batch: { status: 'completed', succeeded: SIZE.products * SIZE.variantsPerProduct },
    });

    first.resume();
    for (const hold of [page, write]) await sources.call('endHold', hold, 'release');
    await first.stop();
    expect(await look()).toEqual(ended);
    expect(await readStoredCatalogue(fleet.db, read.id)).toEqual(await readSource(sources, read));
    const end = { fleet, sources, stores: [edited], journal: createJournal() };
    const problems = [
      ...(await compareBatches(end)),
      ...(await compareRuns(end)),
      ...(await compareStore(end, edited)),
    ];
    expect(problems).toEqual([]);
    expect(fleet.machines.flatMap((machine) => machine.troubles())).toEqual([]);
  },
  PATIENCE,
);
