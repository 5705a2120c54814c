import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { HistoryPage, UndoPreview, UndoStarted } from '@storefleet/contract/edits/history';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogueOf } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { createShopStage, type Problem, type Shop } from '../stores/shop-stage.ts';

const ANN = {
  id: uuidv7(),
  email: 'ann@example.com',
  name: 'Ann',
  role: 'editor' as const,
  storeIds: null,
  sessionId: null,
};

type Target = { product_id: string; variant_id: string; source_id: string; product_source_id: string };

const stage = await createShopStage();
const { app, call } = stage;

/** A synced store of three products with two variants each, all at 10.00. */
async function openStore() {
  const { shop, storeId } = await stage.connectShop({ products: 3, variantsPerProduct: 2 });
  await app.sync(storeId);
  const { rows: targets } = await app.db.query<Target>(
    `select p.id as product_id, v.id as variant_id, v.source_id, p.source_id as product_source_id
     from variants v join products p on p.id = v.product_id
     where p.store_id = $1 order by p.source_id, v.position`,
    [storeId],
  );
  const [first, second, third] = targets;
  if (!first || !second || !third) throw new Error('The shop has too few variants.');

  /** The shop's own values. */
  const held = (target: Target) => {
    const product = catalogueOf(shop).find(({ sourceId }) => sourceId === target.product_source_id);
    const variant = product?.variants.find(({ sourceId }) => sourceId === target.source_id);
    return { title: product?.title, price: variant?.price, barcode: variant?.barcode };
  };

  /** Changes values like a bulk update; returns the batch and its records by attribute. */
  async function edit(...edits: [target: Target, values: AttributeValues, ofProduct?: 'of product'][]) {
    const batchId = await app.services.planner.plan({
      origin: 'bulk_update',
      requestedBy: ANN,
      drafts: edits.map(([target, values, ofProduct]) => ({
        storeId,
        productId: target.product_id,
        variantId: ofProduct ? null : target.variant_id,
        values,
      })),
    });
    await app.services.applier.apply(batchId);
    await app.untilEnded(batchId);
    const records = (await historyOf({ batch_id: batchId })).data;
    const record = (target: Target, attribute: EditableAttribute = 'price') => {
      const found = records.find(
        ({ product_id, variant_id, attribute_changed }) =>
          product_id === target.product_id &&
          (variant_id ?? target.variant_id) === target.variant_id &&
          attribute_changed === attribute,
      );
      if (!found) throw new Error(`The batch did not change ${attribute}.`);
      return found;
    };
    return { batchId, record };
  }

  /** The record of one price change. */
  const price = async (target: Target, to: string) => (await edit([target, { price: to }])).record(target);

  await edit(...targets.map((target): [Target, AttributeValues] => [target, { price: '10.00' }]));
  return { shop, storeId, first, second, third, held, edit, price };
}

const historyOf = async (params: Record<string, string>) =>
  (await call<HistoryPage>('GET', `/history?${new URLSearchParams(params)}`)).body;

const preview = async (json: object) => (await call<UndoPreview>('POST', '/history/undo/preview', json)).body;

async function undo(json: object, headers: Record<string, string> = {}) {
  const response = await app.fetchApi('/history/undo', { method: 'POST', json, headers });
  const body = (await response.json()) as UndoStarted & Problem;
  if (response.ok) await app.untilEnded(body.batch_id);
  return { status: response.status, body };
}

let store: Awaited<ReturnType<typeof openStore>>;
beforeEach(async () => {
  store = await openStore();
});

describe('undoing one change', () => {
  it('restores the old value in shop and copy, recorded as a change by whoever requested it', async () => {
    const { first, edit, held, storeId } = store;
    const { batchId, record } = await edit([first, { price: '12.00' }]);
    const changed = record(first);
    expect(await preview({ record_ids: [changed.id] })).toMatchObject({
      restorable_count: 1,
      conflicts_count: 0,
      restorable: [{ id: changed.id, old_value: '10.00', new_value: '12.00' }],
    });
    const { status, body } = await undo({ record_ids: [changed.id] });
    expect([status, body.restoring, body.conflicts]).toEqual([202, 1, []]);
    expect(held(first).price).toBe('10.00');
    const { data, total } = await historyOf({
      variant_id: first.variant_id,
      attribute: 'price',
      page_size: '2',
    });
    expect(data).toMatchObject([
      {
        batch_id: body.batch_id,
        origin: 'undo',
        undoes_batch_id: batchId,
        undoes_record_id: changed.id,
        old_value: '12.00',
        new_value: '10.00',
        user_details: { email: 'staff@example.com' },
      },
      { id: changed.id, undone_by_batch_id: body.batch_id, old_value: '10.00', new_value: '12.00' },
    ]);
    expect(total).toBe(3);
    const { rows } = await app.db.query('select price from variants where id = $1', [first.variant_id]);
    expect(rows).toEqual([{ price: '10.00' }]);
    await app.sync(storeId);
    expect(held(first).price).toBe('10.00');
  });

  it('can itself be undone, after which the first change stands again', async () => {
    const { first, held, price } = store;
    const changed = await price(first, '12.00');
    const { body: undone } = await undo({ record_ids: [changed.id] });
    await undo({ batch_id: undone.batch_id });
    expect(held(first).price).toBe('12.00');
    const { data } = await historyOf({ batch_id: changed.batch_id });
    expect(data[0]?.undone_by_batch_id).toBeNull();
    expect((await preview({ record_ids: [changed.id] })).restorable_count).toBe(1);
  });

  it('is started once per request, however often and concurrently it is sent', async () => {
    const { first, edit, held } = store;
    const { batchId } = await edit([first, { price: '12.00' }]);
    const send = () => undo({ batch_id: batchId }, { 'idempotency-key': `undo of ${batchId}` });
    const [one, other] = await Promise.all([send(), send()]);
    expect([one.status, other.body]).toEqual([202, one.body]);
    expect(held(first).price).toBe('10.00');
    const undone = await historyOf({ variant_id: first.variant_id, attribute: 'price' });
    expect(undone.total).toBe(3);

    await edit([first, { price: '12.00' }]);
    expect((await send()).body).toEqual(one.body);
    expect(held(first).price).toBe('12.00');
    // The second request's plan is gone.
    const { rows } = await app.db.query("select id from edit_batches where status = 'planned'");
    expect(rows).toEqual([]);
  });

  it('names each undo after the update whose changes it takes back or makes again', async () => {
    const { first, edit } = store;
    let { batchId } = await edit([first, { price: '12.00' }]);
    await app.db.query(`update edit_batches set title = 'Price “up”' where id = $1`, [batchId]);
    const titles: (string | null)[] = [];
    for (let turn = 0; turn < 3; turn++) {
      batchId = (await undo({ batch_id: batchId })).body.batch_id;
      titles.push((await call<{ title: string }>('GET', `/products/bulk-updates/${batchId}`)).body.title);
    }
    expect(titles).toEqual([
      'Undo of “Price “up””, 1 variant in 1 store',
      'Redo of “Price “up””, 1 variant in 1 store',
      'Undo of “Price “up””, 1 variant in 1 store',
    ]);
  });

  it('says that it was already undone, and does nothing', async () => {
    const { first, price } = store;
    const changed = await price(first, '12.00');
    await undo({ record_ids: [changed.id] });
    expect((await preview({ record_ids: [changed.id] })).conflicts).toMatchObject([
      { reason: 'This was undone already.', can_include: false, current_value: '10.00' },
    ]);
    const { status, body } = await undo({ record_ids: [changed.id], include_record_ids: [changed.id] });
    expect([status, body.detail]).toEqual([409, 'Nothing was undone. This was undone already.']);
  });

  it('says that the value is already restored if somebody did it by hand', async () => {
    const { first, edit, price } = store;
    const changed = await price(first, '12.00');
    await edit([first, { price: '10.00' }]);
    expect((await preview({ record_ids: [changed.id] })).conflicts).toMatchObject([
      { reason: 'It holds the old value again already.', can_include: false },
    ]);
  });

  it('restores an empty value, and a product value', async () => {
    const { first, edit, held } = store;
    const title = held(first).title;
    await edit([first, { barcode: null }]);
    const { batchId } = await edit(
      [first, { barcode: '4006381333931', price: '11.00' }],
      [first, { title: 'A new name' }, 'of product'],
    );
    const { body } = await undo({ batch_id: batchId });
    expect([body.restoring, held(first)]).toEqual([3, { title, price: '10.00', barcode: null }]);
  });
});

describe('undoing a value changed since', () => {
  it('leaves it alone, and says what it is now, who changed it and when', async () => {
    const { first, second, edit, held, price } = store;
    const { batchId, record } = await edit([first, { price: '12.00' }], [second, { price: '12.00' }]);
    const later = await price(first, '13.00');
    const seen = await preview({ batch_id: batchId });
    expect(seen).toMatchObject({
      restorable_count: 1,
      restorable: [{ id: record(second).id }],
      conflicts_count: 1,
      conflicts: [
        {
          record: { id: record(first).id },
          current_value: '13.00',
          changed_by: { id: ANN.id, name: 'Ann', email: 'ann@example.com' },
          changed_at: later.timestamp,
          reason: 'It was changed again since.',
          can_include: true,
        },
      ],
    });
    const { body } = await undo({ batch_id: batchId });
    expect(body).toMatchObject({ restoring: 1, conflicts: [{ record: { id: record(first).id } }] });
    expect([held(first).price, held(second).price]).toEqual(['13.00', '10.00']);
  });

  it('restores it on request, from its current value', async () => {
    const { first, edit, held } = store;
    const { batchId, record } = await edit([first, { price: '12.00' }]);
    await edit([first, { price: '13.00' }]);
    const { body } = await undo({ batch_id: batchId, include_record_ids: [record(first).id] });
    expect([body.restoring, held(first).price]).toEqual([1, '10.00']);
    const { data } = await historyOf({ batch_id: body.batch_id });
    expect(data).toMatchObject([{ old_value: '13.00', new_value: '10.00' }]);
  });

  it('knows a change made in the shop itself, once it was read', async () => {
    const { first, edit, shop, storeId } = store;
    const { batchId } = await edit([first, { price: '12.00' }]);
    changePriceAtShop(shop, first, '15.00');
    await app.sync(storeId);
    expect((await preview({ batch_id: batchId })).conflicts).toMatchObject([
      {
        current_value: '15.00',
        changed_by: null,
        changed_at: expect.any(String),
        reason: 'It was changed in the store itself since.',
        can_include: true,
      },
    ]);
  });

  it('lets the shop decide if the change there was not read yet', async () => {
    const { first, edit, shop, held } = store;
    const { batchId } = await edit([first, { price: '12.00' }]);
    changePriceAtShop(shop, first, '15.00');
    const { body } = await undo({ batch_id: batchId });
    expect(held(first).price).toBe('15.00');
    const { rows } = await app.db.query('select status, current_values from edit_items where batch_id = $1', [
      body.batch_id,
    ]);
    expect(rows).toEqual([{ status: 'conflict', current_values: { price: '15.00' } }]);
    expect((await historyOf({ batch_id: body.batch_id })).total).toBe(0);
  });
});

describe('undoing a change whose old value was not read right before it', () => {
  it('is listed separately, and restores it only after confirmation', async () => {
    const { first, second, edit, held } = store;
    const { batchId, record } = await edit([first, { price: '12.00' }], [second, { price: '12.00' }]);
    const uncertain = record(first).id;
    await app.db.query('update change_history set old_value_known = false where id = $1', [uncertain]);
    expect(await preview({ batch_id: batchId })).toMatchObject({
      restorable_count: 1,
      restorable: [{ id: record(second).id, old_value_known: true }],
      uncertain_count: 1,
      uncertain: [{ id: uncertain, old_value: '10.00', old_value_known: false }],
      conflicts_count: 0,
    });
    expect((await undo({ batch_id: batchId })).body.restoring).toBe(1);
    expect([held(first).price, held(second).price]).toEqual(['12.00', '10.00']);
    const refused = await undo({ record_ids: [uncertain] });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Nothing was undone: it is not certain what these values were right before the change. Confirm that the values last seen are to be restored.',
    ]);
    const confirmed = { record_ids: [uncertain], include_uncertain: true };
    expect(await preview(confirmed)).toMatchObject({ restorable_count: 1, uncertain_count: 0 });
    expect((await undo(confirmed)).status).toBe(202);
    expect(held(first).price).toBe('10.00');
  });
});

describe('undoing several changes at once', () => {
  it('restores the value before the oldest one, in one step', async () => {
    const { first, held, price } = store;
    const ids: string[] = [];
    for (const to of ['12.00', '13.00', '14.00']) {
      ids.push((await price(first, to)).id);
    }
    expect(await preview({ record_ids: ids })).toMatchObject({
      restorable_count: 1,
      restorable: [{ id: ids[0], old_value: '10.00', new_value: '14.00' }],
    });
    const { body } = await undo({ record_ids: ids });
    expect([body.restoring, held(first).price]).toEqual([1, '10.00']);
    const { data } = await historyOf({ batch_id: body.batch_id });
    expect(data).toMatchObject([{ undoes_record_id: ids[0], undoes_batch_id: null }]);
    const marks = async () => {
      const { data: all } = await historyOf({ variant_id: first.variant_id, attribute: 'price' });
      return ids.map((id) => all.find((record) => record.id === id)?.undone_by_batch_id);
    };
    expect(await marks()).toEqual(ids.map(() => body.batch_id));
    await undo({ batch_id: body.batch_id });
    expect([held(first).price, await marks()]).toEqual(['14.00', [null, null, null]]);
  });

  it('stops at a change that is not among them, unless requested', async () => {
    const { first, held, price } = store;
    const [oldest, , newest] = [
      (await price(first, '12.00')).id,
      (await price(first, '13.00')).id,
      (await price(first, '14.00')).id,
    ];
    expect(await preview({ record_ids: [oldest, newest] })).toMatchObject({
      restorable: [{ id: newest, old_value: '13.00' }],
      conflicts: [{ record: { id: oldest }, current_value: '14.00', can_include: true }],
    });
    await undo({ record_ids: [oldest, newest], include_record_ids: [oldest] });
    expect(held(first).price).toBe('10.00');
  });
});

describe('undoing filtered changes', () => {
  it('restores only those, and the page counts what is found and undone', async () => {
    const { first, second, third, edit, held } = store;
    const barcode = '4006381333931';
    const { batchId } = await edit(
      [first, { price: '12.00', barcode }],
      [second, { price: '12.00' }],
      [third, { price: '12.00' }],
    );
    const batchesOf = async (filters: Record<string, string>) => (await historyOf(filters)).batches;
    const prices = { batch_id: batchId, attribute: 'price' };
    expect(await batchesOf(prices)).toEqual([{ batch_id: batchId, size: 4, found: 3, undone: 0 }]);

    const one = (await historyOf({ ...prices, variant_id: third.variant_id })).data[0];
    const { body: undone } = await undo({ record_ids: [one?.id] });
    expect(await batchesOf(prices)).toEqual([{ batch_id: batchId, size: 4, found: 3, undone: 1 }]);
    expect(await batchesOf({ batch_id: batchId })).toMatchObject([{ found: 4, undone: 1 }]);

    expect(await preview({ filters: prices })).toMatchObject({
      restorable_count: 2,
      conflicts: [{ record: { id: one?.id }, reason: 'This was undone already.' }],
    });
    const { body } = await undo({ filters: prices });
    expect(body.restoring).toBe(2);
    expect([first, second, third].map((target) => held(target).price)).toEqual(['10.00', '10.00', '10.00']);
    expect(held(first).barcode).toBe(barcode);
    await undo({ batch_id: undone.batch_id });
    expect(await batchesOf(prices)).toMatchObject([{ found: 3, undone: 2 }]);
  });

  it('restores the value before the oldest of several batches', async () => {
    const { first, second, edit, held } = store;
    for (const price of ['12.00', '13.00']) await edit([first, { price }], [second, { price }]);
    const { data } = await historyOf({ variant_id: first.variant_id, attribute: 'price', page_size: '2' });
    const filters = {
      variant_id: first.variant_id,
      attribute: 'price',
      start_date: data[1]?.timestamp,
    };
    const { body } = await undo({ filters });
    expect([body.restoring, held(first).price, held(second).price]).toEqual([1, '10.00', '13.00']);
  });
});

describe('what cannot be undone', () => {
  it('is a deleted product, an archived store and a deleted store, each with its sentence', async () => {
    const { first, third, edit, shop, storeId } = store;
    const { batchId, record } = await edit([first, { price: '12.00' }], [third, { price: '12.00' }]);
    const reasons = async () =>
      (await preview({ batch_id: batchId })).conflicts.map(({ reason, can_include }) => [
        reason,
        can_include,
      ]);
    shop.catalogue.deleteProduct(numberOf(third.product_source_id));
    await app.sync(storeId);
    expect(await preview({ batch_id: batchId })).toMatchObject({
      restorable: [{ id: record(first).id }],
      conflicts: [
        {
          record: { id: record(third).id },
          reason: 'This product does not exist any more.',
          can_include: false,
        },
      ],
    });
    await call('PUT', `/stores/${storeId}`, { store_status: 'archived' });
    const archived = ['This store is archived and read-only. Set its status to active first.', false];
    expect(await reasons()).toEqual([archived, archived]);
    await call('PUT', `/stores/${storeId}`, { store_status: 'active' });
    await call('DELETE', `/stores/${storeId}`);
    const gone = ['Its store does not exist any more.', false];
    expect(await reasons()).toEqual([gone, gone]);
    expect((await undo({ batch_id: batchId })).body.detail).toBe(
      'Nothing was undone. Its store does not exist any more.',
    );
  });

  it('are unknown changes and batches, and a request that names both or neither', async () => {
    expect(await undo({ record_ids: [uuidv7()] })).toMatchObject({
      status: 404,
      body: { detail: 'This change is not in the history.' },
    });
    expect(await undo({ batch_id: uuidv7() })).toMatchObject({
      status: 404,
      body: { detail: 'No change of this batch is in the history: there is nothing to undo.' },
    });
    expect((await undo({})).body.detail).toBe('Send one of record_ids, batch_id and filters.');
    expect((await undo({ record_ids: [] })).status).toBe(400);
    expect((await undo({ filters: {} })).status).toBe(400);
    expect((await undo({ filters: { batch_id: uuidv7() }, record_ids: [uuidv7()] })).status).toBe(400);
    expect((await undo({ filters: { product_id: uuidv7() } })).status).toBe(404);
  });
});

function changePriceAtShop(shop: Shop, target: Target, price: string) {
  shop.catalogue.updateVariant(numberOf(target.source_id), { price });
}

/** Shopify's numeric id, at the end of its global id. */
function numberOf(sourceId: string): number {
  return Number(sourceId.split('/').at(-1));
}
