import type { HistoryPage, HistoryUserList } from '@storefleet/contract/edits/history';
import { openTestApp } from '@storefleet/test-support/app';
import { parse } from 'csv-parse/sync';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { addRecord } from '../../../test/history/records.ts';
import { removeHistory } from '../catalogue/old-history.ts';

const app = await openTestApp();
beforeEach(async () => {
  await app.db.query('truncate change_history, change_history_batches');
});

const get = <T>(path: string, params: Record<string, string> = {}) =>
  app.call<T>('GET', `${path}?${new URLSearchParams(params)}`);

const list = (params: Record<string, string> = {}) => get<HistoryPage>('/history', params);
const idsOf = (page: HistoryPage) => page.data.map((record) => record.id);

describe('GET /history', () => {
  it('returns everything about a change in the shape of the contract', async () => {
    const [storeId, productId, variantId, userId, batchId] = Array.from({ length: 5 }, () => uuidv7());
    const id = await addRecord(app.db, {
      changed_at: '2026-03-01T10:00:00Z',
      store_id: storeId,
      product_id: productId,
      variant_id: variantId,
      batch_id: batchId,
      user_id: userId,
      user_email: 'sam@example.com',
      user_name: 'Sam',
    });
    const { status, body } = await list();
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            id,
            timestamp: '2026-03-01T10:00:00.000Z',
            store_id: storeId,
            store_details: { shop_name: 'Atlas', store_currency: 'EUR' },
            product_details: { title: 'Blue Hat', variant_title: 'Red', sku: 'HAT-R' },
            product_id: productId,
            variant_id: variantId,
            shopify_product_id: `gid://shopify/Product/${productId}`,
            attribute_changed: 'price',
            old_value: '10.00',
            old_value_known: true,
            new_value: '12.00',
            user_details: { id: userId, name: 'Sam', email: 'sam@example.com' },
            changed_by_user_id: userId,
            batch_id: batchId,
            batch_size: 1,
            origin: 'bulk_update',
            found_by: null,
            undoes_batch_id: null,
            undoes_record_id: null,
            undone_by_batch_id: null,
          },
        ],
        batches: [],
        total: 1,
        total_pages: 1,
      },
    ]);
  });

  it('lists the newest first and each record on exactly one page, even if times are equal', async () => {
    const moment = '2026-03-01T10:00:00.123456Z';
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      ids.unshift(await addRecord(app.db, { changed_at: index < 4 ? moment : '2026-03-02T00:00:00Z' }));
    }
    const pages = await Promise.all(['1', '2', '3', '4', '5'].map((page) => list({ page, page_size: '2' })));
    expect(pages.flatMap(({ body }) => idsOf(body))).toEqual(ids);
    expect(pages.map(({ body }) => [body.data.length, body.total, body.total_pages])).toEqual([
      [2, 7, 4],
      [2, 7, 4],
      [2, 7, 4],
      [1, 7, 4],
      [0, 7, 4],
    ]);
  });

  it('returns view_all in pages of 5,000', async () => {
    await app.db.query(
      `insert into change_history (id, changed_at, batch_id, origin, store_id, store_name, product_id,
         product_source_id, product_title, attribute)
       select gen_random_uuid(), now(), $1::uuid, 'bulk_update', $1::uuid, 'Atlas', $1::uuid, '1', 'Hat', 'title'
       from generate_series(1, 5001)`,
      [uuidv7()],
    );
    const first = await list({ view_all: 'true', page_size: '10' });
    const second = await list({ view_all: 'true', page_size: '10', page: '2' });
    expect([first.body.data.length, second.body.data.length, second.body.total_pages]).toEqual([5000, 1, 2]);
    expect(first.body.data[0]?.batch_size).toBe(5001);
  });

  it.each(['store_id', 'batch_id', 'product_id', 'variant_id', 'user_id'] as const)(
    'filters by %s',
    async (column) => {
      const value = uuidv7();
      const id = await addRecord(app.db, { [column]: value });
      await addRecord(app.db);
      const { body } = await list({ [column]: value });
      expect([idsOf(body), body.total]).toEqual([[id], 1]);
    },
  );

  it('filters by attribute, and by all filters at once', async () => {
    const [storeId, userId] = [uuidv7(), uuidv7()];
    const changed_at = '2026-03-01T10:00:00Z';
    const id = await addRecord(app.db, { store_id: storeId, user_id: userId, attribute: 'cost', changed_at });
    await addRecord(app.db, { store_id: storeId, user_id: userId, changed_at });
    const { body } = await list({
      store_id: storeId,
      user_id: userId,
      attribute: 'cost',
      start_date: '2026-03-01',
      end_date: '2026-03-01',
    });
    expect(idsOf(body)).toEqual([id]);
    expect((await list({ attribute: 'price' })).body.total).toBe(1);
  });

  it('includes both days in full, in local time of the zone', async () => {
    const before = await addRecord(app.db, { changed_at: '2026-03-01T22:59:59.999Z' });
    const first = await addRecord(app.db, { changed_at: '2026-03-01T23:00:00Z' });
    const last = await addRecord(app.db, { changed_at: '2026-03-02T22:59:59.999999Z' });
    await addRecord(app.db, { changed_at: '2026-03-02T23:00:00Z' });
    const day = { start_date: '2026-03-02', end_date: '2026-03-02' };
    expect(idsOf((await list({ ...day, timezone: 'Europe/Berlin' })).body)).toEqual([last, first]);
    expect(idsOf((await list({ end_date: '2026-03-01', timezone: 'Europe/Berlin' })).body)).toEqual([before]);
    expect((await list({ ...day, start_date: '0001-01-01', end_date: '9999-12-31' })).body.total).toBe(4);
  });

  it('counts every change, even if a day is cut in two or old changes were removed', async () => {
    const [batch_id, store_id, user_id] = [uuidv7(), uuidv7(), uuidv7()];
    const soon = Date.now() + 86_400_000;
    const at = (day: number) => new Date(soon + day * 86_400_000);
    for (const day of [0, 0, 1, 2])
      await addRecord(app.db, {
        changed_at: at(day),
        batch_id,
        store_id,
        attribute: day === 2 ? 'cost' : 'price',
      });
    for (const day of [1, 3]) await addRecord(app.db, { changed_at: at(day), user_id });
    const total = async (params: Record<string, string> = {}) => (await list(params)).body.total;
    const days = (from: number, to: number) => ({
      start_date: at(from).toISOString(),
      end_date: at(to).toISOString(),
    });
    expect(await total()).toBe(6);
    expect(await total({ batch_id })).toBe(4);
    expect(await total({ store_id, attribute: 'cost' })).toBe(1);
    expect(await total(days(1, 2))).toBe(3);
    expect(await total({ ...days(0, 0), batch_id })).toBe(2);
    expect(await total({ ...days(0, 9), user_id })).toBe(2);
    await removeHistory(app.db, at(1), 100);
    expect([await total(), await total({ batch_id }), await total(days(0, 1))]).toEqual([4, 2, 2]);
    await app.db.query(`update history_extent set complete_since = now()`);
  });

  it('accepts moments, whatever the zone', async () => {
    const id = await addRecord(app.db, { changed_at: '2026-03-01T22:59:59.999999Z' });
    await addRecord(app.db, { changed_at: '2026-03-01T23:00:00Z' });
    const end_date = '2026-03-02T00:59:59.999+02:00';
    expect(idsOf((await list({ start_date: '2026-03-01T22:59:59Z', end_date })).body)).toEqual([id]);
  });

  it('ignores blank filters', async () => {
    await addRecord(app.db);
    const { body } = await list({ store_id: '', user_id: '', start_date: '', end_date: '', timezone: '' });
    expect(body.total).toBe(1);
  });

  it.each([
    ['page', { page: '0' }, 'page must be a whole number of at least 1.'],
    ['page_size', { page_size: '5001' }, 'page_size must be a whole number from 1 to 5000.'],
    [
      'start_date',
      { start_date: '2026-02-30' },
      'Must be a date such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z.',
    ],
    [
      'end_date',
      { start_date: '2026-02-02', end_date: '2026-02-01' },
      'The end date must not be before the start date.',
    ],
    [
      'timezone',
      { timezone: 'Europe/Atlantis' },
      'There is no time zone Europe/Atlantis. Use a name such as Europe/Berlin or UTC.',
    ],
    ['store_id', { store_id: 'atlas' }, 'This is not a valid id.'],
  ])('refuses a bad %s with a sentence', async (path, params, message) => {
    const { status, body } = await list(params);
    expect([status, body.errors]).toEqual([400, [{ path, message }]]);
  });

  it('names the batch that undid a change, unless that undo was itself undone', async () => {
    const [undoBatch, redoBatch, againBatch] = [uuidv7(), uuidv7(), uuidv7()];
    const changed = await addRecord(app.db);
    const undoneBy = async (id: string) =>
      (await list()).body.data.find((record) => record.id === id)?.undone_by_batch_id;
    expect(await undoneBy(changed)).toBeNull();
    const undone = await addRecord(app.db, { undoes_record_id: changed, batch_id: undoBatch });
    expect(await undoneBy(changed)).toBe(undoBatch);
    await addRecord(app.db, { undoes_record_id: undone, batch_id: redoBatch });
    expect([await undoneBy(changed), await undoneBy(undone)]).toEqual([null, redoBatch]);
    await addRecord(app.db, { undoes_record_id: changed, batch_id: againBatch });
    expect(await undoneBy(changed)).toBe(againBatch);
  });

  it('requires a sign-in', async () => {
    expect((await app.fetchApi('/history', { token: null })).status).toBe(401);
  });
});

describe('GET /history/users', () => {
  it('lists everybody in the whole history once, under their latest name', async () => {
    const [sam, ada] = [uuidv7(), uuidv7()];
    for (let day = 10; day < 40; day += 1) {
      await addRecord(app.db, {
        changed_at: `2026-${day < 31 ? `01-${day}` : `02-${day - 20}`}T00:00:00Z`,
        user_id: sam,
        user_email: 'sam@example.com',
        user_name: day === 39 ? 'Sam Staff' : 'Sam',
      });
    }
    await addRecord(app.db, { changed_at: '2025-01-01', user_id: ada, user_email: 'ada@example.com' });
    await addRecord(app.db, { user_id: null });
    const { body } = await get<HistoryUserList>('/history/users');
    expect(body).toEqual({
      users: [
        { id: ada, name: null, email: 'ada@example.com' },
        { id: sam, name: 'Sam Staff', email: 'sam@example.com' },
      ],
      total: 2,
    });
  });

  it('is empty before the first change', async () => {
    expect((await get<HistoryUserList>('/history/users')).body).toEqual({ users: [], total: 0 });
  });
});

describe('GET /history/export', () => {
  const exported = async (params: Record<string, string> = {}) => {
    const response = await app.fetchApi(`/history/export?${new URLSearchParams(params)}`);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
    return { response, text, rows: parse(text, { bom: true, columns: true }) as Record<string, string>[] };
  };

  it('contains the matching rows, with values as stored and times in UTC', async () => {
    const storeId = uuidv7();
    const id = await addRecord(app.db, {
      changed_at: '2026-03-01T10:00:00Z',
      store_id: storeId,
      product_title: '=HYPERLINK("http://example.com")',
      variant_title: null,
      old_value: null,
      new_value: '1200.50',
      user_name: 'Sam',
      user_email: 'sam@example.com',
    });
    await addRecord(app.db);
    const { response, text, rows } = await exported({ store_id: storeId });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="change-history-\d{4}-\d\d-\d\d\.csv"/,
    );
    expect(text.startsWith('\uFEFFDate,Store,Product,Variant,SKU,Attribute,Old Value,New Value,')).toBe(true);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      Date: '2026-03-01T10:00:00.000Z',
      Store: 'Atlas',
      Product: '\'=HYPERLINK("http://example.com")',
      Variant: '',
      Attribute: 'Price',
      'Old Value': '',
      'New Value': '1200.50',
      Currency: 'EUR',
      User: 'Sam',
      'User E-mail': 'sam@example.com',
      'Change ID': id,
    });
  });

  it('says the currency of an amount on a price list, which is that of the list', async () => {
    const storeId = uuidv7();
    await addRecord(app.db, { store_id: storeId, attribute: 'list_price.Europe', store_currency: 'CHF' });
    const { rows } = await exported({ store_id: storeId });
    expect(rows).toMatchObject([{ Attribute: 'Price (Europe)', 'New Value': '12.00', Currency: 'CHF' }]);
  });

  it('contains every row once, however many chunks it is read in', async () => {
    await app.db.query(
      `insert into change_history (id, changed_at, batch_id, origin, store_id, store_name, product_id,
         product_source_id, product_title, attribute)
       select gen_random_uuid(), timestamptz '2026-01-01' + (n % 3) * interval '1 microsecond', $1::uuid,
         'bulk_update', $1::uuid, 'Atlas', $1::uuid, '1', 'Hat', 'title'
       from generate_series(1, 4500) as n`,
      [uuidv7()],
    );
    const { rows } = await exported();
    expect([rows.length, new Set(rows.map((row) => row['Change ID'])).size]).toEqual([4500, 4500]);
  });

  it('is only a header if there are no rows', async () => {
    expect((await exported()).rows).toEqual([]);
  });

  it('reports a bad filter as a problem, not as a file', async () => {
    const { status, body } = await get<object>('/history/export', { timezone: 'Mars' });
    expect([status, body.errors[0]?.path]).toEqual([400, 'timezone']);
  });
});
