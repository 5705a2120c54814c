import { beforeEach, describe, expect, it } from 'vitest';
import { readRowVersions, readStoredCatalogue, sortedById } from '../../../../test/sync/catalogue.ts';
import { buildProduct, buildProducts, buildVariant } from '../../../../test/sync/fake-source.ts';
import {
  createSyncHarness,
  lastLog,
  type SyncHarness,
  syncStore,
} from '../../../../test/sync/sync-harness.ts';
import type { SourceProduct } from '../../../connectors/connector.ts';
import type { Database } from '../../../platform/db/database.ts';
import { textOf } from '../../../platform/db/statements/prepared.ts';
import { createRunSync } from '../../sync/runs/run-sync.ts';
import { writeCopy } from '../copy-writer.ts';
import { writeStock } from '../stock/write-stock.ts';
import { holdCatalogue, type PartialReading, type PartialResult, writePartial } from './partial-write.ts';

const harness = await createSyncHarness();
/** Consecutive moments must differ. */
beforeEach(() => harness.clock.advance(1_000));

async function addSynced(products: SourceProduct[]) {
  const added = await harness.addStore(products);
  await syncStore(harness, added.storeId);
  return added;
}

/** Stores what the source now has of these products. */
async function take(
  storeId: string,
  products: readonly SourceProduct[],
  { goneIds = [], readAt = moment(), stock }: Partial<PartialReading> = {},
): Promise<PartialResult | null> {
  return harness.db.transaction(async (tx) =>
    (await holdCatalogue(tx, storeId))
      ? writePartial(tx, storeId, { products, goneIds, readAt, stock }, harness.clock.now())
      : null,
  );
}

function moment(): Date {
  harness.clock.advance(1);
  return harness.clock.now();
}

async function titles(storeId: string): Promise<Record<string, string>> {
  const stored = await readStoredCatalogue(harness.db, storeId);
  return Object.fromEntries(stored.map(({ sourceId, title }) => [sourceId, title]));
}

/** A sync during which something else happens, before or after its pages. */
async function syncWhile(
  storeId: string,
  source: Awaited<ReturnType<SyncHarness['addStore']>>['source'],
  { atPage, work }: { atPage: number; work: () => Promise<void> },
): Promise<void> {
  source.beforePage = async (page) => {
    source.beforePage = page === atPage ? () => {} : source.beforePage;
    if (page === atPage) await work();
  };
  await syncStore(harness, storeId);
  source.beforePage = () => {};
}

describe('products that were read individually', () => {
  it('are locked in the same order as by edits, so that there is no deadlock', async () => {
    const { storeId } = await addSynced([buildProduct('p1'), buildProduct('p2')]);
    const { rows } = await harness.db.query<{ id: string; source_id: string }>(
      'select id, source_id from products where store_id = $1 order by id',
      [storeId],
    );
    const [first, second] = rows;
    const lock = 'select from products where id = $1 for update';
    const [hasFirst, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const edit = harness.db.transaction(async (tx) => {
      await tx.query(lock, [first?.id]);
      hasFirst.resolve();
      await goOn.promise;
      await tx.query(lock, [second?.id]);
    });
    await hasFirst.promise;
    const taken = take(storeId, [
      buildProduct(first?.source_id ?? ''),
      buildProduct(second?.source_id ?? '', { title: 'Changed' }),
    ]);
    await expect
      .poll(async () => (await harness.db.query('select from pg_locks where not granted')).rows.length)
      .toBeGreaterThan(0);
    goOn.resolve();
    await edit;
    expect(await taken).toMatchObject({ updated: 1 });
  });

  it('are created, changed and removed as at the source; unchanged ones are not written', async () => {
    const same = buildProduct('p1');
    const { storeId } = await addSynced([same, buildProduct('p2'), buildProduct('p3')]);
    const changed = buildProduct('p2', {
      title: 'Renamed',
      variants: [buildVariant('p2-v1', { price: '21.00' }), buildVariant('p2-v2', { position: 2 })],
    });
    const added = buildProduct('p4');
    expect(await take(storeId, [same, changed, added], { goneIds: ['p3', 'p9'] })).toEqual({
      created: 1,
      updated: 1,
      removed: 1,
      toReadAgain: [],
    });
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(sortedById([same, changed, added]));

    const before = await readRowVersions(harness.db, storeId);
    expect(await take(storeId, [changed])).toMatchObject({ created: 0, updated: 0, removed: 0 });
    const after = await readRowVersions(harness.db, storeId);
    expect([...after.keys()].filter((id) => id !== 'p2' && after.get(id) !== before.get(id))).toEqual([]);
  });

  it('never replace a later read, nor restore what was found gone later', async () => {
    const { storeId } = await addSynced(buildProducts(2));
    const early = moment();
    await take(storeId, [buildProduct('p1', { title: 'Later' })], { goneIds: ['p2', 'p3'] });
    await take(
      storeId,
      ['p1', 'p2', 'p3'].map((id) => buildProduct(id, { title: 'Earlier' })),
      { readAt: early },
    );
    expect(await titles(storeId)).toEqual({ p1: 'Later' });
    await take(storeId, [], { goneIds: ['p1'], readAt: early });
    expect(await titles(storeId)).toEqual({ p1: 'Later' });
  });

  it('come back when the source has them again', async () => {
    const { storeId } = await addSynced(buildProducts(1));
    await take(storeId, [], { goneIds: ['p1'] });
    await take(storeId, [buildProduct('p1', { title: 'Again' })]);
    expect(await titles(storeId)).toEqual({ p1: 'Again' });
  });

  it('are not written for an archived or deleted store', async () => {
    const { storeId } = await harness.addStore(buildProducts(1));
    await harness.db.query(`update stores set store_status = 'archived' where id = $1`, [storeId]);
    expect(await take(storeId, buildProducts(1))).toBeNull();
    await harness.db.query(`update stores set store_status = 'active', deleted_at = now() where id = $1`, [
      storeId,
    ]);
    expect(await take(storeId, buildProducts(1))).toBeNull();
    expect(await titles(storeId)).toEqual({});
  });

  it('are no longer held back as vanished', async () => {
    const { storeId, source } = await addSynced(buildProducts(30));
    source.products = buildProducts(1);
    await syncStore(harness, storeId);
    expect(await harness.heldRemovals.list(storeId, { limit: 1, offset: 0 })).toMatchObject({
      held_back: 29,
    });
    await take(storeId, [buildProduct('p2')]);
    expect(await harness.heldRemovals.list(storeId, { limit: 1, offset: 0 })).toMatchObject({
      held_back: 28,
    });
  });
});

describe('the options of a variant', () => {
  const withOptions = (colour: string) => ({
    locations: [],
    variants: [{ variantId: 'p1-v1', available: new Map(), options: [['Colour', colour]] as const }],
  });
  async function colour(storeId: string) {
    const { rows } = await harness.db.query<{ options: unknown }>(
      'select options from variants where store_id = $1',
      [storeId],
    );
    return rows[0]?.options;
  }

  it('are never replaced by those of an earlier read', async () => {
    const { storeId } = await addSynced(buildProducts(1));
    const early = moment();
    await take(storeId, buildProducts(1), { stock: withOptions('Red') });
    await take(storeId, buildProducts(1), { stock: withOptions('Blue'), readAt: early });
    expect(await colour(storeId)).toEqual([['Colour', 'Red']]);
  });

  it('wait for the next read while an edit holds the product, so that there is no deadlock', async () => {
    const { storeId } = await addSynced(buildProducts(1));
    const write = () => harness.db.transaction((tx) => writeStock(tx, storeId, withOptions('Red'), moment()));
    const [holds, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const edit = harness.db.transaction(async (tx) => {
      await tx.query('select from products where store_id = $1 for update', [storeId]);
      holds.resolve();
      await goOn.promise;
    });
    await holds.promise;
    await write();
    goOn.resolve();
    await edit;
    expect(await colour(storeId)).toBeNull();
    await write();
    expect(await colour(storeId)).toEqual([['Colour', 'Red']]);
  });
});

describe('an edit made here', () => {
  async function edit(storeId: string, variant: string, price: string): Promise<void> {
    const { rows } = await harness.db.query<{ id: string; product_id: string }>(
      'select id, product_id from variants where store_id = $1 and source_id = $2',
      [storeId, variant],
    );
    const [row] = rows;
    if (!row) throw new Error(`There is no variant ${variant}.`);
    const held = { productId: row.product_id, variantId: row.id, values: { price } };
    await harness.db.transaction((tx) => writeCopy(tx, [held], moment()));
  }

  it('after the read is kept, and the product is to be read again', async () => {
    const { storeId } = await addSynced(buildProducts(2));
    const readAt = moment();
    await edit(storeId, 'p1-v1', '99.00');
    const renamed = [
      buildProduct('p1', { title: 'Renamed meanwhile' }),
      buildProduct('p2', { title: 'Renamed too' }),
    ];
    expect(await take(storeId, renamed, { readAt })).toMatchObject({ updated: 1, toReadAgain: ['p1'] });
    expect((await readStoredCatalogue(harness.db, storeId))[0]?.variants[0]?.price).toBe('99.00');
    expect(await take(storeId, [], { goneIds: ['p1'], readAt })).toMatchObject({
      removed: 0,
      toReadAgain: ['p1'],
    });
  });

  it('before the read is part of what was read, which is stored', async () => {
    const { storeId } = await addSynced(buildProducts(1));
    await edit(storeId, 'p1-v1', '99.00');
    const product = buildProduct('p1', { variants: [buildVariant('p1-v1', { price: '98.00' })] });
    expect(await take(storeId, [product])).toMatchObject({ updated: 1, toReadAgain: [] });
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual([product]);
  });
});

describe('during a full sync', () => {
  const wholePage = 10;

  it.each([
    { when: 'before the page that holds them is written', atPage: 1 },
    { when: 'after it', atPage: 3 },
  ])('nothing is lost and nothing resurrected, $when', async ({ atPage }) => {
    const { storeId, source } = await addSynced(
      buildProducts(40).map((product) => ({
        ...product,
        variants: [
          buildVariant(`${product.sourceId}-a`),
          buildVariant(`${product.sourceId}-b`, { position: 2 }),
        ],
      })),
    );
    harness.clock.advance(1_000);
    // As Shopify does for a large shop, everything is exported at one moment.
    const startedAt = moment();
    const exported = structuredClone(source.products);
    source.readAt = () => startedAt;
    source.end = { sourceProducts: 40, sourceVariants: 80 };
    const newer = buildProduct('p12', { title: 'Newer', variants: [buildVariant('p12-a')] });
    const added = buildProduct('p99');
    await syncWhile(storeId, source, {
      atPage,
      async work() {
        await take(storeId, [newer, added], { goneIds: ['p15'] });
      },
    });
    const expected = exported.filter(({ sourceId }) => !['p12', 'p15'].includes(sourceId));
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(sortedById([...expected, newer, added]));
    expect(await lastLog(harness, storeId)).toMatchObject({
      status: 'completed',
      message: 'Sync completed successfully',
      gaps: [],
      counts: { removed: 0 },
      stored_count: { products: 40, variants: 78 },
    });
    source.readAt = () => harness.clock.now();
    source.end = {};
  });

  it('vanished products are still removed, and missing ones are still a gap', async () => {
    const { storeId, source } = await addSynced(buildProducts(40));
    harness.clock.advance(1_000);
    source.products = buildProducts(38);
    await syncWhile(storeId, source, {
      atPage: 1,
      work: async () => void (await take(storeId, [buildProduct('p99')])),
    });
    expect(await lastLog(harness, storeId)).toMatchObject({ gaps: [], counts: { removed: 2 } });
    expect(Object.keys(await titles(storeId))).toHaveLength(39);

    harness.clock.advance(1_000);
    source.products = [...buildProducts(38), buildProduct('p99')];
    source.end = { sourceProducts: 40, sourceVariants: 40 };
    await syncWhile(storeId, source, {
      atPage: 1,
      work: async () => void (await take(storeId, [buildProduct('p1')], { goneIds: ['p2'] })),
    });
    expect(await lastLog(harness, storeId)).toMatchObject({
      message: 'Completed with gaps',
      gaps: [
        { reason: 'The store says it has 40 products, and 39 could be read.' },
        { reason: 'The store says it has 40 variants, and 38 are stored.' },
      ],
    });
  });

  it.each([
    { of: 'removed', products: 40, left: 38, found: 'p39' },
    { of: 'held back', products: 40, left: 20, found: 'p21' },
  ])('a product found to exist just before it would be $of stays', async ({ products, left, found }) => {
    const { storeId, source } = await addSynced(buildProducts(products));
    harness.clock.advance(1_000);
    source.products = buildProducts(left);
    const db: Database = {
      ...harness.db,
      async transaction(work) {
        let isOfVanished = false;
        const result = await harness.db.transaction((tx) =>
          work({
            ...tx,
            query(statement, params) {
              isOfVanished ||= textOf(statement).includes('select products.id from products join sync_runs');
              return tx.query(statement, params);
            },
          }),
        );
        if (isOfVanished) await take(storeId, [buildProduct(found)]);
        return result;
      },
    };
    const run = await harness.service.start(storeId, {
      method: 'graphql',
      trigger: 'manual',
      requestedBy: null,
    });
    const runSync = createRunSync({ ...harness.serviceDeps, db });
    await runSync(run.id, new AbortController().signal);

    const log = await lastLog(harness, storeId);
    expect((log?.counts.removed ?? 0) + (log?.counts.held_back ?? 0)).toBe(products - left - 1);
    expect(await titles(storeId)).toMatchObject({ [found]: `Product ${found}` });
    const { rows } = await harness.db.query(
      `select products.source_id from sync_held_back_removals held join products on products.id = held.product_id
       where held.store_id = $1 and products.source_id = $2`,
      [storeId, found],
    );
    expect(rows).toEqual([]);
  });

  it('a first sync and a webhook for one of its products do not block each other', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(3 * wholePage));
    const startedAt = moment();
    source.readAt = () => startedAt;
    await syncWhile(storeId, source, {
      atPage: 0,
      work: async () => void (await take(storeId, [buildProduct('p5', { title: 'Newer' })])),
    });
    expect(await titles(storeId)).toMatchObject({ p5: 'Newer', p6: 'Product p6' });
    expect(await lastLog(harness, storeId)).toMatchObject({
      gaps: [],
      stored_count: { products: 30, variants: 30 },
    });
  });
});
