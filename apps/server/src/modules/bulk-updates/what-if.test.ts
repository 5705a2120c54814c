import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import { addProduct, addStore, type VariantInput } from '../../../test/products/catalogue.ts';
import { createPlanning, SAM } from '../../../test/products/planning.ts';
import { leaveOut } from './plan/leave-out.ts';
import { whatIf } from './what-if.ts';

const db = await openTestDatabase();
const { planner } = createPlanning(db);
const berlin = await addStore(db, 'Berlin', 'EUR');
const zurich = await addStore(db, 'Zürich', 'CHF');

/** A draft that sets the price, and optionally the cost, of a new variant. */
async function change(
  storeId: string,
  variant: VariantInput,
  values: { price?: string; cost?: string },
  { vendor = 'Quarry Lane', product_type = 'Hats' }: { vendor?: string; product_type?: string } = {},
) {
  const productId = await addProduct(db, storeId, 'Hat', [variant], { vendor, product_type });
  const { rows } = await db.query<{ id: string }>('select id from variants where product_id = $1', [
    productId,
  ]);
  return { storeId, productId, variantId: rows[0]?.id ?? '', values };
}

const plan = async (drafts: Awaited<ReturnType<typeof change>>[]) =>
  planner.plan({ origin: 'bulk_update', requestedBy: SAM, title: { kind: 'values' }, drafts } as never);

it('sums margin and stock value by store, vendor and type, each currency separately', async () => {
  const batch = await plan([
    await change(berlin, { price: '10.00', cost: '6.00', inventory_quantity: 10 }, { price: '12.00' }),
    await change(
      berlin,
      { price: '5.00', inventory_quantity: 4 },
      { price: '6.00' },
      { vendor: '', product_type: 'Cups' },
    ),
    await change(berlin, { price: '7.00', cost: '3.00', inventory_quantity: -2 }, { price: '8.00' }),
    await change(
      zurich,
      { price: '20.00', cost: '8.00', inventory_quantity: 1 },
      { price: '18.00', cost: '9.00' },
    ),
    await change(zurich, { price: '20.00', inventory_quantity: 3 }, { cost: '9.00' }),
    await change(zurich, { inventory_quantity: 2, cost: '1.00' }, { price: '9.00' }),
  ]);
  const { totals, stores, vendors, types, notes } = await whatIf(db, {
    batch_id: batch,
    attributes: ['price', 'cost'],
  });
  const eur = {
    currency: 'EUR',
    variants: 3,
    without_stock: 1,
    without_price: 0,
    without_cost: 1,
    value_at_price: { before: '120.00', after: '144.00' },
    value_at_cost: { before: '60.00', after: '60.00' },
    margin: { before: '40.00', after: '60.00' },
    margin_percent: { before: '40.0', after: '50.0' },
  };
  const chf = {
    currency: 'CHF',
    variants: 3,
    without_stock: 0,
    without_price: 1,
    without_cost: 1,
    value_at_price: { before: '80.00', after: '78.00' },
    value_at_cost: { before: '8.00', after: '9.00' },
    margin: { before: '12.00', after: '9.00' },
    margin_percent: { before: '60.0', after: '50.0' },
  };
  expect(totals).toEqual([eur, chf]);
  expect(stores).toEqual([
    { ...eur, store_id: berlin, name: 'Berlin', others: 0 },
    { ...chf, store_id: zurich, name: 'Zürich', others: 0 },
  ]);
  const lines = (groups: typeof vendors) =>
    groups.map(({ name, currency, value_at_price: { after } }) => [name, currency, after]);
  expect(lines(vendors)).toEqual([
    ['Quarry Lane', 'EUR', '120.00'],
    ['Quarry Lane', 'CHF', '78.00'],
    [null, 'EUR', '24.00'],
  ]);
  expect(lines(types)).toEqual([
    ['Hats', 'EUR', '120.00'],
    ['Hats', 'CHF', '78.00'],
    ['Cups', 'EUR', '24.00'],
  ]);
  expect(notes).toEqual([
    '1 variant without stock is not in these sums.',
    '1 variant without price, before or after, is not in these sums.',
    '2 variants without cost, before or after, are not in the margin.',
    'Different currencies are never added: EUR and CHF have sums of their own.',
  ]);
});

it('sums the remaining rows once some are left out, and the smallest groups in one line', async () => {
  const drafts = [];
  for (let n = 1; n <= 53; n++)
    drafts.push(
      await change(
        berlin,
        { price: '1.00', inventory_quantity: n },
        { price: '2.00' },
        { vendor: `Vendor ${n}` },
      ),
    );
  const batch = await plan(drafts);
  const { rows } = await db.query<{ id: string }>(
    'select id from edit_items where batch_id = $1 order by position limit 1',
    [batch],
  );
  const item_ids = rows.map(({ id }) => id);
  await db.transaction((tx) =>
    leaveOut(tx, { id: batch, attributes: ['price'] }, { left_out: true, item_ids }),
  );
  const { vendors, totals } = await whatIf(db, { batch_id: batch, attributes: ['price', 'cost'] });
  expect(vendors).toHaveLength(51);
  expect(vendors[0]).toMatchObject({ name: 'Vendor 53', others: 0, value_at_price: { after: '106.00' } });
  expect(vendors[50]).toMatchObject({
    name: null,
    others: 2,
    variants: 2,
    value_at_price: { after: '10.00' },
  });
  expect(totals).toMatchObject([{ variants: 52, without_cost: 52, margin_percent: { before: null } }]);
});

it('has nothing to say about a plan without prices or costs', async () => {
  const draft = await change(berlin, { sku: 'A', price: '1.00' }, {});
  const batch = await plan([{ ...draft, values: { sku: 'B' } as never }]);
  expect(await whatIf(db, { batch_id: batch, attributes: ['price', 'cost'] })).toEqual({
    totals: [],
    stores: [],
    vendors: [],
    types: [],
    notes: [],
  });
});
