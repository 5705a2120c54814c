import {
  BulkUpdatePreview,
  type ProductReference,
  type SearchSelection,
} from '@storefleet/contract/edits/bulk-updates';
import { openTestDatabase } from '@storefleet/test-support/database';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addProduct, addStore, type VariantInput } from '../../../../../test/products/catalogue.ts';
import {
  addVariants,
  createPlanning,
  readBatch,
  SAM,
  type Target,
} from '../../../../../test/products/planning.ts';
import { ruleTitle } from '../batch-title.ts';
import { draftSelection } from './draft-selection.ts';

const db = await openTestDatabase();
const planning = createPlanning(db);
let atlas: string;

beforeEach(async () => {
  await db.query('delete from edit_batches');
  await db.query('delete from stores');
  atlas = await addStore(db, 'Atlas');
});

async function preview(input: z.input<typeof BulkUpdatePreview>) {
  const chunks = await draftSelection(planning, BulkUpdatePreview.parse(input));
  const batchId = await planning.planner.planChunks({ origin: 'bulk_update', requestedBy: SAM }, chunks);
  return (await readBatch(db, batchId)).items;
}

const productOf = ({ storeId, productId }: Target): ProductReference => ({
  store_id: storeId,
  id: productId,
});
const variantOf = (target: Target) => ({ ...productOf(target), selectedVariant: { id: target.variantId } });
const addHat = <const Variants extends readonly VariantInput[]>(
  variants: Variants,
  title = 'Hat',
  storeId = atlas,
) => addVariants(db, storeId, variants, title);

const short = (items: Awaited<ReturnType<typeof preview>>) =>
  items.map(({ product_title, variant_title, changes }) =>
    [product_title, variant_title, ...changes.map((change) => change.new_value)].join(' '),
  );

async function batches() {
  return (await db.query('select attributes from edit_batches')).rows;
}

describe('named products', () => {
  it('mean the selected variant, or all variants', async () => {
    const [red] = await addHat([{ title: 'Red' }, { title: 'Blue' }]);
    const [small] = await addHat([{ title: 'S' }, { title: 'M' }], 'Cap');
    const products_to_update = [productOf(small), variantOf(red)];
    const items = await preview({ products_to_update, attributes_to_set: { price: 5 } });
    expect(short(items)).toEqual(['Cap S 5.00', 'Cap M 5.00', 'Hat Red 5.00']);
  });

  it('may each have individual values, and the values that the person saw', async () => {
    const [red, blue] = await addHat([{ price: '10.00' }, { price: '10.00' }]);
    const items = await preview({
      products_to_update: [
        { ...variantOf(red), attributes_to_set: { price: '7.5' }, based_on: { price: '9.0' } },
        { ...variantOf(blue), attributes_to_set: { cost: 3 } },
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

  it('are one item for product attributes, and one per variant', async () => {
    const hats = await addHat([{ title: 'Red' }, { title: 'Blue' }]);
    const items = await preview({
      products_to_update: hats.map(variantOf),
      attributes_to_set: { vendor: 'Acme', sku: 'same', tags: ['b', 'a'] },
    });
    expect(
      items.map(({ variant_id, changes }) => [variant_id === null, ...changes.map((c) => c.new_value)]),
    ).toEqual([
      [true, 'Acme', 'b, a'],
      [false, 'same'],
      [false, 'same'],
    ]);
  });

  it.each([
    ['add', ['New', 'sale'], 'Sale, Blue, New', 'Tags New, sale added'],
    ['remove', ['blue'], 'Sale', 'Tag blue removed'],
  ] as const)('%s tags and keep the others', async (operation, tags, expected, title) => {
    await addProduct(db, atlas, 'Hat', [{}, {}], { tags: ['Sale', 'Blue'] });
    const request = { search: { query: 'hat' }, tag_change: { operation, tags: [...tags] } };
    const items = await preview(request);
    expect(items.map(({ changes }) => changes.map((change) => change.new_value))).toEqual([[expected]]);
    expect(ruleTitle(BulkUpdatePreview.parse(request))).toContain(title);
  });

  it('that no longer exist get a row that says so', async () => {
    const gone = { store_id: atlas, id: uuidv7() };
    const items = await preview({ products_to_update: [gone], attributes_to_set: { price: 5 } });
    expect(items).toMatchObject([{ status: 'failed', error: 'This product does not exist any more.' }]);
  });

  it('may not be repeated: that is refused with name and path', async () => {
    const [red, blue] = await addHat([{ title: 'Red' }, { title: 'Blue' }]);
    const refused = (...products_to_update: ProductReference[]) =>
      expect(preview({ products_to_update, attributes_to_set: { price: 5 } })).rejects;
    await refused(variantOf(red), variantOf(blue), variantOf(red)).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ path: 'products_to_update.2', message: '“Hat / Red” is selected twice.' }],
    });
    await refused(variantOf(red), productOf(red)).toMatchObject({
      errors: [{ path: 'products_to_update.1', message: '“Hat” is selected twice.' }],
    });
    expect(await batches()).toEqual([]);
  });

  it('may not be based on an invalid amount', async () => {
    const [red] = await addHat([{ price: '10.00' }]);
    const products_to_update = [{ ...variantOf(red), based_on: { price: 'ten', sku: 'x' } }];
    await expect(preview({ products_to_update, attributes_to_set: { price: 5 } })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'products_to_update.0.based_on.price', message: 'Must be a decimal number.' }],
    });
  });

  it.each([
    ['first', [{ title: 'Cap' }, { title: 'Beret' }, { price: 5 }]],
    ['last', [{ price: 5 }, { title: 'Cap' }, { title: 'Beret' }]],
  ])('cannot give one product two titles, coming %s', async (_place, values) => {
    const hats = await addHat([{}, {}, {}]);
    const products_to_update = hats.map((hat, index) => ({
      ...variantOf(hat),
      attributes_to_set: values[index],
    }));
    const refusal = `Title belongs to the product: product ${hats[0].productId} cannot get two different values of it.`;
    await expect(
      preview({ products_to_update, attributes_to_set: { vendor: 'Milliner' } }),
    ).rejects.toMatchObject({ errors: [{ path: 'products_to_update', message: refusal }] });
  });
});

describe('all results of a search', () => {
  const search = (query: string, rest: Partial<z.input<typeof SearchSelection>> = {}) => ({
    search: { query, ...rest },
    attributes_to_set: { price: 5 },
  });

  it('are all variants of a name search, on all pages', async () => {
    for (let number = 0; number < 60; number++) await addHat([{}, {}], `Hat ${number}`);
    await addHat([{}], 'Cap');
    expect(await preview(search('hat'))).toHaveLength(120);
  });

  it('are the matching variants of a search by SKU or barcode', async () => {
    await addHat([
      { title: 'Red', sku: 'RED-1' },
      { title: 'Blue', sku: 'BLUE-1' },
    ]);
    const caps = [
      { title: 'Old', barcode: '036000291452' },
      { title: 'New', barcode: '1' },
    ];
    await addHat(caps, 'Cap');
    expect(short(await preview(search('red', { type: 'sku' })))).toEqual(['Hat Red 5.00']);
    expect(short(await preview(search('0036000291452', { type: 'barcode' })))).toEqual(['Cap Old 5.00']);
  });

  it('exclude other stores and excluded rows', async () => {
    const [red] = await addHat([{ title: 'Red' }, { title: 'Blue' }]);
    await addHat([{ title: 'Elsewhere' }], 'Hat', await addStore(db, 'Birch'));
    const chosen = { store_ids: [atlas], excluded_variant_ids: [red.variantId] };
    expect(short(await preview(search('hat', chosen)))).toEqual(['Hat Blue 5.00']);
  });

  it('are one item per product for product attributes', async () => {
    await addHat([{}, {}, {}]);
    const items = await preview({ search: { query: 'hat' }, attributes_to_set: { status: 'draft' } });
    expect(items).toMatchObject([{ variant_id: null, changes: [{ new_value: 'draft' }] }]);
  });

  it('are refused if there are none or all were excluded, and leave no preview behind', async () => {
    const [hat] = await addHat([{}]);
    const refusals: [z.input<typeof SearchSelection>, string][] = [
      [{ query: 'hat', store_ids: '__EMPTY__' }, 'No products found.'],
      [{ query: 'coat' }, 'No products found.'],
      [{ query: 'hat', excluded_variant_ids: [hat.variantId] }, 'Select at least one product to update.'],
    ];
    for (const [nothing, message] of refusals) {
      await expect(preview({ search: nothing, attributes_to_set: { price: 5 } })).rejects.toMatchObject({
        errors: [{ path: 'search', message }],
      });
    }
    expect(await batches()).toEqual([]);
  });
});

describe('a price change', () => {
  const raise = { attribute: 'price', operation: 'increase', unit: 'percent', value: 10 } as const;
  const raised = (change: object = {}) =>
    preview({ search: { query: 'hat' }, price_change: { ...raise, ...change } });

  it('computes each price from the variant’s, and says where there is none', async () => {
    const [hat] = await addHat([{ price: '10.05' }, { price: null }, { price: '0' }]);
    const items = await preview({ products_to_update: [productOf(hat)], price_change: raise });
    expect(await batches()).toEqual([{ attributes: ['price'] }]);
    expect(items).toMatchObject([
      { status: 'planned', changes: [{ old_value: '10.05', new_value: '11.06' }] },
      { status: 'failed', error: 'It has no price to work the new value out from.' },
      { status: 'unchanged', changes: [{ old_value: '0.00', new_value: '0.00' }] },
    ]);
  });

  it('rounds to each store’s currency', async () => {
    await addHat([{ price: '1985' }], 'Hat', await addStore(db, 'Tokyo', 'JPY'));
    await addHat([{ price: '19.85' }]);
    const values = (await raised()).map(({ changes }) => changes[0]?.new_value);
    expect(values.toSorted()).toEqual(['21.84', '2184.00']);
  });

  it('keeps its attribute even if nothing can be computed', async () => {
    await addHat([{ price: '10.00' }]);
    expect(await raised({ attribute: 'cost' })).toMatchObject([{ status: 'failed', changes: [] }]);
    expect(await batches()).toEqual([{ attributes: ['cost'] }]);
  });
});
