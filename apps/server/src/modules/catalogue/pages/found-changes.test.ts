import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildProduct, buildVariant } from '../../../../test/sync/fake-source.ts';
import { createSyncHarness } from '../../../../test/sync/sync-harness.ts';
import { writeCopy } from '../copy-writer.ts';
import { holdCatalogue, writePartial } from './partial-write.ts';

const harness = await createSyncHarness();
beforeEach(() => harness.clock.advance(1_000));

const shirt = (price: string, title = 'Shirt') =>
  buildProduct('p1', { title, variants: [buildVariant('p1-v1', { price }), buildVariant('p1-v2')] });

/** A store with a synced shirt at 19.90. */
async function addSynced() {
  const added = await harness.addStore([shirt('19.90'), buildProduct('p2')], { name: 'Atlas' });
  await added.sync();
  harness.clock.advance(1_000);
  return added;
}

async function historyOf(storeId: string) {
  const { rows } = await harness.db.query(
    `select coalesce(variant_source_id, product_source_id) as target, attribute, old_value, new_value, origin, found_by
     from change_history where store_id = $1 order by target, attribute`,
    [storeId],
  );
  return rows;
}

async function idsOf(storeId: string) {
  const { rows } = await harness.db.query<{ product_id: string; id: string }>(
    `select product_id, id from variants where store_id = $1 and source_id = 'p1-v1'`,
    [storeId],
  );
  if (!rows[0]) throw new Error('There is no shirt.');
  return rows[0];
}

const found = { origin: 'outside', found_by: 'sync' };
const priced = (old_value: string, new_value: string) => ({
  target: 'p1-v1',
  attribute: 'price',
  old_value,
  new_value,
});

describe('changes that a sync finds', () => {
  it('are recorded except by the first sync, with old and new values, as one batch per run', async () => {
    const { storeId, source, sync } = await addSynced();
    expect(await historyOf(storeId)).toEqual([]);
    source.products = [shirt('21.50', 'Linen shirt'), buildProduct('p2', { tags: ['old', 'new'] })];
    await sync();
    await sync();
    expect(await historyOf(storeId)).toEqual([
      { target: 'p1', attribute: 'title', old_value: 'Shirt', new_value: 'Linen shirt', ...found },
      { ...priced('19.90', '21.50'), ...found },
      {
        target: 'p2',
        attribute: 'tags',
        old_value: 'new',
        new_value: expect.stringMatching(/old/),
        ...found,
      },
    ]);
    const { rows } = await harness.db.query(
      `select distinct found_by, store_name, batch_id in (select id from sync_runs where store_id = $1) as of_run
       from change_history where store_id = $1`,
      [storeId],
    );
    expect(rows).toEqual([{ found_by: 'sync', store_name: 'Atlas', of_run: true }]);
  });

  it('are not recorded for attributes that people cannot edit', async () => {
    const { storeId, source, sync } = await addSynced();
    source.products = [
      {
        ...shirt('19.90'),
        variants: [buildVariant('p1-v1', { inventoryQuantity: 9 })],
      },
      buildProduct('p2'),
    ];
    await sync();
    expect(await historyOf(storeId)).toEqual([]);
  });

  it('are no costs that may not be read any more: these stay', async () => {
    const costing = (cost: string | null | undefined) => [
      buildProduct('p1', { variants: [buildVariant('p1-v1', { price: '19.90', cost })] }),
    ];
    const { storeId, source, sync, status } = await harness.addStore(costing('4.00'));
    const costOf = async () =>
      (await harness.db.query('select cost from variants where store_id = $1', [storeId])).rows;
    await sync();
    for (const [read, kept] of [
      [undefined, '4.00'],
      [null, null],
      [undefined, null],
    ] as const) {
      harness.clock.advance(1_000);
      source.products = costing(read);
      await sync();
      expect(await status()).toMatchObject({ status: 'completed' });
      expect(await costOf()).toEqual([{ cost: kept }]);
    }
    expect(await historyOf(storeId)).toEqual([
      { target: 'p1-v1', attribute: 'cost', old_value: '4.00', new_value: null, ...found },
    ]);
  });

  it('never include an edit made here; a later change in the shop starts from its value', async () => {
    const { storeId, source, sync } = await addSynced();
    const { product_id: productId, id: variantId } = await idsOf(storeId);
    await harness.db.transaction((tx) =>
      writeCopy(tx, [{ productId, variantId, values: { price: '25.00' } }], harness.clock.now()),
    );
    harness.clock.advance(1_000);
    source.products = [shirt('25.00'), buildProduct('p2')];
    await sync();
    expect(await historyOf(storeId)).toEqual([]);
    source.products = [shirt('9.00'), buildProduct('p2')];
    await sync();
    expect(await historyOf(storeId)).toEqual([{ ...priced('25.00', '9.00'), ...found }]);
  });
});

type Synced = Awaited<ReturnType<typeof addSynced>>;

async function tellByWebhook({ storeId, source }: Synced): Promise<void> {
  const [product] = source.products;
  if (!product) throw new Error('The source has no product.');
  harness.clock.advance(1);
  const readAt = harness.clock.now();
  await harness.db.transaction(async (tx) => {
    await holdCatalogue(tx, storeId);
    await writePartial(tx, storeId, { products: [product], goneIds: [], readAt }, harness.clock.now());
  });
}

/** A price edit under way. */
async function editPrice(storeId: string, status: 'planned' | 'sent'): Promise<void> {
  const { product_id, id } = await idsOf(storeId);
  const batchId = uuidv7();
  await harness.db.query(
    `insert into edit_batches (id, origin, status, attributes, created_at)
     values ($1, 'bulk_update', 'in_progress', '{price}', now())`,
    [batchId],
  );
  await harness.db.query(
    'insert into edit_claims (product_id, batch_id, store_id, claimed_at) values ($1, $2, $3, now())',
    [product_id, batchId, storeId],
  );
  await harness.db.query(
    `insert into edit_items (id, batch_id, position, store_id, product_id, variant_id, changes, status)
     values ($1, $2, 0, $3, $4, $5, '{"price": {"old": "19.90", "new": "25.00"}}', $6)`,
    [uuidv7(), batchId, storeId, product_id, id, status],
  );
}

/** A price edit that the shop did not answer and may still execute. */
async function losePrice(storeId: string): Promise<void> {
  const { product_id, id } = await idsOf(storeId);
  await harness.db.query(
    `insert into late_write_checks (target_id, store_id, product_id, variant_id, known, looked_at, due_at)
     values ($1, $2, $3, $1, '{"price": "19.90"}', now(), now() + interval '1 hour')`,
    [id, storeId, product_id],
  );
}

describe.each([
  ['a sync', ({ sync }: Synced) => sync()],
  ['a webhook', tellByWebhook],
])('%s', (_, find) => {
  it.each([
    ['an edit under way writes', (storeId: string) => editPrice(storeId, 'sent')],
    ['a late answer may still bring', losePrice],
  ])('leaves to an edit made here what %s, and nothing else', async (_name, edit) => {
    const added = await addSynced();
    await edit(added.storeId);
    const { variants } = shirt('25.00');
    const other = buildVariant('p1-v2', { price: '21.00' });
    added.source.products = [{ ...shirt('', 'Linen shirt'), variants: [...variants.slice(0, 1), other] }];
    await find(added);
    expect(await historyOf(added.storeId)).toMatchObject([
      { target: 'p1', attribute: 'title' },
      { target: 'p1-v2', attribute: 'price', new_value: '21.00' },
    ]);
  });

  it('records what an edit has not sent yet: it will meet that in our copy', async () => {
    const added = await addSynced();
    await editPrice(added.storeId, 'planned');
    added.source.products = [shirt('21.50')];
    await find(added);
    expect(await historyOf(added.storeId)).toMatchObject([priced('19.90', '21.50')]);
  });
});

it('a change found by a webhook says so', async () => {
  const added = await addSynced();
  added.source.products = [shirt('21.50')];
  await tellByWebhook(added);
  expect(await historyOf(added.storeId)).toEqual([
    { ...priced('19.90', '21.50'), origin: 'outside', found_by: 'webhook' },
  ]);
});
