import {
  BulkUpdatePreview,
  type ProductReference,
  type SearchSelection,
} from '@storefleet/contract/edits/bulk-updates';
import { createTestDatabase } from '@storefleet/test-support/database';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addProduct, addStore, type VariantInput } from '../../../../test/products/catalogue.ts';
import { createPlanning, SAM } from '../../../../test/products/planning.ts';
import type { Database } from '../../../platform/db/database.ts';
import { toBulkUpdateItem } from '../batch-presenter.ts';
import { listItems } from '../bulk-updates.repository.ts';
import { draftSelection } from './draft-selection.ts';

let db: Database;
let planning: ReturnType<typeof createPlanning>;
let atlas: string;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

beforeEach(async () => {
  await db.query('delete from edit_batches');
  await db.query('delete from stores');
  planning = createPlanning(db);
  atlas = await addStore(db, 'Atlas');
});

async function preview(input: z.input<typeof BulkUpdatePreview>) {
  const chunks = await draftSelection(planning, BulkUpdatePreview.parse(input));
  const batchId = await planning.planner.planChunks({ origin: 'bulk_update', requestedBy: SAM }, chunks);
  const items = await listItems(db, batchId, { shown: 'all', limit: 1_000, offset: 0 });
  return items.map(toBulkUpdateItem);
}

async function addHat(title: string, variants: readonly VariantInput[], storeId = atlas) {
  const id = await addProduct(db, storeId, title, variants);
  const { rows } = await db.query<{ id: string }>(
    'select id from variants where product_id = $1 order by position',
    [id],
  );
  const all: ProductReference = { store_id: storeId, id };
  return { id, all, variants: rows.map((row) => ({ ...all, selectedVariant: { id: row.id } })) };
}

const short = (items: Awaited<ReturnType<typeof preview>>) =>
  items.map(({ product_title, variant_title, changes }) =>
    [product_title, variant_title, ...changes.map((change) => change.new_value)].join(' '),
  );

describe('products named one by one', () => {
  it('mean the variant that is selected, or all of them', async () => {
    const hat = await addHat('Hat', [{ title: 'Red' }, { title: 'Blue' }]);
    const cap = await addHat('Cap', [{ title: 'S' }, { title: 'M' }]);
    const [red] = hat.variants;
    if (!red) throw new Error('No variant.');
    const items = await preview({ products_to_update: [cap.all, red], attributes_to_set: { price: 5 } });
    expect(short(items)).toEqual(['Cap S 5.00', 'Cap M 5.00', 'Hat Red 5.00']);
  });

  it('may each carry values of their own, and the values that the person saw', async () => {
    const hat = await addHat('Hat', [
      { title: 'Red', price: '10.00' },
      { title: 'Blue', price: '10.00' },
    ]);
    const [red, blue] = hat.variants;
    if (!red || !blue) throw new Error('No variants.');
    const items = await preview({
      products_to_update: [
        { ...red, attributes_to_set: { price: '7.5' }, based_on: { price: '9.0' } },
        { ...blue, attributes_to_set: { cost: 3 } },
      ],
      attributes_to_set: { price: '8.00' },
    });
    expect(items.map(({ changes }) => changes)).toEqual([
      [{ attribute: 'price', old_value: '9.00', new_value: '7.50' }],
      [
        { attribute: 'price', old_value: '10.00', new_value: '8.00' },
        { attribute: 'cost', old_value: null, new_value: '3.00' },
      ],
    ]);
  });

  it('are one item for the attributes of the product, and one for each variant', async () => {
    const hat = await addHat('Hat', [{ title: 'Red' }, { title: 'Blue' }]);
    const items = await preview({
      products_to_update: hat.variants,
      attributes_to_set: { vendor: 'Acme', sku: 'same', tags: ['b', 'a'] },
    });
    expect(
      items.map(({ variant_id, changes }) => [variant_id === null, changes.map((c) => c.new_value)]),
    ).toEqual([
      [true, ['Acme', 'b, a']],
      [false, ['same']],
      [false, ['same']],
    ]);
  });

  it('may be gone: the row says so', async () => {
    const items = await preview({
      products_to_update: [{ store_id: atlas, id: uuidv7() }],
      attributes_to_set: { price: 5 },
    });
    expect(items).toMatchObject([{ status: 'failed', error: 'This product does not exist any more.' }]);
  });

  it('may not be named twice, which is told by name and place', async () => {
    const hat = await addHat('Hat', [{ title: 'Red' }, { title: 'Blue' }]);
    const [red, blue] = hat.variants;
    if (!red || !blue) throw new Error('No variants.');
    const refusal = preview({ products_to_update: [red, blue, red], attributes_to_set: { price: 5 } });
    await expect(refusal).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ path: 'products_to_update.2', message: '“Hat / Red” is selected twice.' }],
    });
    await expect(
      preview({ products_to_update: [red, hat.all], attributes_to_set: { price: 5 } }),
    ).rejects.toMatchObject({
      errors: [{ path: 'products_to_update.1', message: '“Hat” is selected twice.' }],
    });
    const { rows } = await db.query('select id from edit_batches');
    expect(rows).toEqual([]);
  });

  it('may not be based on what is no amount', async () => {
    const hat = await addHat('Hat', [{ price: '10.00' }]);
    const [red] = hat.variants;
    if (!red) throw new Error('No variant.');
    await expect(
      preview({
        products_to_update: [{ ...red, based_on: { price: 'ten', sku: 'x' } }],
        attributes_to_set: { price: 5 },
      }),
    ).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'products_to_update.0.based_on.price', message: 'Must be a decimal number.' }],
    });
  });

  it.each([
    ['first', [{ title: 'Cap' }, { title: 'Beret' }, { price: 5 }]],
    ['last', [{ price: 5 }, { title: 'Cap' }, { title: 'Beret' }]],
  ])('cannot give one product two titles, which come %s', async (_place, values) => {
    const hat = await addHat('Hat', [{ title: 'Red' }, { title: 'Blue' }, { title: 'Green' }]);
    await expect(
      preview({
        products_to_update: hat.variants.map((variant, index) => ({
          ...variant,
          attributes_to_set: values[index],
        })),
        attributes_to_set: { vendor: 'Milliner' },
      }),
    ).rejects.toMatchObject({
      errors: [
        {
          path: 'products_to_update',
          message: `Title belongs to the product: product ${hat.id} cannot get two different values of it.`,
        },
      ],
    });
  });
});

describe('everything that a search finds', () => {
  const search = (query: string, rest: Partial<z.input<typeof SearchSelection>> = {}) => ({
    search: { query, ...rest },
    attributes_to_set: { price: 5 },
  });

  it('is every variant of a name search, on all pages', async () => {
    for (let number = 0; number < 60; number++) await addHat(`Hat ${number}`, [{}, {}]);
    await addHat('Cap', [{}]);
    expect(await preview(search('hat'))).toHaveLength(120);
  });

  it('is the matching variants of a search by SKU or barcode', async () => {
    await addHat('Hat', [
      { title: 'Red', sku: 'RED-1' },
      { title: 'Blue', sku: 'BLUE-1' },
    ]);
    await addHat('Cap', [
      { title: 'Old', barcode: '036000291452' },
      { title: 'New', barcode: '1' },
    ]);
    expect(short(await preview(search('red', { type: 'sku' })))).toEqual(['Hat Red 5.00']);
    expect(short(await preview(search('0036000291452', { type: 'barcode' })))).toEqual(['Cap Old 5.00']);
  });

  it('leaves out other stores and what a person took out', async () => {
    const birch = await addStore(db, 'Birch');
    const hat = await addHat('Hat', [{ title: 'Red' }, { title: 'Blue' }]);
    await addHat('Hat', [{ title: 'Elsewhere' }], birch);
    const [red] = hat.variants;
    const excluded_variant_ids = red ? [red.selectedVariant.id] : [];
    expect(short(await preview(search('hat', { store_ids: [atlas], excluded_variant_ids })))).toEqual([
      'Hat Blue 5.00',
    ]);
  });

  it('is one item a product for attributes of products', async () => {
    await addHat('Hat', [{}, {}, {}]);
    const items = await preview({ search: { query: 'hat' }, attributes_to_set: { status: 'draft' } });
    expect(items).toMatchObject([{ variant_id: null, changes: [{ new_value: 'draft' }] }]);
  });

  it.each([
    [{ query: 'hat', store_ids: '__EMPTY__' }, 'No products found.'],
    [{ query: 'coat' }, 'No products found.'],
  ])('is refused where it is nothing: %j', async (nothing, message) => {
    await addHat('Hat', [{}]);
    await expect(preview({ search: nothing, attributes_to_set: { price: 5 } })).rejects.toMatchObject({
      errors: [{ path: 'search', message }],
    });
  });

  it('is refused where everything was taken out, and leaves no preview behind', async () => {
    const hat = await addHat('Hat', [{}]);
    const excluded_variant_ids = hat.variants.map((variant) => variant.selectedVariant.id);
    await expect(preview(search('hat', { excluded_variant_ids }))).rejects.toMatchObject({
      errors: [{ path: 'search', message: 'Select at least one product to update.' }],
    });
    const { rows } = await db.query('select id from edit_batches');
    expect(rows).toEqual([]);
  });
});

describe('a price change', () => {
  const raise = { attribute: 'price', operation: 'increase', unit: 'percent', value: 10 } as const;

  it('works each price out from what the variant holds, and says where there is none', async () => {
    const hat = await addHat('Hat', [
      { title: 'Red', price: '10.05' },
      { title: 'Blue', price: null },
      { title: 'Green', price: '0' },
    ]);
    const items = await preview({ products_to_update: [hat.all], price_change: raise });
    const { rows } = await db.query('select attributes from edit_batches');
    expect(rows).toEqual([{ attributes: ['price'] }]);
    expect(items).toMatchObject([
      { status: 'planned', changes: [{ old_value: '10.05', new_value: '11.06' }] },
      { status: 'failed', error: 'It has no price to work the new value out from.' },
      { status: 'unchanged', changes: [{ old_value: '0.00', new_value: '0.00' }] },
    ]);
  });

  it('can set one amount from another, rounded to an ending', async () => {
    const hat = await addHat('Hat', [{ price: '10.00', cost: '11.40' }]);
    const items = await preview({
      search: { query: 'hat' },
      price_change: { ...raise, base: 'cost', value: 50, rounding: '.99' },
    });
    expect(items[0]?.changes).toEqual([{ attribute: 'price', old_value: '10.00', new_value: '16.99' }]);
    expect(hat.variants).toHaveLength(1);
  });

  it('rounds as the currency of each store has it', async () => {
    const tokyo = await addStore(db, 'Tokyo', 'JPY');
    await addHat('Hat', [{ price: '1985' }], tokyo);
    await addHat('Hat', [{ price: '19.85' }]);
    const items = await preview({ search: { query: 'hat' }, price_change: raise });
    expect(items.map(({ changes }) => changes[0]?.new_value).toSorted()).toEqual(['21.84', '2184.00']);
  });

  it('of which nothing can be worked out is still about its attribute', async () => {
    await addHat('Hat', [{ price: '10.00' }]);
    const items = await preview({ search: { query: 'hat' }, price_change: { ...raise, attribute: 'cost' } });
    expect(items).toMatchObject([{ status: 'failed', changes: [] }]);
    const { rows } = await db.query('select attributes from edit_batches');
    expect(rows).toEqual([{ attributes: ['cost'] }]);
  });

  it('beyond the largest amount is refused', async () => {
    await addHat('Hat', [{ price: '999999999999.99' }]);
    const items = await preview({ search: { query: 'hat' }, price_change: raise });
    expect(items[0]?.error).toBe('This amount is too large: 999999999999.9999 is the most.');
  });
});
