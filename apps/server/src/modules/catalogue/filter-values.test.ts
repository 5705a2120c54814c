import { afterEach, expect, it } from 'vitest';
import { buildProduct, buildVariant } from '../../../test/sync/fake-source.ts';
import { createSyncHarness } from '../../../test/sync/sync-harness.ts';
import { writeCopy } from './copy-writer.ts';
import { holdCatalogue, writePartial } from './pages/partial-write.ts';

const { addSyncedStore, clock, db } = await createSyncHarness();

/** The view computes the expected rows. */
afterEach(async () => {
  const { rows } = await db.query(
    `select count(*)::int as known,
       (select jsonb_agg(row) from (table product_filter_values except table product_filter_values_now) as row) as wrong,
       (select jsonb_agg(row) from (table product_filter_values_now except table product_filter_values) as row) as missing
     from product_filter_values`,
  );
  expect(rows).toEqual([{ known: expect.any(Number), wrong: null, missing: null }]);
  expect(rows[0]?.known).toBeGreaterThan(0);
});

const every = (variant: string, values: readonly (string | null)[]) =>
  values.map((value, index) => ({ [variant]: value, position: index + 1 }));
const CASES = [
  [],
  [{}],
  every('price', ['9.90', '10', null]),
  every('barcode', ['', null]),
  every('barcode', ['1', '']),
  every('barcode', ['4006381333931', '4006381333932', '4.60761E+12', '36000291452', '36000291453', ' 7']),
  every('sku', [null, ' ', 'A', 'А-1', 'Ж-1', 'A\u00a0', 'Ａ']),
  every('compareAtPrice', ['12.5', '9']),
  every('weight', ['1.5', '0.2']),
  [{ weight: '3', weightUnit: 'stone' }],
  [
    { weight: '1', weightUnit: 'LB' },
    { weight: '20', weightUnit: 'oz', position: 2 },
  ],
  [
    { price: '3', cost: '4' },
    { price: '0', cost: '1', position: 2 },
  ],
  [
    { price: '3', cost: '2', inventoryQuantity: -4 },
    { price: '8.01', cost: '4', position: 2 },
  ],
].map((variants, nth) =>
  buildProduct(`p${nth}`, {
    vendor: ['  Café  Nordlys ', 'ÅNGSTRÖM', null, '', '株式会社'][nth % 5] ?? null,
    tags: nth % 2 === 0 ? ['Sale', 'sale ', '', 'Été'] : [],
    variants: variants.map((variant, index) => buildVariant(`p${nth}-${index}`, variant)),
  }),
);

it('are written with new products, and when a sync finds a product changed, moved or gone', async () => {
  const { source, sync } = await addSyncedStore(CASES);
  source.products = CASES.slice(1).map((product, nth, all) => ({
    ...product,
    vendor: 'Quarry Lane',
    variants: all[(nth + 1) % all.length]?.variants ?? [],
  }));
  clock.advance(1_000);
  await sync();
});

it('are written with webhook changes', async () => {
  const { storeId } = await addSyncedStore(CASES.slice(0, 4));
  clock.advance(1_000);
  const now = clock.now();
  await db.transaction(async (tx) => {
    await holdCatalogue(tx, storeId);
    const products = [...CASES.slice(5, 7), ...CASES.slice(2, 4).map((each) => ({ ...each, tags: ['new'] }))];
    await writePartial(tx, storeId, { products, goneIds: ['p1'], readAt: now }, now);
  });
});

it('are written with an edit', async () => {
  const { storeId } = await addSyncedStore(CASES);
  const { rows } = await db.query<{ productId: string; variantId: string | null }>(
    `select product_id as "productId", id as "variantId" from variants where store_id = $1
     union all select id, null from products where store_id = $1`,
    [storeId],
  );
  const ofProduct = {
    vendor: ' Éva ',
    product_type: 'Lamp',
    status: 'draft',
    tags: 'a, B',
    title: 'Renamed',
  };
  const ofVariant = { price: '7.5', cost: '9', compare_at_price: null, weight: '4', barcode: '9', sku: 'X' };
  const held = rows.map((row, nth) => ({
    ...row,
    values: row.variantId === null ? (nth % 2 ? ofProduct : {}) : nth % 3 ? ofVariant : { barcode: null },
  }));
  clock.advance(1_000);
  await db.transaction((tx) => writeCopy(tx, held, clock.now()));
});

it('follow writes of a process of an older version', async () => {
  const { storeId } = await addSyncedStore(CASES);
  await db.transaction(async (tx) => {
    await tx.query("update products set vendor = 'Oak', updated_at = now() where store_id = $1", [storeId]);
    await tx.query('update variants set price = 99 where store_id = $1', [storeId]);
    await tx.query(
      `insert into products (id, store_id, source_id, title, search_name, search_skus, search_barcodes, variants_count,
         created_at, updated_at) values (gen_random_uuid(), $1, 'new', 'New', '', '', '', 0, now(), now())`,
      [storeId],
    );
  });
});

it('are deleted with their product', async () => {
  const { storeId } = await addSyncedStore(CASES);
  await db.query("delete from products where store_id = $1 and source_id in ('p1', 'p2')", [storeId]);
});
