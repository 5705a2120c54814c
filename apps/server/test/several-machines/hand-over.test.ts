import { setTimeout as pause } from 'node:timers/promises';
import type { BulkUpdateBatch } from '@storefleet/contract/bulk-updates';
import type { SyncLogList, SyncStarted, SyncStatus } from '@storefleet/contract/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRowVersions, readStoredCatalogue } from '../sync/catalogue.ts';
import { compareBatches, compareRuns, compareStore } from './agreement.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { createJournal } from './journal.ts';
import { type Sources, startSources } from './sources.ts';
import { type ConnectedStore, firstSync, openShop, readSource, syncFully } from './stores.ts';

const LOOK_INTERVAL_MS = 100;
/** Milliseconds; each has processes start, which a busy machine takes its time for. */
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
  await fleet.close();
  await sources.close();
});

function open(): Promise<ConnectedStore> {
  opened += 1;
  return openShop(fleet, sources, { name: `slate${opened}`, ...SIZE });
}

/** Until no worker works on anything of this kind, whoever holds it. */
async function untilLeft(queue: string): Promise<void> {
  for (;;) {
    const { rows } = await fleet.db.query(`select from jobs.job where name = $1 and state = 'active'`, [
      queue,
    ]);
    if (rows.length === 0) return;
    await pause(LOOK_INTERVAL_MS);
  }
}

/** As if the silence of whoever holds something had lasted for a minute; machines.test.ts waits for the real time. */
async function aMinutePasses(): Promise<void> {
  for (const table of ['sync_runs', 'edit_batch_stores']) {
    await fleet.db.query(
      `update ${table} set heartbeat_at = heartbeat_at - interval '1 minute',
         enqueued_at = enqueued_at - interval '1 minute' where status = 'in_progress'`,
    );
  }
}

/**
 * One worker stands still at a request that is held at the shop, another takes its work over and ends it; then the
 * first comes back, is answered, and finds out.
 */
async function standStill(
  queue: string,
  untilEnded: () => Promise<void>,
): Promise<{ comeBack(): Promise<void> }> {
  const [first, second] = fleet.workers;
  await sources.call('reached');
  first.pause();
  await aMinutePasses();
  await second.start();
  await untilEnded();
  return {
    async comeBack() {
      first.resume();
      await sources.call('endHold', 'release');
      await untilLeft(queue);
    },
  };
}

it(
  'a force stop asked at one web process ends the run of a worker, which another had asked for',
  async () => {
    const [one, other] = fleet.web;
    const store = await open();
    await sources.call('hold', { shop: store.domain ?? '', match: 'query ProductsPage', when: 'before' });
    await fleet.ask('POST', store.syncPath, { at: one });
    await sources.call('reached');
    const { status } = await fleet.ask('POST', `/stores/${store.id}/sync/force-stop`, { at: other });
    expect(status).toBe(200);
    // The worker lets go by itself: the shop has not answered it.
    await untilLeft('sync-run');
    await sources.call('endHold', 'drop');
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
  'a worker that comes back from the dead in the middle of a sync changes nothing',
  async () => {
    const store = await open();
    await fleet.workers[1].stop();
    await sources.call('hold', {
      shop: store.domain ?? '',
      match: 'query ProductsPage',
      when: 'after',
      skip: 1,
    });
    const { task_id } = await fleet.post<SyncStarted>(store.syncPath);
    const log = async () => {
      const { logs } = await fleet.get<SyncLogList>(`/stores/${store.id}/sync/logs`);
      return logs.find(({ id }) => id === task_id);
    };
    const worker = await standStill('sync-run', async () => {
      while ((await log())?.status === 'in_progress') await pause(LOOK_INTERVAL_MS);
    });
    const ended = await log();
    expect(ended).toMatchObject({ status: 'completed', counts: { created: SIZE.products, unchanged: 0 } });
    const rows = await readRowVersions(fleet.db, store.id);
    await worker.comeBack();
    expect(await log()).toEqual(ended);
    expect(await readRowVersions(fleet.db, store.id)).toEqual(rows);
    expect(await readStoredCatalogue(fleet.db, store.id)).toEqual(await readSource(sources, store));
  },
  PATIENCE,
);

it(
  'a worker that comes back from the dead in the middle of an edit writes nothing, here or there',
  async () => {
    const store = await firstSync(fleet, await open());
    await fleet.workers[1].stop();
    const planned = await fleet.post<BulkUpdateBatch>('/products/bulk-updates/preview', {
      products_to_update: store.products.map(({ id }) => ({ id, store_id: store.id })),
      attributes_to_set: { price: '10000.01' },
    });
    await sources.call('hold', {
      shop: store.domain ?? '',
      match: 'productVariantsBulkUpdate',
      when: 'after',
      skip: 20,
    });
    const address = `/products/bulk-updates/${planned.batch_id}`;
    await fleet.post(`${address}/apply`, {});
    const batch = () => fleet.get<BulkUpdateBatch>(address);
    const worker = await standStill('bulk-update-share', async () => {
      while ((await batch()).status === 'in_progress') await pause(LOOK_INTERVAL_MS);
    });
    const ended = await batch();
    expect(ended).toMatchObject({ status: 'completed', succeeded: SIZE.products * SIZE.variantsPerProduct });
    const writes = await sources.call('writes', store.domain ?? '');
    const rows = await readRowVersions(fleet.db, store.id);
    await worker.comeBack();
    expect(await batch()).toEqual(ended);
    expect(await sources.call('writes', store.domain ?? '')).toEqual(writes);
    expect(await readRowVersions(fleet.db, store.id)).toEqual(rows);

    const end = { fleet, sources, stores: [store], journal: createJournal() };
    expect([
      ...(await compareBatches(end)),
      ...(await compareRuns(end)),
      ...(await compareStore(end, store)),
    ]).toEqual([]);
    expect(fleet.machines.flatMap((machine) => machine.troubles())).toEqual([]);
  },
  PATIENCE,
);
