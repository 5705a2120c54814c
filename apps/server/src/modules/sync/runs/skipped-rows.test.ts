import { SKIPPED_ROWS_LISTED } from '@storefleet/contract/stores/mssql/constants';
import { describe, expect, it } from 'vitest';
import { buildProduct, buildProducts, buildVariant } from '../../../../test/sync/fake-source.ts';
import { createSyncHarness } from '../../../../test/sync/sync-harness.ts';

const harness = await createSyncHarness();
const { addStore, addSyncedStore, db, service } = harness;

async function variantsOf(storeId: string) {
  const { rows } = await db.query<{ source_id: string; sku: string | null; metafields: unknown }>(
    'select source_id, sku, metafields from variants where store_id = $1 order by source_id',
    [storeId],
  );
  return rows;
}
const idsOf = async (storeId: string) => (await variantsOf(storeId)).map(({ source_id }) => source_id);

const PAGE = { limit: 100, offset: 0 };
const skippedRow = (sourceKey: string, reason: string) => ({
  sourceKey,
  productId: null,
  variantId: null,
  reason,
});

describe('rows that a source skips', () => {
  it('are counted, listed in the order they were read with their reasons, and are no gap', async () => {
    const { storeId, source, sync, log } = await addStore(buildProducts(12));
    source.skipped = (page) => [skippedRow(`row-${page}`, `Title is empty on page ${page}.`)];
    const runId = await sync();
    expect(await log()).toMatchObject({
      status: 'completed',
      message: 'Completed, 2 rows skipped',
      skipped_rows: 2,
      gaps: [],
    });
    expect(await service.skippedRows(storeId, runId, PAGE)).toEqual({
      rows: [
        { source_key: 'row-0', reason: 'Title is empty on page 0.' },
        { source_key: 'row-1', reason: 'Title is empty on page 1.' },
      ],
      total: 2,
    });
    expect(await service.skippedRows(storeId, runId, { limit: 1, offset: 1 })).toMatchObject({
      rows: [{ source_key: 'row-1' }],
    });
    const other = await addStore();
    await expect(service.skippedRows(other.storeId, runId, PAGE)).rejects.toThrow(
      'This sync is not in the log of the store.',
    );
  });

  it('are all counted, but listed only up to a limit', async () => {
    const { storeId, source, sync, log } = await addStore(buildProducts(1));
    source.skipped = () =>
      Array.from({ length: SKIPPED_ROWS_LISTED + 7 }, (_, row) => skippedRow(`${row}`, 'No.'));
    const runId = await sync();
    expect(await log()).toMatchObject({ skipped_rows: SKIPPED_ROWS_LISTED + 7 });
    expect((await service.skippedRows(storeId, runId, PAGE)).total).toBe(SKIPPED_ROWS_LISTED);
  });

  const kept = 'Products that this sync did not find: 1. They are kept until a sync finds everything.';
  it.each([
    {
      what: 'keep their products, and the rest is removed',
      row: { productId: 'p3' },
      counts: { sourceProducts: 3, sourceVariants: 3 },
      ids: ['p1-v1', 'p2-v1', 'p3-v1'],
      log: { message: 'Completed, 1 row skipped', counts: { removed: 1 }, notices: [] },
    },
    {
      what: 'keep all missing products if they do not account for everything missing',
      row: { productId: 'p3' },
      counts: { sourceProducts: 4, sourceVariants: 4 },
      ids: ['p1-v1', 'p2-v1', 'p3-v1', 'p4-v1'],
      log: { counts: { removed: 0 }, notices: [kept] },
    },
    {
      what: 'keep the product of a row that no longer says where it belongs',
      row: { variantId: 'p3-v1' },
      counts: { sourceProducts: 2, sourceVariants: 3 },
      ids: ['p1-v1', 'p2-v1', 'p3-v1'],
      log: { counts: { removed: 1 } },
    },
  ])('$what', async ({ row, counts, ids, log: expected }) => {
    const { storeId, source, sync, log } = await addSyncedStore(buildProducts(4));
    source.products = buildProducts(2);
    source.skipped = () => [{ ...skippedRow('row 3', 'Price is not a number.'), ...row }];
    source.end = counts;
    await sync();
    expect(await idsOf(storeId)).toEqual(ids);
    expect(await log()).toMatchObject(expected);
    source.skipped = () => [];
    source.end = {};
    await sync();
    expect(await idsOf(storeId)).toEqual(['p1-v1', 'p2-v1']);
  });
});

describe('a product that was read in part', () => {
  const variant = (id: string, sku: string) => buildVariant(id, { position: Number(id.slice(1)), sku });
  const product = (sku: string, ...ids: string[]) =>
    buildProduct('p1', { variants: ids.map((id) => variant(id, sku)) });
  /** The product as read if the source cannot tell what v2 is. */
  const part = (sku: string) => ({ ...product(sku, 'v1'), unreadVariantIds: ['v2'] });

  it('keeps unreadable variants, stores the rest, removes vanished ones, and is compared again', async () => {
    const { storeId, source, sync, log } = await addSyncedStore([product('old', 'v1', 'v2', 'v3')]);
    const skus = async () => (await variantsOf(storeId)).map(({ source_id, sku }) => [source_id, sku]);
    for (const sku of ['new', 'newer']) {
      source.products = [part(sku)];
      await sync();
      expect(await skus()).toEqual([
        ['v1', sku],
        ['v2', 'old'],
      ]);
    }
    // The same partial product is not written again.
    await sync();
    expect(await log()).toMatchObject({ counts: { updated: 0, unchanged: 1 } });
    source.products = [product('newer', 'v1')];
    await sync();
    expect(await skus()).toEqual([['v1', 'newer']]);
  });
});

it('data that only some sources have is stored, and rewritten only where it changed', async () => {
  const product = (colour: string, description: string) =>
    buildProduct('p1', {
      plain: { description },
      variants: [buildVariant('v1', { metafields: { 'custom.colour': colour, 'custom.season': null } })],
    });
  const { storeId, source, sync, log } = await addSyncedStore([product('red', 'Warm.')]);
  expect(await variantsOf(storeId)).toMatchObject([
    { metafields: { 'custom.colour': 'red', 'custom.season': null } },
  ]);
  await sync();
  expect(await log()).toMatchObject({ counts: { updated: 0, unchanged: 1 } });
  source.products = [product('blue', 'Warm.')];
  await sync();
  expect(await variantsOf(storeId)).toMatchObject([{ metafields: { 'custom.colour': 'blue' } }]);
  source.products = [product('blue', 'Warm and dry.')];
  await sync();
  expect(await log()).toMatchObject({ counts: { updated: 1 } });
  const { rows } = await db.query('select description from products where store_id = $1', [storeId]);
  expect(rows).toEqual([{ description: 'Warm and dry.' }]);
});
