import { describe, expect, it } from 'vitest';
import { sortedById } from '../../../../test/sync/catalogue.ts';
import { buildProducts } from '../../../../test/sync/fake-source.ts';
import { createSyncHarness } from '../../../../test/sync/sync-harness.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import { judgeCounts } from './end-changes.ts';

const harness = await createSyncHarness();
const { addStore, addSyncedStore, clock, db, finishRun, service } = harness;
const asked = { trigger: 'manual', requestedBy: null } as const;

/** A store of thirty products, some of which changed an hour after they were synced. */
async function changedStore(...changed: number[]) {
  const store = await addSyncedStore(buildProducts(30));
  const { source, storeId } = store;
  const change = (...numbers: number[]) => {
    for (const number of numbers) {
      const id = `p${number}`;
      source.changed.push(id);
      source.products = source.products.map((product) =>
        product.sourceId === id ? { ...product, title: `Changed ${source.changed.length}` } : product,
      );
    }
  };
  const syncedAt = clock.now().toISOString();
  clock.advance(3_600_000);
  change(...changed);
  const start = async () => (await service.startChanges(storeId, asked)).id;
  const markOf = async () => {
    const { rows } = await db.query<{ mark: number }>(
      'select changes_mark as mark from store_sync_states where store_id = $1',
      [storeId],
    );
    return rows[0]?.mark;
  };
  return { ...store, change, syncedAt, start, markOf, syncChanges: async () => finishRun(await start()) };
}

describe('a sync of changes', () => {
  it('reads what changed, says since when, and does not count as a full sync', async () => {
    const { source, syncChanges, log, stored, status, syncedAt } = await changedStore(3, 17);
    await syncChanges();
    expect(await stored()).toEqual(sortedById(source.products));
    expect(await log()).toMatchObject({
      scope: 'changes',
      message: 'Changes synced',
      changes_since: syncedAt,
      counts: { created: 0, updated: 2, unchanged: 0, removed: 0 },
      source_count: { products: 30, variants: 30 },
      stored_count: { products: 30, variants: 30 },
      notices: [],
    });
    expect(await status()).toMatchObject({
      status: 'completed',
      progress: 100,
      processed_products: 2,
      last_sync_at: syncedAt,
      last_changes_at: clock.now().toISOString(),
      full_sync_due: false,
    });
  });

  it('leaves changes made while it runs to the next one, which continues from its start', async () => {
    const { source, change, start, syncChanges, stored, markOf, log } = await changedStore(1);
    const began = clock.now().toISOString();
    const run = await start();
    change(2);
    await finishRun(run);
    expect([await markOf(), (await log()).counts.updated]).toEqual([1, 1]);
    clock.advance(60_000);
    await syncChanges();
    expect(await log()).toMatchObject({ changes_since: began, counts: { updated: 1 } });
    expect(await stored()).toEqual(sortedById(source.products));
  });

  it('removes nothing, and reports that a full sync is due until one has run', async () => {
    const { source, change, syncChanges, sync, stored, status, log } = await changedStore();
    source.products = source.products.slice(1);
    await syncChanges();
    expect(await stored()).toHaveLength(30);
    expect(await log()).toMatchObject({
      message: 'Changes synced, a full sync is due',
      notices: [expect.stringContaining('29 products, the catalogue has 30 products')],
    });
    change(9);
    await syncChanges();
    expect(await status()).toMatchObject({ full_sync_due: true });
    await sync();
    expect(await status()).toMatchObject({ full_sync_due: false });
    expect(await stored()).toEqual(sortedById(source.products));
  });

  it('keeps an edit that is newer than its read', async () => {
    const { source, storeId, syncChanges, stored, change } = await changedStore(5);
    source.readAt = () => new Date(clock.now().getTime() - 1);
    await db.query(
      `update products set title = 'Edited here', edited_at = $2 where store_id = $1 and source_id = 'p5'`,
      [storeId, clock.now()],
    );
    await syncChanges();
    expect((await stored()).find(({ sourceId }) => sourceId === 'p5')?.title).toBe('Edited here');
    clock.advance(1_000);
    change(5);
    await syncChanges();
    expect(await stored()).toEqual(sortedById(source.products));
  });
});

describe('an interrupted sync of changes', () => {
  it('resumes from its checkpoint with the same window', async () => {
    const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
    const { source, syncChanges, stored, log, markOf } = await changedStore(...numbers);
    let failures = 1;
    source.beforePage = (page) => {
      if (page === 1 && failures-- > 0) throw new SourceError({ kind: 'transient', message: 'Cut.' });
    };
    source.checkpoints.length = 0;
    await syncChanges();
    expect(source.checkpoints).toEqual([null, 10]);
    expect([await markOf(), (await log()).counts.updated]).toEqual([25, 25]);
    expect(await stored()).toEqual(sortedById(source.products));
  });

  it('is taken over when its process dies, and skips nothing', async () => {
    const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
    const { source, start, stored, markOf } = await changedStore(...numbers);
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    source.beforePage = async (page) => {
      if (page !== 1) return;
      reached.resolve();
      await held.promise;
    };
    const run = await start();
    const dead = harness.runSync(run, new AbortController().signal);
    await reached.promise;
    await harness.fallSilent(31_000);
    source.beforePage = () => {};
    await finishRun(run);
    held.resolve();
    await dead;
    expect(await markOf()).toBe(25);
    expect(await stored()).toEqual(sortedById(source.products));
  });

  it('reads its window again after it failed', async () => {
    const { source, syncChanges, stored, status, markOf, syncedAt } = await changedStore(1, 12);
    source.beforePage = () => {
      throw new SourceError({ kind: 'auth', message: 'The token is not valid any more.' });
    };
    await syncChanges();
    expect(await status()).toMatchObject({ status: 'failed', scope: 'changes', last_changes_at: null });
    expect(await markOf()).toBe(0);
    source.beforePage = () => {};
    await syncChanges();
    expect(await status()).toMatchObject({ status: 'completed', changes_since: syncedAt });
    expect(await stored()).toEqual(sortedById(source.products));
  });
});

describe('starting a sync of changes', () => {
  it('has to wait for a first full sync, and for one in progress', async () => {
    const store = await addStore(buildProducts(3));
    const refused = () => service.startChanges(store.storeId, asked);
    await expect(refused()).rejects.toMatchObject({ code: 'changes_not_possible' });
    expect((await store.status()).can_sync_changes).toBe(false);
    const { id } = await store.start();
    await expect(refused()).rejects.toMatchObject({ code: 'sync_in_progress' });
    await finishRun(id);
    expect((await store.status()).can_sync_changes).toBe(true);
    await finishRun((await refused()).id);
  });

  it('says why the source cannot tell what changed; a schedule then runs a full sync', async () => {
    const { source, storeId, log } = await changedStore(1);
    source.refusal = 'The mappings were changed.';
    await expect(service.startChanges(storeId, asked)).rejects.toThrow('The mappings were changed.');
    const scope = 'changes_if_possible';
    await finishRun((await service.start(storeId, { method: 'graphql', ...asked, scope })).id);
    expect(await log()).toMatchObject({ scope: 'everything', counts: { updated: 1, unchanged: 29 } });
  });

  it('is logged as a sync of changes if the source refuses it', async () => {
    const { source, start, status, log } = await changedStore(1);
    source.countFails = new SourceError({ kind: 'auth', message: 'The token is not valid any more.' });
    await expect(start()).rejects.toThrow('not valid');
    expect(await log()).toMatchObject({ scope: 'changes', status: 'failed' });
    expect((await status()).can_sync_changes).toBe(true);
  });
});

describe('the final counts', () => {
  const equal = {
    ...{ products: 10, variants: 20, skipped: 0, held: 0, heldThen: 0 },
    ...{ unexplainedProducts: 0, unexplainedVariants: 0 },
  };
  it.each([
    ['agree', [10, 20], {}, false, null],
    ['are not known', [null, null], {}, false, null],
    ['have one product less', [9, 18], {}, true, '9 products, the catalogue has 10 products'],
    ['have one variant less', [10, 19], {}, true, '19 variants, the catalogue has 20 variants'],
    ['have one product more', [11, 22], {}, false, '11 products, the catalogue has 10 products'],
    [
      'differ as after the last full sync',
      [12, 24],
      { unexplainedProducts: 2, unexplainedVariants: 4 },
      false,
      null,
    ],
    ['lack products awaiting a decision', [8, 16], { held: 2, heldThen: 2 }, false, null],
    [
      'lack products removed by a decision since',
      [8, 16],
      { products: 8, variants: 16, heldThen: 2 },
      false,
      null,
    ],
  ] as const)('%s', (_what, [sourceProducts, sourceVariants], more, fullDue, sentence) => {
    const judged = judgeCounts({ sourceProducts, sourceVariants }, { ...equal, ...more });
    expect(judged.fullDue).toBe(fullDue);
    if (sentence === null) expect(judged.sentence).toBeNull();
    else expect(judged.sentence).toContain(sentence);
  });
});
