import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { openTestDatabase } from '@storefleet/test-support/database';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { addStore, type VariantInput } from '../../../../test/products/catalogue.ts';
import {
  addVariants,
  createPlanning,
  EDITABLE,
  readBatch,
  SAM,
  type Target,
} from '../../../../test/products/planning.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import { listItems } from '../bulk-updates.repository.ts';
import type { BatchDraft, ItemDraft } from './drafts/drafts.ts';

const db = await openTestDatabase();
let planning: ReturnType<typeof createPlanning>;
let atlas: string;

beforeEach(async () => {
  await db.query('delete from edit_batches');
  await db.query('delete from stores');
  planning = createPlanning(db);
  atlas = await addStore(db, 'Atlas', 'EUR');
});

async function plan(drafts: readonly ItemDraft[], head: Partial<BatchDraft> = {}) {
  const all = { origin: 'bulk_update', requestedBy: SAM, ...head, drafts } as const;
  return readBatch(db, await planning.planner.plan(all));
}

async function addVariant(variant: VariantInput = {}, { title = 'Hat', storeId = atlas } = {}) {
  const [target] = await addVariants(db, storeId, [variant], title);
  return target;
}

describe('a planned batch', () => {
  it('has every old and new value and who requested it, and has written nothing', async () => {
    const [red, blue] = await addVariants(db, atlas, [
      { title: 'Red', sku: 'H-R', price: '10', cost: '4.00' },
      { title: 'Blue', sku: 'H-B', price: '12.50' },
    ]);
    const { batch, items } = await plan([
      { ...red, values: { price: '11.00', cost: '4.00' } },
      { ...blue, values: { price: '9.90', cost: '4.00' } },
    ]);
    const counts = { total: 2, succeeded: 0, failed: 0, unchanged: 0, progress: 0 };
    const rise = { largest_rise_percent: 10, largest_fall_percent: 20.8 };
    const amounts = [
      { attribute: 'price', before: '22.50', after: '20.90', ...rise },
      { attribute: 'cost', before: '0.00', after: '4.00', largest_rise_percent: null },
    ];
    const store = {
      store_id: atlas,
      store_name: 'Atlas',
      store_currency: 'EUR',
      status: 'planned',
      total: 2,
    };
    expect(batch).toMatchObject({
      ...counts,
      status: 'planned',
      origin: 'bulk_update',
      attributes: ['price', 'cost'],
      requested_by: { id: SAM.id, name: 'Sam', email: 'sam@example.com' },
      expires_at: '2026-01-16T09:00:00.000Z',
      stores: [{ ...store, amounts }],
    });
    const named = { status: 'planned', product_title: 'Hat', store_name: 'Atlas' };
    expect(items).toMatchObject([
      {
        ...named,
        variant_title: 'Red',
        sku: 'H-R',
        // The cost already has its new value.
        changes: [{ attribute: 'price', old_value: '10.00', new_value: '11.00' }],
      },
      {
        ...named,
        variant_title: 'Blue',
        changes: [
          { attribute: 'price', old_value: '12.50', new_value: '9.90' },
          { attribute: 'cost', old_value: null, new_value: '4.00' },
        ],
      },
    ]);
    const { rows } = await db.query<{ price: string }>('select price from variants order by price');
    expect(rows).toEqual([{ price: '10' }, { price: '12.50' }]);
  });

  it('keeps the items of a product together, in whatever order they came', async () => {
    const [a1, a2] = await addVariants(db, atlas, [{ title: '1' }, { title: '2' }], 'A');
    const b = await addVariant({}, { title: 'B' });
    const { items } = await plan([a1, b, a2].map((target) => ({ ...target, values: { sku: 'x' } })));
    expect(items.map((item) => `${item.product_title} ${item.variant_title}`)).toEqual([
      'A 1',
      'A 2',
      'B Default Title',
    ]);
  });

  it('leaves an amount as it is that has more decimals than its currency, where the shop has that one', async () => {
    const tokyo = await addStore(db, 'Tokyo', 'JPY');
    const target = await addVariant({ price: '1200.50', cost: '700' }, { storeId: tokyo });
    const { items } = await plan([
      { ...target, values: { price: '1200.50', cost: '800' } },
      { ...target, values: { price: '1200.5' } },
    ]);
    expect(items).toMatchObject([
      { status: 'planned', changes: [{ attribute: 'cost', new_value: '800.00' }] },
      { status: 'unchanged' },
    ]);
  });

  it('marks items with their new values as unchanged: as numbers, and as the person saw them', async () => {
    const { batch, items } = await plan([
      { ...(await addVariant({ price: '10.0' })), values: { price: '10.00' } },
      { ...(await addVariant({ price: '12.00' })), values: { price: '12.00' }, basedOn: { price: '10' } },
    ]);
    expect(batch).toMatchObject({ total: 2, unchanged: 1, stores: [{ unchanged: 1 }] });
    expect(items.map(({ status, changes }) => [status, changes[0]?.old_value])).toEqual([
      ['unchanged', '10.00'],
      ['planned', '10.00'],
    ]);
  });

  it('plans product attributes once, with tags as a set', async () => {
    const product = { ...(await addVariant()), variantId: null };
    await db.query(`update products set tags = '{Sale,new}', vendor = 'Acme' where id = $1`, [
      product.productId,
    ]);
    const { items } = await plan([{ ...product, values: { tags: 'new, sale', vendor: 'Birch' } }]);
    expect(items).toMatchObject([
      { variant_id: null, changes: [{ attribute: 'vendor', old_value: 'Acme', new_value: 'Birch' }] },
    ]);
  });

  it('records which history records it undoes, and the row numbers of a file', async () => {
    const target = await addVariant({ price: '10.00' });
    const [record, undoesBatchId] = [uuidv7(), uuidv7()];
    const draft = { ...target, values: { price: '8.00' }, undoes: { price: record }, rowNumber: 7 };
    const { batch, items } = await plan([draft], { origin: 'undo', undoesBatchId });
    expect(batch).toMatchObject({ origin: 'undo', undoes_batch_id: undoesBatchId });
    expect(items[0]?.row_number).toBe(7);
    const { rows } = await db.query('select changes from edit_items');
    expect(rows).toEqual([{ changes: { price: { old: '10.00', new: '8.00', undoes: record } } }]);
  });

  it('counts rows without a store as failed, and shows them', async () => {
    const nowhere = { storeId: null, productId: null, variantId: null, title: null, variantTitle: null };
    const error = 'No variant has the SKU NONE.';
    const { batch, items } = await plan([], {
      origin: 'csv_import',
      refused: [{ ...nowhere, sku: 'NONE', rowNumber: 3, error }],
    });
    expect(batch).toMatchObject({
      total: 1,
      failed: 1,
      stores: [],
      errors: [{ error, store_id: null, conflict: null }],
    });
    expect(items).toMatchObject([{ status: 'failed', sku: 'NONE', row_number: 3, store_currency: null }]);
  });

  it('stores more items than fit one statement, in order', async () => {
    const variants = Array.from({ length: 1_100 }, (_, index) => ({ title: `V${index}`, price: '1.00' }));
    const targets = await addVariants(db, atlas, variants);
    const { batch } = await plan(targets.map((target) => ({ ...target, values: { price: '2.00' } })));
    expect(batch).toMatchObject({
      total: 1_100,
      stores: [{ amounts: [{ before: '1100.00', after: '2200.00' }] }],
    });
    const items = await listItems(db, batch.batch_id, { shown: 'changes', limit: 3, offset: 998 });
    expect(items.map((item) => item.variant_title)).toEqual(['V998', 'V999', 'V1000']);
  });
});

describe('an item that cannot be changed says why and does not affect the others', () => {
  const failing = async (target: Target, values: AttributeValues = { price: '12.00' }) => {
    const good = { ...(await addVariant({ price: '10.00' })), values: { sku: 'new' } };
    const { batch, items } = await plan([{ ...target, values }, good]);
    expect(batch).toMatchObject({ total: 2, failed: 1 });
    expect(items.map((item) => item.status)).toEqual(['failed', 'planned']);
    return { shown: batch.errors[0]?.error, error: items[0]?.error };
  };
  const inBirch = async (variant: VariantInput = {}) => {
    const birch = await addStore(db, 'Birch');
    return { birch, target: await addVariant(variant, { storeId: birch }) };
  };

  test('in an archived store, and in a deleted one', async () => {
    const { birch, target } = await inBirch({ title: 'Red' });
    await db.query(`update stores set store_status = 'archived' where id = $1`, [birch]);
    expect((await failing(target)).shown).toBe(
      '“Hat / Red” (Birch): This store is archived and read-only. Set its status to active first.',
    );
    const nowhere = { ...(await addVariant()), storeId: uuidv7() };
    expect((await failing(nowhere)).shown).toBe('“Hat”: Its store does not exist any more.');
  });

  test('in a store that cannot be connected to or edited, or not this attribute', async () => {
    const { birch, target } = await inBirch();
    const message = 'Enter an Admin API access token for birch.myshopify.com.';
    planning.sources.set(birch, new SourceError({ kind: 'auth', message }));
    expect((await failing(target)).error).toBe(message);
    planning.sources.set(birch, null);
    expect((await failing(target)).error).toBe('Products of “Birch” cannot be changed from here.');
    planning.sources.set(birch, { ...EDITABLE, attributes: ['sku'] });
    expect((await failing(target)).error).toBe('Price cannot be changed in this store.');
  });

  test('of a product or variant that no longer exists, or is in another store', async () => {
    const target = await addVariant();
    const errors = [
      await failing({ ...target, productId: uuidv7() }),
      await failing({ ...target, variantId: uuidv7() }),
      await failing({ ...target, variantId: (await addVariant()).variantId }),
      await failing({ ...target, storeId: await addStore(db, 'Birch') }),
    ];
    expect(errors.map(({ error }) => error)).toEqual([
      'This product does not exist any more.',
      'This variant does not exist any more.',
      'This variant belongs to another product than the one named.',
      'This product belongs to another store than the one named.',
    ]);
  });

  test('with an invalid value', async () => {
    const { error } = await failing(await addVariant({ price: '10.00' }), { price: '1,234.50' });
    expect(error).toBe('Leave out the thousands separator: write 1234.50.');
  });

  test('with more decimals than its source or currency has', async () => {
    const tokyo = await addStore(db, 'Tokyo', 'JPY');
    const target = await addVariant({ price: '1200' }, { storeId: tokyo });
    expect((await failing(target, { price: '1250.50' })).error).toBe('Price has no decimals in this store.');
    planning.sources.set(tokyo, { ...EDITABLE, decimalsOf: () => 4 });
    const { items } = await plan([{ ...target, values: { price: '1250.1234' } }]);
    expect(items).toMatchObject([{ status: 'planned', changes: [{ new_value: '1250.1234' }] }]);
  });
});

describe('warnings', () => {
  test.each([
    ['a price of 0', { price: '10.00' }, { price: '0.00' }, ['zero_price', 'large_change']],
    ['a cost above its price', { price: '10.00', cost: '9.00' }, { cost: '10.01' }, ['below_cost']],
    [
      'a price above its compare-at price',
      { price: '10.00', compare_at_price: '10.20' },
      { price: '10.40' },
      ['compare_at_below_price'],
    ],
    [
      'nothing, if its compare-at price was below its price before',
      { price: '12.00', compare_at_price: '10.00' },
      { price: '11.00' },
      [],
    ],
    [
      'a compare-at price of 0 as none',
      { price: '10.00', compare_at_price: '12.00' },
      { price: '10.50', compare_at_price: '0.00' },
      ['large_change'],
    ],
    [
      'a compare-at price taken away from a price that rises past it',
      { price: '10.00', compare_at_price: '10.20' },
      { price: '10.40', compare_at_price: null },
      ['cleared'],
    ],
    ['a value taken away', { cost: '3.00', price: '5.00' }, { cost: null }, ['cleared']],
    ['a code taken away', { barcode: '42' }, { barcode: null }, ['cleared']],
    ['nothing', { sku: 'a' }, { sku: 'b' }, []],
  ] as const)('%s', async (_name, variant, values, warnings) => {
    const { batch, items } = await plan([{ ...(await addVariant(variant)), values }]);
    expect(items[0]?.warnings).toEqual(warnings);
    expect(batch.warnings.map(({ code, count }) => [code, count])).toEqual(warnings.map((code) => [code, 1]));
  });

  it('of a later version are left out', async () => {
    const { batch } = await plan([{ ...(await addVariant({ cost: '3.00' })), values: { cost: null } }]);
    const later = 'of_a_later_version';
    await db.query(`update edit_items set warnings = warnings || $1::text`, [later]);
    await db.query('update edit_batches set warnings = warnings || $1::jsonb', [
      JSON.stringify([{ code: later, count: 1, message: '1 row.' }]),
    ]);
    const read = await readBatch(db, batch.batch_id);
    expect([read.batch.warnings.map(({ code }) => code), read.items[0]?.warnings]).toEqual([
      ['cleared'],
      ['cleared'],
    ]);
  });

  it('count in sentences', async () => {
    const targets = await Promise.all([0, 1, 2].map(() => addVariant({ price: '10.00' })));
    const { batch } = await plan([
      ...targets.map((target) => ({ ...target, values: { price: '100.00' } })),
      { ...(await addVariant({ price: '3.00' })), values: { price: '0.00' } },
    ]);
    expect(batch.warnings).toEqual([
      { code: 'zero_price', count: 1, message: '1 price becomes 0.' },
      {
        code: 'large_change',
        count: 4,
        message:
          '4 rows change by more than 50%. 3 amounts become exactly 10 or 100 times as much or as little: is the decimal point in its place?',
      },
    ]);
  });

  it('name one code on several variants of a store, not on those of two stores', async () => {
    const shared = 'shared_identifier';
    const elsewhere = await addVariant({}, { storeId: await addStore(db, 'Birch') });
    const targets = [await addVariant(), await addVariant(), await addVariant(), elsewhere];
    const { batch, items } = await plan(targets.map((target) => ({ ...target, values: { barcode: '400' } })));
    expect(items.map(({ warnings }) => warnings)).toEqual([[shared], [shared], [shared], []]);
    const message = '3 variants get a SKU or barcode that another variant of the same store gets too.';
    expect(batch.warnings).toEqual([{ code: shared, count: 3, message }]);
  });
});

describe('unapplied previews', () => {
  const day = 24 * 60 * 60 * 1_000;

  it('are deleted a day later, when the next one is planned; applied batches stay', async () => {
    const target = await addVariant({ price: '10.00' });
    const planned = async (price: string) => (await plan([{ ...target, values: { price } }])).batch.batch_id;
    const ids = async () => {
      const { rows } = await db.query<{ id: string }>('select id from edit_batches order by created_at, id');
      return rows.map((row) => row.id);
    };
    const forgotten = await planned('11.00');
    const applied = await planned('12.00');
    await db.query(`update edit_batches set status = 'completed' where id = $1`, [applied]);
    planning.clock.advance(day - 1);
    const kept = await planned('13.00');
    expect(await ids()).toEqual([forgotten, applied, kept]);
    planning.clock.advance(2);
    const last = await planned('14.00');
    expect(await ids()).toEqual([applied, kept, last]);
  });

  it('leave nothing behind when planning fails', async () => {
    const target = await addVariant();
    async function* breaking() {
      yield { drafts: [{ ...target, values: { sku: 'x' } }] };
      throw new Error('The catalogue is on fire.');
    }
    const head = { origin: 'bulk_update', requestedBy: SAM } as const;
    await expect(planning.planner.planChunks(head, breaking())).rejects.toThrow('The catalogue is on fire.');
    const { rows } = await db.query('select id from edit_batches union all select id from edit_items');
    expect(rows).toEqual([]);
  });
});
