import { once } from 'node:events';
import { SourceError } from '@storefleet/server/connectors/source-error';
import { CHUNK_TO_WRITE } from '@storefleet/server/modules/bulk-updates/apply/read-planned';
import { describe, expect, it } from 'vitest';
import { lastLog, syncStore } from '../sync/sync-harness.ts';
import { buildCatalogue, createBulkHarness, everyVariant, STAFF } from './bulk-harness.ts';
import { type FakeShop, lostAnswer } from './fake-shop.ts';

const harness = await createBulkHarness();

describe('a batch', () => {
  it('changes variants and products; then source, copy and history agree', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(60, 2), { name: 'Atlas' });
    const batchId = await harness.plan(storeId, {
      ...everyVariant(60, { price: '12.50', cost: null }, 2),
      'p3-v2': { price: '99.00', barcode: '4006381333931' },
      p3: { title: 'Renamed', tags: 'sale, new' },
    });
    await harness.apply(batchId);
    await harness.expectEnd({ storeId, batchId }, { succeeded: 121, total: 121 });
    expect(shop.writes).toHaveLength(60 * 2 * 2 + 2);
    const { rows: products } = await harness.db.query(
      `select search_name, search_barcodes, price_min::text, price_max::text, barcode_min, content_hash
       from products where store_id = $1 and source_id = 'p3'`,
      [storeId],
    );
    expect(products).toEqual([
      {
        search_name: expect.stringMatching(/^\nrenamed\n/),
        search_barcodes: expect.stringContaining('4006381333931'),
        price_min: '12.50',
        price_max: '99.00',
        barcode_min: '4006381333931',
        content_hash: null,
      },
    ]);
    const { rows } = await harness.db.query(
      `select distinct user_id, user_email, user_name, store_name, origin from change_history where batch_id = $1`,
      [batchId],
    );
    const user = { user_id: STAFF.id, user_email: STAFF.email, user_name: STAFF.name };
    expect(rows).toEqual([{ ...user, store_name: 'Atlas', origin: 'bulk_update' }]);
  });

  it('is not a change of the shop for the next sync', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(4, 2));
    const batchId = await harness.plan(storeId, {
      ...everyVariant(2, { price: '12.50', cost: null, sku: 'NEW' }, 2),
      p3: { title: 'Renamed', tags: 'sale, new', status: 'draft' },
    });
    await harness.apply(batchId);
    shop.set('p4-v1', 'price', '6.66');
    for (const counts of [
      { updated: 1, unchanged: 3 },
      { updated: 0, unchanged: 4 },
    ]) {
      await harness.letPass(1_000);
      await syncStore(harness, storeId);
      expect((await lastLog(harness, storeId)).counts).toMatchObject({ created: 0, removed: 0, ...counts });
    }
    // A comparison without differences is not repeated.
    const { rows } = await harness.db.query(
      'select from products where store_id = $1 and content_hash is null',
      [storeId],
    );
    expect(rows).toEqual([]);
    const { rows: found } = await harness.db.query(
      `select variant_source_id, attribute, new_value from change_history
       where store_id = $1 and found_by is not null`,
      [storeId],
    );
    expect(found).toEqual([{ variant_source_id: 'p4-v1', attribute: 'price', new_value: '6.66' }]);
    await harness.expectAgreement(storeId);
  });

  it('is applied once, however often and concurrently it is requested', async () => {
    const { shop, batchId } = await harness.planForAll(5, { price: '11.00' });
    const apps = [harness.startProcess(), harness.startProcess()];
    const asked = await Promise.allSettled(apps.map((app) => app.applyFully(batchId)));
    expect(asked.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(shop.writes).toHaveLength(5);
  });

  it('writes several stores in parallel, each with its own end', async () => {
    const one = await harness.addShop(buildCatalogue(2));
    const two = await harness.addShop(buildCatalogue(2));
    const arrived = Promise.withResolvers<void>();
    // The first shop answers only after the second was written to.
    one.shop.onWrite = () => arrived.promise.then(() => undefined);
    two.shop.beforeAnswer = () => arrived.resolve();
    const batchId = await harness.planStores({
      [one.storeId]: everyVariant(2, { price: '11.00' }),
      [two.storeId]: everyVariant(2, { price: '11.00' }),
    });
    await harness.apply(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: 4 });
  });
});

function hold(shop: FakeShop, price: string, cost: string): void {
  shop.set('p1-v1', 'price', price);
  shop.set('p1-v1', 'cost', cost);
}

describe('the source’s value meanwhile', () => {
  const CHANGED = 'It was changed in the store meanwhile and was left as it is:';

  it.each<[string, (shop: FakeShop) => void, object]>([
    [
      'another value is a conflict, and taken over into our copy',
      (shop) => shop.set('p1-v1', 'price', '17.00'),
      {
        status: 'conflict',
        error: `${CHANGED} the price is 17.00 now.`,
        current_values: { price: '17.00', cost: '4.00' },
      },
    ],
    [
      'two other values are both named',
      (shop) => hold(shop, '11.5', '3.00'),
      { status: 'conflict', error: `${CHANGED} the cost is 3.00 now, the price is 11.50 now.` },
    ],
    ['another value beside a new one is one', (shop) => hold(shop, '11.00', '5.00'), { status: 'conflict' }],
    ['the new values are not written', (shop) => hold(shop, '12', '5.0'), { status: 'unchanged' }],
    ['one new value leaves the other', (shop) => hold(shop, '10.00', '5.00'), { status: 'succeeded' }],
    [
      'an old value that stays is a failure',
      (shop) => {
        shop.onWrite = ([edit]) => void Object.assign(edit?.values ?? {}, { price: '10.00' });
      },
      { status: 'failed', error: 'The store kept the price it had.' },
    ],
  ])('%s', async (_title, arrange, end) => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { price: '12.00', cost: '5.00' });
    arrange(shop);
    await harness.apply(batchId);
    expect(await harness.items(batchId)).toMatchObject([end]);
    await harness.expectAgreement(storeId);
  });

  it('is in the history if it is a new value already, also beside one that is written', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { price: '12.00', cost: '5.00' });
    hold(shop, '10.00', '5.00');
    await harness.apply(batchId);
    const { rows } = await harness.db.query(
      'select attribute, old_value, new_value, origin from change_history where store_id = $1 order by attribute',
      [storeId],
    );
    expect(rows).toEqual([
      { attribute: 'cost', old_value: '4.00', new_value: '5.00', origin: 'outside' },
      { attribute: 'price', old_value: '10.00', new_value: '12.00', origin: 'bulk_update' },
    ]);
  });

  it('that may not be read is written over, and the old one is not certain', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { cost: '5.00' });
    const { editing } = shop.source.connector;
    const readValues = editing?.readValues;
    if (!editing || !readValues) throw new Error('The shop cannot be edited.');
    editing.readValues = async (...asked) =>
      (await readValues(...asked)).map((values) => values && { ...values, cost: undefined });
    await harness.apply(batchId);
    expect(await harness.statuses(batchId)).toEqual(['succeeded']);
    expect(await harness.history(storeId)).toMatchObject([
      { old_value: '4.00', new_value: '5.00', old_value_known: false },
    ]);
  });

  it('may be the old value in another format', async () => {
    const { shop, batchId } = await harness.planForAll(1, { price: '12.00', cost: '5.00' });
    hold(shop, '10', '4');
    await harness.apply(batchId);
    expect(await harness.statuses(batchId)).toEqual(['succeeded']);
  });

  it('is recorded in the source’s own format', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(1));
    shop.onWrite = (edits) => {
      for (const edit of edits) Object.assign(edit.values, { sku: 'SPELT BY THE SHOP' });
      return undefined;
    };
    await harness.apply(await harness.plan(storeId, { 'p1-v1': { sku: 'spelt by us' } }));
    expect(await harness.history(storeId)).toMatchObject([{ new_value: 'SPELT BY THE SHOP' }]);
    await harness.expectAgreement(storeId);
  });

  it('that is gone or refused fails the row with a sentence, and the rest continues', async () => {
    const { shop, batchId } = await harness.planForAll(4, { price: '12.00' }, 2);
    shop.removeProduct('p2');
    shop.refusals.set('p3-v2', 'The price is too large.');
    await harness.apply(batchId);
    const items = await harness.items(batchId);
    expect(items.filter((item) => item.status === 'failed')).toMatchObject([
      { target: 'p2-v1', error: 'It is no longer in the store.' },
      { target: 'p2-v2', error: 'It is no longer in the store.' },
      { target: 'p3-v2', error: 'The price is too large.' },
    ]);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: 5, failed: 3 });
  });
});

describe('a lost answer', () => {
  it.each(['lose answer after applying', 'lose before applying'] as const)(
    '%s: is reconciled before anything is sent again',
    async (treatment) => {
      const { storeId, shop, batchId } = await harness.planForAll(3, { price: '12.00' });
      let lost = 0;
      shop.onWrite = () => (lost++ < 3 ? treatment : undefined);
      await harness.apply(batchId);
      await harness.expectEnd({ storeId, batchId }, { succeeded: 3 });
      expect(shop.writes).toHaveLength(3);
    },
  );

  it('about something deleted since is a failure that says so', async () => {
    const { shop, batchId } = await harness.planForAll(1, { price: '12.00' });
    shop.onWrite = () => 'lose answer after applying';
    shop.beforeAnswer = () => shop.removeProduct('p1');
    await harness.apply(batchId);
    const error = 'It is no longer in the store. The update may have been made before.';
    expect(await harness.items(batchId)).toMatchObject([{ status: 'failed', error }]);
  });

  it('followed by another change of the value is a conflict that says so', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { price: '12.00' });
    shop.onWrite = () => 'lose answer after applying';
    shop.beforeAnswer = () => shop.set('p1-v1', 'price', '13.00');
    await harness.apply(batchId);
    expect(await harness.items(batchId)).toMatchObject([
      { status: 'conflict', error: expect.stringContaining('it may have been made before') },
    ]);
    expect((await harness.compare(storeId)).copy).toEqual(shop.catalogue());
    expect(await harness.history(storeId)).toEqual([]);
  });

  it('that repeats ends with a sentence once it is certain that nothing arrived', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { price: '12.00' });
    shop.onWrite = () => 'lose before applying';
    const app = harness.startProcess();
    await app.applier.apply(batchId);
    await expect.poll(async () => (await harness.items(batchId))[0]?.status).not.toBe('planned');
    for (let round = 0; (await harness.batch(batchId)).status === 'in_progress'; round++) {
      if (round > 20) throw new Error('The batch does not end.');
      await harness.letPass(61_000);
      await app.workOffQueue();
    }
    expect(await harness.items(batchId)).toMatchObject([{ status: 'failed' }]);
    expect(shop.writes).toEqual([]);
    await harness.expectAgreement(storeId);
  });
});

describe('a store that cannot be written to', () => {
  const denied = () =>
    new SourceError({ kind: 'auth', message: 'The access token of “Shop” is not accepted any more.' });

  it('fails all remaining rows with its sentence, and stores what was done', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(120, { price: '12.00' });
    let calls = 0;
    shop.onWrite = () => {
      if (++calls > 60) throw denied();
      return undefined;
    };
    const app = harness.startProcess();
    await app.applyFully(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: 60, failed: 60 });
    const errors = new Set((await harness.items(batchId)).map((item) => item.error));
    expect([...errors]).toEqual([null, denied().message]);
    expect(app.pauses).toEqual([]);
    await harness.expectAgreement(storeId);
  });

  it('is retried while that may help, then given up with its sentence', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(2));
    const app = harness.startProcess();
    shop.beforeRead = () => {
      throw new SourceError({ kind: 'throttled', message: 'The store is busy.' });
    };
    const batchId = await harness.plan(storeId, everyVariant(2, { price: '12.00' }));
    await app.applyFully(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'failed', failed: 2 });
    expect((await harness.items(batchId))[0]?.error).toBe('The store is busy.');
    expect(app.pauses).toEqual([2_000, 4_000, 8_000, 16_000, ...Array.from({ length: 7 }, () => 30_000)]);
    await harness.expectAgreement(storeId);
  });

  it('gets no more writes once it is archived', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(120, { price: '12.00' });
    let fetches = 0;
    shop.beforeRead = async (_targets, signal) => {
      if (++fetches < 3) return;
      await harness.db.query(`update stores set store_status = 'archived' where id = $1`, [storeId]);
      await once(signal, 'abort');
    };
    await harness.apply(batchId);
    const succeeded = 2 * CHUNK_TO_WRITE.products;
    const failed = 120 - succeeded;
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded, failed });
    expect((await harness.items(batchId)).at(-1)).toMatchObject({
      status: 'failed',
      error: 'This store is archived and read-only. Set its status to active first.',
    });
    await harness.expectAgreement(storeId);
  });

  it('fails the remaining rows with a sentence if it was deleted', async () => {
    const { storeId, batchId } = await harness.planForAll(3, { price: '12.00' });
    await harness.db.query('update stores set deleted_at = now() where id = $1', [storeId]);
    await harness.apply(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'failed', failed: 3 });
    expect((await harness.items(batchId))[0]?.error).toBe('Its store does not exist any more.');
  });

  it('says so too if the products are gone before a worker notices', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(3 * CHUNK_TO_WRITE.products, {
      price: '12.00',
    });
    shop.beforeRead = async () => {
      shop.beforeRead = () => {};
      await harness.db.query('update stores set deleted_at = now() where id = $1', [storeId]);
      await harness.db.query('delete from products where store_id = $1', [storeId]);
    };
    await harness.apply(batchId);
    const errors = (await harness.items(batchId)).map(({ error }) => error);
    expect(new Set(errors)).toEqual(new Set([null, 'Its store does not exist any more.']));
  });
});

it('a value without an answer has arrived if the shop has it in its own spelling', async () => {
  const { storeId, shop } = await harness.addShop(buildCatalogue(1));
  const { editing } = await shop.source.connector;
  Object.assign(editing ?? {}, {
    sameValue: (_attribute: string, one: string | null, other: string | null) =>
      one?.replace(/\s+/g, ' ') === other?.replace(/\s+/g, ' '),
  });
  shop.beforeAnswer = () => {
    shop.set('p1', 'title', 'Long coat');
    shop.beforeAnswer = () => {};
    throw lostAnswer();
  };
  const batchId = await harness.plan(storeId, { p1: { title: 'Long  coat' } });
  await harness.apply(batchId);
  expect(await harness.statuses(batchId)).toEqual(['succeeded']);
  const { rows } = await harness.db.query('select new_value from change_history where batch_id = $1', [
    batchId,
  ]);
  expect(rows).toEqual([{ new_value: 'Long coat' }]);
});

describe('a product that a sync removed from our copy', () => {
  it('and brought back under another id before it was written is written', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(2, { price: '12.00' });
    const removed = shop.source.products;
    shop.source.products = removed.slice(1);
    await syncStore(harness, storeId);
    shop.source.products = removed;
    await syncStore(harness, storeId);
    await harness.apply(batchId);
    expect(await harness.statuses(batchId)).toEqual(['succeeded', 'succeeded']);
    await harness.expectAgreement(storeId);
    const { rows } = await harness.db.query(
      `select from change_history change
       join variants on variants.id = change.variant_id and variants.product_id = change.product_id
       where change.batch_id = $1`,
      [batchId],
    );
    expect(rows).toHaveLength(2);
  });

  it('before it was written is not written', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(2, { price: '12.00' });
    await harness.db.query(`delete from products where store_id = $1 and source_id = 'p1'`, [storeId]);
    await harness.apply(batchId);
    expect(await harness.statuses(batchId)).toEqual(['failed', 'succeeded']);
    expect(shop.writes).toHaveLength(1);
  });

  it('while it was written is in the history nevertheless', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(2, { price: '12.00' });
    shop.beforeAnswer = async (edits) => {
      if (edits[0]?.productId !== 'p1') return;
      await harness.db.query(`delete from products where store_id = $1 and source_id = 'p1'`, [storeId]);
    };
    await harness.apply(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: 2 });
    const { recorded, happened } = await harness.compare(storeId);
    expect(recorded).toEqual(happened);
  });
});

describe('a concurrent sync', () => {
  it.each([
    { when: 'a second before the edit', earlierMs: 1_000 },
    { when: 'before the edit, in the same millisecond,', earlierMs: 0 },
  ])('that read $when and writes after it does not bring the old value back', async ({ earlierMs }) => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(3));
    const old = shop.catalogue();
    const readAt = harness.clock.now();
    harness.clock.advance(earlierMs);
    await harness.apply(await harness.plan(storeId, everyVariant(3, { price: '12.00' })));
    // The sync's page has the shop's values from before the edit.
    const now = shop.source.products;
    shop.source.products = old.map((product) => ({ ...product, vendor: 'Changed at the shop' }));
    shop.source.readAt = () => readAt;
    await syncStore(harness, storeId);
    shop.source.products = now;
    await harness.expectAgreement(storeId);
  });

  it('that read after the edit and writes before it is stored causes no problem', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(3, { price: '12.00' });
    let synced = false;
    shop.beforeAnswer = async () => {
      if (synced) return;
      synced = true;
      harness.clock.advance(1_000);
      shop.source.readAt = () => harness.clock.now();
      await syncStore(harness, storeId);
    };
    await harness.apply(batchId);
    await harness.expectEnd({ storeId, batchId }, { succeeded: 3 });
    const edited = { variants: [{ price: '12.00' }] };
    expect((await harness.compare(storeId)).copy).toMatchObject([edited, edited, edited]);
  });

  it('compares edited products again', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(1));
    await harness.apply(await harness.plan(storeId, { 'p1-v1': { price: '12.00' } }));
    shop.set('p1-v1', 'price', '10.00');
    harness.clock.advance(1_000);
    await syncStore(harness, storeId);
    expect((await harness.compare(storeId)).copy).toEqual(shop.catalogue());
  });
});
