import { describe, expect, it } from 'vitest';
import { readRowVersions, sortedById } from '../../../../test/sync/catalogue.ts';
import { buildProduct, buildProducts, buildVariant } from '../../../../test/sync/fake-source.ts';
import { createSyncHarness, type SyncTestStore } from '../../../../test/sync/sync-harness.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import { MAX_ATTEMPTS_WITHOUT_PROGRESS } from '../../../platform/work/attempts.ts';

const harness = await createSyncHarness();
const { addStore, addSyncedStore, db, heldRemovals } = harness;

/** A product with these variants, in this order. */
const productOf = (id: string, ...variants: string[]) =>
  buildProduct(id, {
    variants: variants.map((variant, index) => buildVariant(variant, { position: index + 1 })),
  });

describe('a full sync', () => {
  it('stores the source exactly and verifies it', async () => {
    const { source, status, log, stored } = await addSyncedStore(buildProducts(35));
    expect(await stored()).toEqual(sortedById(source.products));
    expect(await status()).toMatchObject({
      status: 'completed',
      message: 'Sync completed successfully',
      progress: 100,
      processed_products: 35,
      total_products: 35,
      force_stopped: false,
      last_sync_at: harness.clock.now().toISOString(),
    });
    expect(await log()).toMatchObject({
      method: 'graphql',
      trigger: 'manual',
      pages_fetched: 4,
      counts: { created: 35, updated: 0, unchanged: 0, removed: 0, held_back: 0 },
      source_count: { products: 35, variants: 35 },
      stored_count: { products: 35, variants: 35 },
      gaps: [],
    });
  });

  it('estimates its end by the pace of its pages, without an export and pauses', async () => {
    const { source, status, sync } = await addStore(buildProducts(1_000));
    const HOUR_MS = 3_600_000;
    const estimates: (number | null)[] = [];
    let breaksOff = true;
    source.beforePage = async (page) => {
      harness.clock.advance(page === 0 ? HOUR_MS : 1_000);
      if (![0, 41, 61].includes(page)) return;
      estimates.push((await status()).seconds_left);
      if (page !== 41 || !breaksOff) return;
      breaksOff = false;
      harness.clock.advance(HOUR_MS);
      throw new SourceError({ kind: 'transient', message: 'Later.' });
    };
    await sync();
    // The page before may not be stored yet.
    expect(estimates).toEqual([null, expect.toBeOneOf([59, 60]), null, expect.toBeOneOf([39, 40])]);
    expect((await status()).seconds_left).toBeNull();
  });

  it('rewrites only changed rows', async () => {
    const two = productOf('p2', 'p2-a', 'p2-b');
    const store = await addSyncedStore([buildProduct('p1'), two, buildProduct('p3')]);
    const { storeId, source } = store;
    const before = await readRowVersions(db, storeId);
    source.products[1] = {
      ...two,
      variants: [buildVariant('p2-a'), buildVariant('p2-b', { position: 2, price: '21.00' })],
    };
    await store.sync();
    const after = await readRowVersions(db, storeId);
    const rewritten = [...after.keys()].filter((id) => after.get(id) !== before.get(id));
    expect(rewritten.toSorted()).toEqual(['p2', 'p2-b']);
    expect((await store.log()).counts).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    expect(await store.stored()).toEqual(sortedById(source.products));
  });

  it('removes vanished variants and follows a variant to another product', async () => {
    const { source, sync, stored } = await addSyncedStore([productOf('a', 'v1', 'v2'), productOf('b', 'v3')]);
    source.products = [
      productOf('a', 'v1'),
      buildProduct('b', { variants: [buildVariant('v2', { title: 'Moved' })] }),
      productOf('c', 'v3'),
    ];
    await sync();
    expect(await stored()).toEqual(source.products);
  });

  it('stores the last state of a product that the source repeats, in one page or in two', async () => {
    const { source, sync, stored, status } = await addStore([
      ...buildProducts(10),
      buildProduct('p1', { title: 'Renamed while walking' }),
      buildProduct('p20'),
      buildProduct('p20', { title: 'Twice in a page' }),
    ]);
    source.end = { sourceProducts: 11, sourceVariants: 11 };
    await sync();
    const products = await stored();
    expect(products).toHaveLength(11);
    const twice = products.filter(({ sourceId }) => ['p1', 'p20'].includes(sourceId));
    expect(twice.map(({ title }) => title)).toEqual(['Renamed while walking', 'Twice in a page']);
    expect((await status()).message).toBe('Sync completed successfully');
  });

  it('stores texts that PostgreSQL cannot hold without their null characters', async () => {
    const variants = [buildVariant('v1', { metafields: { 'custom.colour': 're\0d' } })];
    const { storeId, source, sync, stored } = await addStore([
      buildProduct('p1', {
        title: 'Nul\0l "quoted\\"',
        tags: ['a"b\\', 'c,d'],
        plain: { description: 'Wa\0rm.' },
        variants,
      }),
    ]);
    source.skipped = () => [{ sourceKey: 'a\0b', productId: null, variantId: null, reason: 'Bad \0.' }];
    const runId = await sync();
    expect(await stored()).toMatchObject([{ title: 'Null "quoted\\"', tags: ['a"b\\', 'c,d'] }]);
    const { rows } = await db.query(
      `select description, variants.metafields from variants join products on products.id = product_id
       where variants.store_id = $1`,
      [storeId],
    );
    expect(rows).toEqual([{ description: 'Warm.', metafields: { 'custom.colour': 'red' } }]);
    const skipped = await harness.service.skippedRows(storeId, runId, { limit: 9, offset: 0 });
    expect(skipped.rows).toEqual([{ source_key: 'ab', reason: 'Bad .' }]);
  });

  it('splits a page with many variants and stores all of it', async () => {
    const variants = (id: string) => Array.from({ length: 1_500 }, (_, index) => `${id}-${index}`);
    const { log } = await addSyncedStore(['x', 'y', 'z'].map((id) => productOf(id, ...variants(id))));
    expect((await log()).stored_count).toEqual({ products: 3, variants: 4_500 });
  });
});

describe('edits made here', () => {
  const editPrice = (storeId: string, variant: string, at: Date) =>
    db.query('update variants set price = 99, edited_at = $3 where store_id = $1 and source_id = $2', [
      storeId,
      variant,
      at,
    ]);

  it.each([
    { when: 'before them', later: 1 },
    { when: 'in the same millisecond', later: 0 },
  ])('outlast what was read $when, and the next sync compares them again', async ({ later }) => {
    const { storeId, source, sync, stored } = await addSyncedStore([
      productOf('p1', 'v1', 'v2'),
      buildProduct('p2'),
    ]);
    const readAt = harness.clock.now();
    const editedAt = new Date(readAt.getTime() + later);
    await editPrice(storeId, 'v1', editedAt);
    await db.query(
      `update products set title = 'Edited', edited_at = $2, content_hash = null where store_id = $1 and source_id = 'p2'`,
      [storeId, editedAt],
    );
    source.products = [
      buildProduct('p1', {
        title: 'New title',
        variants: [buildVariant('v1', { price: '5' }), buildVariant('v2', { position: 2, price: '6' })],
      }),
      buildProduct('p2', { title: 'Read before the edit' }),
    ];
    source.readAt = () => readAt;
    await sync();
    expect(await stored()).toMatchObject([
      { title: 'New title', variants: [{ price: '99' }, { price: '6' }] },
      { title: 'Edited' },
    ]);
    const { rows } = await db.query(
      `select price_max from products where store_id = $1 and source_id = 'p1'`,
      [storeId],
    );
    expect(rows).toEqual([{ price_max: '99' }]);

    source.readAt = () => new Date(editedAt.getTime() + 1);
    await sync();
    expect(await stored()).toEqual(source.products);
  });

  it.each([
    { to: 'another product', pageSize: 10, moved: [productOf('p1', 'v1'), productOf('p2', 'p2-v1', 'v2')] },
    {
      to: 'a new product',
      pageSize: 1,
      moved: [productOf('p0', 'v2'), productOf('p1', 'v1'), buildProduct('p2')],
    },
  ])(
    'in the millisecond of the reading stay with a variant that moved to $to',
    async ({ pageSize, moved }) => {
      const { storeId, source, sync, stored } = await addSyncedStore([
        productOf('p1', 'v1', 'v2'),
        buildProduct('p2'),
      ]);
      const readAt = harness.clock.now();
      await editPrice(storeId, 'v2', readAt);
      source.products = moved;
      source.pageSize = pageSize;
      source.readAt = () => readAt;
      await sync();
      expect((await stored()).find(({ sourceId }) => sourceId === 'p1')).toMatchObject({
        variants: [{ sourceId: 'v1' }, { sourceId: 'v2', price: '99' }],
      });
      // This read is later than the edit: the variant is stored where and as the source has it.
      harness.clock.advance(1);
      source.readAt = () => harness.clock.now();
      await sync();
      expect(await stored()).toEqual(source.products);
    },
  );
});

describe('products that vanished from the source', () => {
  it.each([
    { stored: 20, vanish: 10, removed: 10, held: 0, because: 'ten may always be removed' },
    { stored: 110, vanish: 11, removed: 11, held: 0, because: 'a tenth may be removed' },
    { stored: 109, vanish: 11, removed: 0, held: 11, because: 'more than ten and more than a tenth' },
  ])('$vanish of $stored: $because', async ({ stored, vanish, removed, held }) => {
    const store = await addSyncedStore(buildProducts(stored));
    store.source.products = buildProducts(stored - vanish, vanish + 1);
    await store.sync();
    expect((await store.log()).counts).toMatchObject({ removed, held_back: held });
    expect((await store.status()).held_back).toBe(held);
    expect(await store.stored()).toHaveLength(stored - removed);
  });

  /** 15 of 30 products have vanished. */
  async function addStoreWithHeld(): Promise<SyncTestStore> {
    const store = await addSyncedStore(buildProducts(30));
    store.source.products = buildProducts(15);
    await store.sync();
    return store;
  }

  it('are removed when a person approves', async () => {
    const { storeId, source, status, log, stored } = await addStoreWithHeld();
    const held = await heldRemovals.list(storeId, { limit: 5, offset: 0 });
    expect(held).toMatchObject({ held_back: 15, total_products: 30 });
    expect(held.products).toHaveLength(5);
    const undecided = 'Completed, 15 products await your decision';
    expect(await status()).toMatchObject({ status: 'completed', message: undecided });
    expect(await log()).toMatchObject({
      message: undecided,
      source_count: { products: 15, variants: 15 },
      stored_count: { products: 30, variants: 30 },
      gaps: [],
    });
    expect(await heldRemovals.approve(storeId)).toMatchObject({ success: true, removed: 15 });
    expect(await stored()).toEqual(sortedById(source.products));
    const decided = { message: 'Sync completed successfully' };
    expect(await status()).toMatchObject(decided);
    expect(await log()).toMatchObject({ ...decided, counts: { held_back: 15 } });
    await expect(heldRemovals.approve(storeId)).rejects.toMatchObject({ code: 'no_removals_held' });
  });

  it('stay when a person dismisses the removal, and the next sync checks them again', async () => {
    const { storeId, source, sync, status, stored } = await addStoreWithHeld();
    expect(await heldRemovals.dismiss(storeId)).toMatchObject({ success: true, removed: 0 });
    expect((await status()).held_back).toBe(0);
    await sync();
    expect((await status()).held_back).toBe(15);
    source.products = buildProducts(28);
    await sync();
    expect((await status()).held_back).toBe(0);
    expect(await stored()).toHaveLength(28);
  });

  it('cannot be decided on while a sync runs', async () => {
    const { storeId, start, stored } = await addStoreWithHeld();
    await start();
    await expect(heldRemovals.approve(storeId)).rejects.toMatchObject({ code: 'sync_in_progress' });
    expect(await stored()).toHaveLength(30);
  });

  it('stay when the read failed or its counts do not match', async () => {
    const { source, sync, status, log, stored } = await addSyncedStore(buildProducts(40));
    source.products = buildProducts(35);
    source.beforePage = (page) => {
      if (page === 2) throw new SourceError({ kind: 'unavailable', message: 'The shop is frozen.' });
    };
    await sync();
    expect(await status()).toMatchObject({
      status: 'failed',
      message: 'Sync failed',
      error_message: 'The shop is frozen.',
      can_reset: true,
    });
    expect(await stored()).toHaveLength(40);

    source.beforePage = () => {};
    source.end = { sourceProducts: 36, sourceVariants: 41 };
    await sync();
    expect(await status()).toMatchObject({ status: 'completed', message: 'Completed with gaps' });
    expect(await log()).toMatchObject({
      source_count: { products: 36, variants: 41 },
      // Missing products are kept, and count.
      stored_count: { products: 40, variants: 40 },
      gaps: [
        { reason: expect.stringContaining('36 products') },
        { reason: expect.stringContaining('41 variants') },
      ],
      counts: { removed: 0 },
    });
    expect(await stored()).toHaveLength(40);
  });
});

describe('trouble', () => {
  it('resumes from the checkpoint after a transient failure of the source', async () => {
    const { source, sync, status, log } = await addStore(buildProducts(40));
    let failures = 3;
    const reasons: unknown[] = [];
    source.beforePage = async (page) => {
      if (page !== 2) return;
      const { waiting_reason, waiting_until } = await status();
      reasons.push([waiting_reason, waiting_until]);
      if (failures-- > 0) {
        throw new SourceError({ kind: 'unavailable', message: 'The shop does not answer.', retryable: true });
      }
    };
    harness.waits.length = 0;
    await sync();
    expect(source.checkpoints).toEqual([null, 20, 20, 20]);
    expect(harness.waits).toEqual([2_000, 2_000, 4_000]);
    expect(reasons).toEqual([[null, null], ...Array(3).fill(['The shop does not answer.', null])]);
    expect(await status()).toMatchObject({ waiting_reason: null });
    expect(await log()).toMatchObject({
      status: 'completed',
      pages_fetched: 4,
      counts: { created: 40, unchanged: 0 },
    });
  });

  it('gives up after several attempts without progress, with the reason', async () => {
    const { source, sync, status } = await addStore(buildProducts(40));
    source.beforePage = (page) => {
      if (page === 1) throw new SourceError({ kind: 'transient', message: 'The shop does not answer.' });
    };
    await sync();
    expect(await status()).toMatchObject({
      status: 'failed',
      error_message: 'The shop does not answer.',
      processed_products: 10,
    });
  });

  it('gives up a run that repeatedly crashed its process', async () => {
    const { start, status } = await addStore(buildProducts(5));
    const { id } = await start();
    await db.query('update sync_runs set attempt = $2 where id = $1', [id, MAX_ATTEMPTS_WITHOUT_PROGRESS]);
    await harness.finishRun(id);
    expect(await status()).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('cut off at the same place'),
    });
  });

  it('ends a sync whose store is connected to another source meanwhile', async () => {
    const move = (storeId: string) =>
      db.query(`update stores set shop_url = 'moved-' || shop_url where id = $1`, [storeId]);
    const reading = await addStore(buildProducts(30));
    reading.source.beforePage = async (page) => {
      if (page === 1) await move(reading.storeId);
    };
    await reading.sync();
    const paused = await addStore(buildProducts(30));
    paused.source.beforePage = async (page) => {
      if (page !== 1) return;
      await move(paused.storeId);
      throw new SourceError({ kind: 'transient', message: 'Later.' });
    };
    await paused.sync();
    expect(paused.source.checkpoints).toHaveLength(1);
    for (const { status } of [reading, paused]) {
      expect(await status()).toMatchObject({
        status: 'failed',
        error_message:
          'The store was connected to another source while it was being synced. Start the sync again.',
        last_sync_at: null,
        can_sync_changes: false,
      });
    }
  });

  it('ends a sync whose store is archived meanwhile, and one whose store is deleted', async () => {
    const during = async (sql: string) => {
      const store = await addStore(buildProducts(30));
      store.source.beforePage = async (page) => {
        if (page === 1) await db.query(sql, [store.storeId]);
      };
      await store.sync();
      return store;
    };
    const archived = await during(`update stores set store_status = 'archived' where id = $1`);
    expect(await archived.status()).toMatchObject({
      status: 'failed',
      error_message: 'The store was archived or deleted while it was being synced.',
    });
    const deleted = await during('delete from stores where id = $1');
    await expect(deleted.status()).rejects.toMatchObject({ code: 'store_not_found' });
    expect(await deleted.stored()).toEqual([]);
  });
});
