import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRowVersions, readStoredCatalogue, sortedById } from '../../../../test/sync/catalogue.ts';
import { buildProduct, buildProducts, buildVariant } from '../../../../test/sync/fake-source.ts';
import {
  createSyncHarness,
  lastLog,
  type SyncHarness,
  syncStore,
} from '../../../../test/sync/sync-harness.ts';
import { SourceError } from '../../../connectors/connector.ts';
import { MAX_ATTEMPTS_WITHOUT_PROGRESS } from '../../../platform/work/attempts.ts';

let harness: SyncHarness;
beforeAll(async () => {
  harness = await createSyncHarness();
});
afterAll(() => harness.close());

describe('a full sync', () => {
  it('stores the source exactly and proves it', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(35));
    await syncStore(harness, storeId);
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(sortedById(source.products));
    expect(await harness.service.status(storeId)).toMatchObject({
      status: 'completed',
      message: 'Sync completed successfully',
      progress: 100,
      processed_products: 35,
      total_products: 35,
      force_stopped: false,
      last_sync_at: harness.clock.now().toISOString(),
    });
    expect(await lastLog(harness, storeId)).toMatchObject({
      method: 'graphql',
      trigger: 'manual',
      pages_fetched: 4,
      counts: { created: 35, updated: 0, unchanged: 0, removed: 0, held_back: 0 },
      source_count: { products: 35, variants: 35 },
      stored_count: { products: 35, variants: 35 },
      gaps: [],
    });
  });

  it('writes again only what changed, row by row', async () => {
    const twoVariants = buildProduct('p2', {
      variants: [buildVariant('p2-a'), buildVariant('p2-b', { position: 2 })],
    });
    const { storeId, source } = await harness.addStore([buildProduct('p1'), twoVariants, buildProduct('p3')]);
    await syncStore(harness, storeId);
    const before = await readRowVersions(harness.db, storeId);
    source.products[1] = {
      ...twoVariants,
      variants: [buildVariant('p2-a'), buildVariant('p2-b', { position: 2, price: '21.00' })],
    };
    await syncStore(harness, storeId);
    const after = await readRowVersions(harness.db, storeId);
    const rewritten = [...after.keys()].filter((id) => after.get(id) !== before.get(id));
    expect(rewritten.toSorted()).toEqual(['p2', 'p2-b']);
    expect((await lastLog(harness, storeId)).counts).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(sortedById(source.products));
  });

  it('removes variants that vanished and follows a variant to another product', async () => {
    const { storeId, source } = await harness.addStore([
      buildProduct('a', { variants: [buildVariant('v1'), buildVariant('v2', { position: 2 })] }),
      buildProduct('b', { variants: [buildVariant('v3')] }),
    ]);
    await syncStore(harness, storeId);
    source.products = [
      buildProduct('a', { variants: [buildVariant('v1')] }),
      buildProduct('b', { variants: [buildVariant('v2', { title: 'Moved' })] }),
      buildProduct('c', { variants: [buildVariant('v3')] }),
    ];
    await syncStore(harness, storeId);
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(source.products);
  });

  it('takes a product that the source shows twice, in one page or in two, as it was last', async () => {
    const { storeId, source } = await harness.addStore([
      ...buildProducts(10),
      buildProduct('p1', { title: 'Renamed while walking' }),
      buildProduct('p20'),
      buildProduct('p20', { title: 'Twice in a page' }),
    ]);
    source.end = { sourceProducts: 11, sourceVariants: 11 };
    await syncStore(harness, storeId);
    const stored = await readStoredCatalogue(harness.db, storeId);
    expect(stored).toHaveLength(11);
    expect(
      stored.filter((product) => ['p1', 'p20'].includes(product.sourceId)).map((product) => product.title),
    ).toEqual(['Renamed while walking', 'Twice in a page']);
    expect((await harness.service.status(storeId)).message).toBe('Sync completed successfully');
  });

  it('stores texts that PostgreSQL cannot hold as they are without their null characters', async () => {
    const { storeId } = await harness.addStore([
      buildProduct('p1', { title: 'Nul\0l "quoted\\"', tags: ['a"b\\', 'c,d'] }),
    ]);
    await syncStore(harness, storeId);
    expect(await readStoredCatalogue(harness.db, storeId)).toMatchObject([
      { title: 'Null "quoted\\"', tags: ['a"b\\', 'c,d'] },
    ]);
  });

  it('splits a page with many variants and stores all of it', async () => {
    const products = ['x', 'y', 'z'].map((id) =>
      buildProduct(id, {
        variants: Array.from({ length: 1_500 }, (_, index) =>
          buildVariant(`${id}-${index}`, { position: index + 1 }),
        ),
      }),
    );
    const { storeId } = await harness.addStore(products);
    await syncStore(harness, storeId);
    expect((await lastLog(harness, storeId)).stored_count).toEqual({ products: 3, variants: 4_500 });
  });
});

describe('edits made here', () => {
  it.each([
    { when: 'before them', later: 1 },
    { when: 'in the same millisecond', later: 0 },
  ])('outlast what was read $when, and are compared anew by the next sync', async ({ later }) => {
    const { storeId, source } = await harness.addStore([
      buildProduct('p1', { variants: [buildVariant('v1'), buildVariant('v2', { position: 2 })] }),
      buildProduct('p2'),
    ]);
    await syncStore(harness, storeId);
    const readAt = harness.clock.now();
    const editedAt = new Date(readAt.getTime() + later);
    await harness.db.query(
      `update variants set price = 99, edited_at = $2 where store_id = $1 and source_id = 'v1'`,
      [storeId, editedAt],
    );
    await harness.db.query(
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
    await syncStore(harness, storeId);
    expect(await readStoredCatalogue(harness.db, storeId)).toMatchObject([
      { title: 'New title', variants: [{ price: '99' }, { price: '6' }] },
      { title: 'Edited' },
    ]);
    const { rows } = await harness.db.query(
      `select price_max from products where store_id = $1 and source_id = 'p1'`,
      [storeId],
    );
    expect(rows).toEqual([{ price_max: '99' }]);

    source.readAt = () => new Date(editedAt.getTime() + 1);
    await syncStore(harness, storeId);
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(source.products);
  });

  it('in the millisecond of the reading stay with a variant that moved to another product', async () => {
    const { storeId, source } = await harness.addStore([
      buildProduct('p1', { variants: [buildVariant('v1'), buildVariant('v2', { position: 2 })] }),
      buildProduct('p2'),
    ]);
    await syncStore(harness, storeId);
    const readAt = harness.clock.now();
    await harness.db.query(
      `update variants set price = 99, edited_at = $2 where store_id = $1 and source_id = 'v2'`,
      [storeId, readAt],
    );
    source.products = [
      buildProduct('p1', { variants: [buildVariant('v1')] }),
      buildProduct('p2', { variants: [buildVariant('p2-v1'), buildVariant('v2', { position: 2 })] }),
    ];
    source.readAt = () => readAt;
    await syncStore(harness, storeId);
    expect(await readStoredCatalogue(harness.db, storeId)).toMatchObject([
      { variants: [{ sourceId: 'v1' }, { sourceId: 'v2', price: '99' }] },
      { variants: [{ sourceId: 'p2-v1' }] },
    ]);
    // By now the source was read after the edit: the variant is where the source has it, and as the source
    // has it.
    harness.clock.advance(1);
    source.readAt = () => harness.clock.now();
    await syncStore(harness, storeId);
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(source.products);
  });

  it('stay with a variant that moved to a new product, which the next sync completes', async () => {
    const { storeId, source } = await harness.addStore([
      buildProduct('p1', { variants: [buildVariant('v1'), buildVariant('v2', { position: 2 })] }),
    ]);
    await syncStore(harness, storeId);
    const readAt = harness.clock.now();
    await harness.db.query(
      `update variants set price = 99, edited_at = $2 where store_id = $1 and source_id = 'v2'`,
      [storeId, readAt],
    );
    source.products = [
      buildProduct('p0', { variants: [buildVariant('v2')] }),
      buildProduct('p1', { variants: [buildVariant('v1')] }),
    ];
    source.pageSize = 1;
    source.readAt = () => readAt;
    await syncStore(harness, storeId);
    harness.clock.advance(1);
    source.readAt = () => harness.clock.now();
    await syncStore(harness, storeId);
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(source.products);
  });
});

describe('products that vanished from the source', () => {
  it.each([
    { stored: 20, vanish: 10, removed: 10, held: 0, because: 'ten may always go' },
    { stored: 110, vanish: 11, removed: 11, held: 0, because: 'a tenth may go' },
    { stored: 109, vanish: 11, removed: 0, held: 11, because: 'more than ten and more than a tenth' },
  ])('$vanish of $stored: $because', async ({ stored, vanish, removed, held }) => {
    const { storeId, source } = await harness.addStore(buildProducts(stored));
    await syncStore(harness, storeId);
    source.products = buildProducts(stored - vanish, vanish + 1);
    await syncStore(harness, storeId);
    expect((await lastLog(harness, storeId)).counts).toMatchObject({ removed, held_back: held });
    expect((await harness.service.status(storeId)).held_back).toBe(held);
    expect(await readStoredCatalogue(harness.db, storeId)).toHaveLength(stored - removed);
  });

  it('are removed once a person approves', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(30));
    await syncStore(harness, storeId);
    source.products = buildProducts(15);
    await syncStore(harness, storeId);
    const held = await harness.heldRemovals.list(storeId, { limit: 5, offset: 0 });
    expect(held).toMatchObject({ held_back: 15, total_products: 30 });
    expect(held.products).toHaveLength(5);
    const undecided = 'Completed, 15 products await your decision';
    expect(await harness.service.status(storeId)).toMatchObject({ status: 'completed', message: undecided });
    expect(await lastLog(harness, storeId)).toMatchObject({
      message: undecided,
      source_count: { products: 15, variants: 15 },
      stored_count: { products: 30, variants: 30 },
      gaps: [],
    });
    expect(await harness.heldRemovals.approve(storeId)).toMatchObject({ success: true, removed: 15 });
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(sortedById(source.products));
    const decided = { message: 'Sync completed successfully' };
    expect(await harness.service.status(storeId)).toMatchObject(decided);
    expect(await lastLog(harness, storeId)).toMatchObject({ ...decided, counts: { held_back: 15 } });
    await expect(harness.heldRemovals.approve(storeId)).rejects.toMatchObject({ code: 'no_removals_held' });
  });

  it('stay when a person dismisses, and the next sync checks them again', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(30));
    await syncStore(harness, storeId);
    source.products = buildProducts(15);
    await syncStore(harness, storeId);
    expect(await harness.heldRemovals.dismiss(storeId)).toMatchObject({ success: true, removed: 0 });
    expect((await harness.service.status(storeId)).held_back).toBe(0);
    await syncStore(harness, storeId);
    expect((await harness.service.status(storeId)).held_back).toBe(15);
    source.products = buildProducts(28);
    await syncStore(harness, storeId);
    expect((await harness.service.status(storeId)).held_back).toBe(0);
    expect(await readStoredCatalogue(harness.db, storeId)).toHaveLength(28);
  });

  it('are not decided on while a sync runs', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(30));
    await syncStore(harness, storeId);
    source.products = buildProducts(15);
    await syncStore(harness, storeId);
    await harness.service.start(storeId, { method: 'graphql', trigger: 'manual', requestedBy: null });
    await expect(harness.heldRemovals.approve(storeId)).rejects.toMatchObject({ code: 'sync_in_progress' });
    expect(await readStoredCatalogue(harness.db, storeId)).toHaveLength(30);
  });

  it('stay when the source broke off or its count is not met', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(40));
    await syncStore(harness, storeId);

    source.products = buildProducts(35);
    source.beforePage = (page) => {
      if (page === 2) throw new SourceError({ kind: 'unavailable', message: 'The shop is frozen.' });
    };
    await syncStore(harness, storeId);
    expect(await harness.service.status(storeId)).toMatchObject({
      status: 'failed',
      message: 'Sync failed',
      error_message: 'The shop is frozen.',
      can_reset: true,
    });
    expect(await readStoredCatalogue(harness.db, storeId)).toHaveLength(40);

    source.beforePage = () => {};
    source.end = { sourceProducts: 36, sourceVariants: 41 };
    await syncStore(harness, storeId);
    expect(await harness.service.status(storeId)).toMatchObject({
      status: 'completed',
      message: 'Completed with gaps',
    });
    expect(await lastLog(harness, storeId)).toMatchObject({
      source_count: { products: 36, variants: 41 },
      // What was not found is kept, and counts.
      stored_count: { products: 40, variants: 40 },
      gaps: [
        { reason: expect.stringContaining('36 products') },
        { reason: expect.stringContaining('41 variants') },
      ],
      counts: { removed: 0 },
    });
    expect(await readStoredCatalogue(harness.db, storeId)).toHaveLength(40);
  });
});

describe('trouble', () => {
  it('goes on from the checkpoint after a passing failure of the source', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(40));
    let failures = 3;
    const reasons: unknown[] = [];
    source.beforePage = async (page) => {
      if (page !== 2) return;
      const { waiting_reason, waiting_until } = await harness.service.status(storeId);
      reasons.push([waiting_reason, waiting_until]);
      if (failures-- > 0) {
        throw new SourceError({ kind: 'unavailable', message: 'The shop does not answer.', retryable: true });
      }
    };
    harness.waits.length = 0;
    await syncStore(harness, storeId);
    expect(source.checkpoints).toEqual([null, 20, 20, 20]);
    expect(harness.waits).toEqual([2_000, 2_000, 4_000]);
    expect(reasons).toEqual([[null, null], ...Array(3).fill(['The shop does not answer.', null])]);
    expect(await harness.service.status(storeId)).toMatchObject({ waiting_reason: null });
    expect(await lastLog(harness, storeId)).toMatchObject({
      status: 'completed',
      pages_fetched: 4,
      counts: { created: 40, unchanged: 0 },
    });
  });

  it('gives up after several tries that did not move on, with the reason', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(40));
    source.beforePage = (page) => {
      if (page === 1) throw new SourceError({ kind: 'transient', message: 'The shop does not answer.' });
    };
    await syncStore(harness, storeId);
    expect(await harness.service.status(storeId)).toMatchObject({
      status: 'failed',
      error_message: 'The shop does not answer.',
      processed_products: 10,
    });
  });

  it('gives up a run that brought down its process again and again', async () => {
    const { storeId } = await harness.addStore(buildProducts(5));
    const { id } = await harness.service.start(storeId, {
      method: 'graphql',
      trigger: 'manual',
      requestedBy: null,
    });
    await harness.db.query('update sync_runs set attempt = $2 where id = $1', [
      id,
      MAX_ATTEMPTS_WITHOUT_PROGRESS,
    ]);
    await harness.runSync(id, new AbortController().signal);
    const status = await harness.service.status(storeId);
    expect(status.status).toBe('failed');
    expect(status.error_message).toContain('cut off at the same place');
  });

  it('ends a sync whose store is archived meanwhile, and one whose store is deleted', async () => {
    const archived = await harness.addStore(buildProducts(30));
    archived.source.beforePage = async (page) => {
      if (page !== 1) return;
      await harness.db.query(`update stores set store_status = 'archived' where id = $1`, [archived.storeId]);
    };
    await syncStore(harness, archived.storeId);
    expect(await harness.service.status(archived.storeId)).toMatchObject({
      status: 'failed',
      error_message: 'The store was archived or deleted while it was being synced.',
    });

    const deleted = await harness.addStore(buildProducts(30));
    deleted.source.beforePage = async (page) => {
      if (page === 1) await harness.db.query('delete from stores where id = $1', [deleted.storeId]);
    };
    await syncStore(harness, deleted.storeId);
    await expect(harness.service.status(deleted.storeId)).rejects.toMatchObject({ code: 'store_not_found' });
    expect(await readStoredCatalogue(harness.db, deleted.storeId)).toEqual([]);
  });
});
