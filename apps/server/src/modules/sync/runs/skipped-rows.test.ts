import { SKIPPED_ROWS_LISTED } from '@storefleet/contract/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProduct, buildProducts, buildVariant } from '../../../../test/sync/fake-source.ts';
import { createSyncHarness, type SyncHarness, syncStore } from '../../../../test/sync/sync-harness.ts';

let harness: SyncHarness;
beforeAll(async () => {
  harness = await createSyncHarness();
});
afterAll(() => harness.close());

async function logOf(storeId: string) {
  const { logs } = await harness.service.logs(storeId, { limit: 1, offset: 0 });
  return logs[0];
}

async function variantsOf(storeId: string) {
  const { rows } = await harness.db.query<{ source_id: string; sku: string | null; custom_fields: unknown }>(
    'select source_id, sku, custom_fields from variants where store_id = $1 order by source_id',
    [storeId],
  );
  return rows;
}

const PAGE = { limit: 100, offset: 0 };

describe('rows that a source skips', () => {
  it('are counted, listed with their reasons in the order in which they were met, and are no gap', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(12));
    source.skipped = (page) => [
      {
        sourceKey: `row-${page}`,
        productId: null,
        variantId: null,
        reason: `Title is empty on page ${page}.`,
      },
    ];
    const runId = await syncStore(harness, storeId);
    expect(await logOf(storeId)).toMatchObject({
      status: 'completed',
      message: 'Completed, 2 rows skipped',
      skipped_rows: 2,
      gaps: [],
    });
    expect(await harness.service.skippedRows(storeId, runId, PAGE)).toEqual({
      rows: [
        { source_key: 'row-0', reason: 'Title is empty on page 0.' },
        { source_key: 'row-1', reason: 'Title is empty on page 1.' },
      ],
      total: 2,
    });
    expect(await harness.service.skippedRows(storeId, runId, { limit: 1, offset: 1 })).toMatchObject({
      rows: [{ source_key: 'row-1' }],
    });
  });

  it('are all counted, and listed up to a limit', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(1));
    source.skipped = () =>
      Array.from({ length: SKIPPED_ROWS_LISTED + 7 }, (_, row) => ({
        sourceKey: `${row}`,
        productId: null,
        variantId: null,
        reason: 'No.',
      }));
    const runId = await syncStore(harness, storeId);
    expect(await logOf(storeId)).toMatchObject({ skipped_rows: SKIPPED_ROWS_LISTED + 7 });
    expect(await harness.service.skippedRows(storeId, runId, PAGE)).toMatchObject({
      total: SKIPPED_ROWS_LISTED,
    });
  });

  const idsOf = async (storeId: string) => (await variantsOf(storeId)).map((variant) => variant.source_id);

  it('keep their products, and let go what is gone', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(4));
    await syncStore(harness, storeId);
    source.products = buildProducts(2);
    source.skipped = () => [
      { sourceKey: 'row 3', productId: 'p3', variantId: null, reason: 'Price is not a number.' },
    ];
    source.end = { sourceProducts: 3, sourceVariants: 3 };
    await syncStore(harness, storeId);
    expect(await idsOf(storeId)).toEqual(['p1-v1', 'p2-v1', 'p3-v1']);
    expect(await logOf(storeId)).toMatchObject({
      message: 'Completed, 1 row skipped',
      counts: { removed: 1 },
      notices: [],
    });
    source.skipped = () => [];
    source.end = {};
    await syncStore(harness, storeId);
    expect(await idsOf(storeId)).toEqual(['p1-v1', 'p2-v1']);
  });

  it('keep everything that was not found where they do not explain all that is lacking', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(4));
    await syncStore(harness, storeId);
    source.products = buildProducts(2);
    source.skipped = () => [
      { sourceKey: 'row 3', productId: 'p3', variantId: null, reason: 'Price is not a number.' },
    ];
    source.end = { sourceProducts: 4, sourceVariants: 4 };
    await syncStore(harness, storeId);
    expect(await idsOf(storeId)).toEqual(['p1-v1', 'p2-v1', 'p3-v1', 'p4-v1']);
    expect(await logOf(storeId)).toMatchObject({
      counts: { removed: 0 },
      notices: ['Products that this sync did not find: 1. They are kept until a sync finds everything.'],
    });
  });

  it('keep the product of a row that does not say by now to which it belongs', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(3));
    await syncStore(harness, storeId);
    source.products = buildProducts(1);
    source.skipped = () => [
      { sourceKey: 'row 2', productId: null, variantId: 'p2-v1', reason: 'Product ID is required.' },
    ];
    source.end = { sourceProducts: 1, sourceVariants: 2 };
    await syncStore(harness, storeId);
    expect(await idsOf(storeId)).toEqual(['p1-v1', 'p2-v1']);
  });

  it('are not told of another store', async () => {
    const { storeId } = await harness.addStore(buildProducts(1));
    const runId = await syncStore(harness, storeId);
    const other = await harness.addStore();
    await expect(harness.service.skippedRows(other.storeId, runId, PAGE)).rejects.toThrow(
      'This sync is not in the log of the store.',
    );
  });
});

describe('a product that was read in part', () => {
  it('keeps the variants that are missing, takes over the others, and is compared anew by the next sync', async () => {
    const whole = (sku: string) =>
      buildProduct('p1', {
        variants: [buildVariant('v1', { sku }), buildVariant('v2', { position: 2, sku })],
      });
    const { storeId, source } = await harness.addStore([whole('old')]);
    await syncStore(harness, storeId);
    source.products = [
      { ...buildProduct('p1', { variants: [buildVariant('v1', { sku: 'new' })] }), unreadVariantIds: ['v2'] },
    ];
    await syncStore(harness, storeId);
    expect(await variantsOf(storeId)).toMatchObject([
      { source_id: 'v1', sku: 'new' },
      { source_id: 'v2', sku: 'old' },
    ]);
    source.products = [buildProduct('p1', { variants: [buildVariant('v1', { sku: 'new' })] })];
    await syncStore(harness, storeId);
    expect(await variantsOf(storeId)).toMatchObject([{ source_id: 'v1' }]);
  });

  it('lets a variant go that is gone, while it keeps one that could not be read', async () => {
    const variants = ['v1', 'v2', 'v3'].map((id, index) => buildVariant(id, { position: index + 1 }));
    const { storeId, source } = await harness.addStore([buildProduct('p1', { variants })]);
    await syncStore(harness, storeId);
    source.products = [
      { ...buildProduct('p1', { variants: variants.slice(0, 1) }), unreadVariantIds: ['v2'] },
    ];
    await syncStore(harness, storeId);
    expect((await variantsOf(storeId)).map((variant) => variant.source_id)).toEqual(['v1', 'v2']);
  });

  it('takes over what changed in a product that is read in part again', async () => {
    const part = (sku: string) => ({
      ...buildProduct('p1', { variants: [buildVariant('v1', { sku })] }),
      unreadVariantIds: ['v2'],
    });
    const { storeId, source } = await harness.addStore([part('old')]);
    await syncStore(harness, storeId);
    source.products = [part('new')];
    await syncStore(harness, storeId);
    expect(await variantsOf(storeId)).toMatchObject([{ source_id: 'v1', sku: 'new' }]);
  });

  it('is not written again while the same part of it is read', async () => {
    const variants = [buildVariant('v1'), buildVariant('v2', { position: 2 })];
    const { storeId, source } = await harness.addStore([buildProduct('p1', { variants })]);
    await syncStore(harness, storeId);
    source.products = [
      { ...buildProduct('p1', { variants: variants.slice(0, 1) }), unreadVariantIds: ['v2'] },
    ];
    await syncStore(harness, storeId);
    await syncStore(harness, storeId);
    expect(await logOf(storeId)).toMatchObject({ counts: { updated: 0, unchanged: 1 } });
    expect(await variantsOf(storeId)).toHaveLength(2);
    source.products = [buildProduct('p1', { variants: variants.slice(0, 1) })];
    await syncStore(harness, storeId);
    expect(await variantsOf(storeId)).toMatchObject([{ source_id: 'v1' }]);
  });
});

describe('what only some sources have', () => {
  const product = (colour: string, description: string | null) =>
    buildProduct('p1', {
      description,
      variants: [buildVariant('v1', { customFields: { colour, season: null } })],
    });

  it('is stored, and written again only where it changed', async () => {
    const { storeId, source } = await harness.addStore([product('red', 'Warm.')]);
    await syncStore(harness, storeId);
    expect(await variantsOf(storeId)).toMatchObject([{ custom_fields: { colour: 'red', season: null } }]);
    await syncStore(harness, storeId);
    expect(await logOf(storeId)).toMatchObject({ counts: { updated: 0, unchanged: 1 } });
    source.products = [product('blue', 'Warm.')];
    await syncStore(harness, storeId);
    expect(await variantsOf(storeId)).toMatchObject([{ custom_fields: { colour: 'blue' } }]);
    source.products = [product('blue', 'Warm and dry.')];
    await syncStore(harness, storeId);
    expect(await logOf(storeId)).toMatchObject({ counts: { updated: 1 } });
    const { rows } = await harness.db.query('select description from products where store_id = $1', [
      storeId,
    ]);
    expect(rows).toEqual([{ description: 'Warm and dry.' }]);
  });

  it('is stored without the characters that PostgreSQL cannot hold', async () => {
    const { storeId, source } = await harness.addStore([product('re\0d', 'Wa\0rm.')]);
    source.skipped = () => [{ sourceKey: 'a\0b', productId: null, variantId: null, reason: 'Bad \0.' }];
    const runId = await syncStore(harness, storeId);
    expect(await variantsOf(storeId)).toMatchObject([{ custom_fields: { colour: 'red' } }]);
    expect((await harness.service.skippedRows(storeId, runId, PAGE)).rows).toEqual([
      { source_key: 'ab', reason: 'Bad .' },
    ]);
  });
});
