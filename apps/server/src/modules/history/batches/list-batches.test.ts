import type { HistoryBatchList, Provenance } from '@storefleet/contract/edits/history';
import { openTestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { addRecord } from '../../../../test/history/records.ts';

const app = await openTestApp();
beforeEach(async () => {
  await app.db.query('truncate change_history, change_history_batches, edit_batches cascade');
});

const list = (params: Record<string, string> = {}) =>
  app.bodyOf<HistoryBatchList>('GET', `/history/batches?${new URLSearchParams(params)}`);
const titles = async (params?: Record<string, string>) =>
  (await list(params)).batches.map(({ title }) => title);

async function addUpdate(title: string | null, note: string | null = null, undoes: string | null = null) {
  const id = uuidv7();
  await app.db.query(
    `insert into edit_batches (id, origin, status, attributes, created_at, title, note, undoes_batch_id)
     values ($1, 'bulk_update', 'completed', '{price}', now(), $2, $3, $4)`,
    [id, title, note, undoes],
  );
  return id;
}

it('returns one line per update, newest first, with its title, note and counts', async () => {
  const [atlas, kumo, user] = [uuidv7(), uuidv7(), uuidv7()];
  const batch_id = await addUpdate('Price +4 %', 'Spring prices');
  const of = { batch_id, user_id: user, user_email: 'sam@example.com', user_name: 'Sam' };
  await addRecord(app.db, { ...of, store_id: atlas, changed_at: '2026-03-01T10:00:00Z' });
  await addRecord(app.db, { ...of, store_id: atlas, changed_at: '2026-03-01T10:00:05Z' });
  await addRecord(app.db, { ...of, store_id: kumo, store_name: 'Kumo', changed_at: '2026-03-01T10:00:07Z' });
  await addRecord(app.db, { batch_id: await addUpdate(null) });
  const { batches, next } = await list();
  expect(batches.map(({ title }) => title)).toEqual([
    'Price edited, 1 variant in 1 store',
    'Price +4 %, 3 variants in 2 stores',
  ]);
  expect(batches[1]).toEqual({
    batch_id,
    title: 'Price +4 %, 3 variants in 2 stores',
    note: 'Spring prices',
    override: null,
    approved_by: null,
    scheduled_by: null,
    timestamp: '2026-03-01T10:00:00.000Z',
    origin: 'bulk_update',
    found_by: null,
    user_details: { id: user, email: 'sam@example.com', name: 'Sam' },
    status: 'completed',
    changes: 3,
    failed: 0,
    stores: ['Atlas', 'Kumo'],
    undone_by_batch_id: null,
  });
  expect(next).toBeNull();
});

it('finds by store, person, attribute, source, day, product and batch', async () => {
  const record = { store_id: uuidv7(), user_id: uuidv7(), product_id: uuidv7(), variant_id: uuidv7() };
  const batch_id = await addUpdate('Wanted');
  await addRecord(app.db, { ...record, batch_id, attribute: 'cost', changed_at: '2026-03-01T10:00:00Z' });
  await addRecord(app.db, { batch_id: await addUpdate('Other'), origin: 'undo' });
  const wanted = ['Wanted, 1 variant in 1 store'];
  const filters: Record<string, string>[] = [
    { store_id: record.store_id },
    { user_id: record.user_id },
    { product_id: record.product_id },
    { variant_id: record.variant_id },
    { batch_id },
    { attribute: 'cost' },
    { source: 'bulk_update' },
    { end_date: '2026-03-01' },
    { product_id: record.product_id, attribute: 'cost', start_date: '2026-03-01', source: 'bulk_update' },
  ];
  for (const filter of filters) expect([filter, await titles(filter)]).toEqual([filter, wanted]);
  expect(await titles({ product_id: record.product_id, attribute: 'sku' })).toEqual([]);
});

it('shows an update as undone once all of it is undone, and no longer once part is redone', async () => {
  const price = await addUpdate('Price +4 %');
  for (const attribute of ['price', 'price', 'cost']) await addRecord(app.db, { batch_id: price, attribute });
  const undo = async (undone: string, changes: number) => {
    const batch_id = await addUpdate('Undo', null, undone);
    for (let index = 0; index < changes; index += 1) await addRecord(app.db, { batch_id, origin: 'undo' });
    return batch_id;
  };
  const undoneBy = async (filter?: Record<string, string>) =>
    (await list(filter)).batches.find(({ batch_id }) => batch_id === price)?.undone_by_batch_id;
  const first = await undo(price, 1);
  expect(await undoneBy()).toBeNull();
  const second = await undo(price, 2);
  expect([await undoneBy(), await undoneBy({ attribute: 'cost' })]).toEqual([second, second]);
  await undo(price, 0);
  expect(await undoneBy()).toBe(second);
  const again = await undo(first, 1);
  expect(await undoneBy()).toBeNull();
  await undo(again, 1);
  expect(await undoneBy()).toBe(second);
});

it('pages by the last line, with each update once', async () => {
  for (let index = 0; index < 5; index += 1) {
    await addRecord(app.db, { batch_id: await addUpdate(`Update ${index}`) });
  }
  const first = await list({ limit: '3' });
  const second = await list({ limit: '3', before: first.next ?? '' });
  expect([...first.batches, ...second.batches].map(({ title }) => title.slice(0, 8))).toEqual([
    'Update 4',
    'Update 3',
    'Update 2',
    'Update 1',
    'Update 0',
  ]);
  expect(second.next).toBeNull();
});

it('says who last set a value and in which update, or when it was first seen', async () => {
  const value = { product_id: uuidv7(), variant_id: uuidv7() };
  const batch_id = await addUpdate('Price +4 %', 'Spring prices');
  await addRecord(app.db, { ...value, new_value: '11.00', changed_at: '2026-03-01T10:00:00Z' });
  await addRecord(app.db, { ...value, batch_id, new_value: '12.00', changed_at: '2026-03-02T10:00:00Z' });
  await addRecord(app.db, { ...value, attribute: 'cost', changed_at: '2026-03-03T10:00:00Z' });
  const ask = async (params: Record<string, string>) => {
    const response = await app.fetchApi(`/history/provenance?${new URLSearchParams(params)}`);
    return (await response.json()) as Provenance;
  };
  expect(await ask({ ...value, attribute: 'price' })).toMatchObject({
    change: { new_value: '12.00', batch_id },
    title: 'Price +4 %, 1 variant in 1 store',
    note: 'Spring prices',
    override: null,
    approved_by: null,
    first_seen: null,
  });
  const nothing = {
    change: null,
    title: null,
    note: null,
    override: null,
    approved_by: null,
    first_seen: null,
  };
  expect(await ask({ ...value, attribute: 'sku' })).toEqual(nothing);
  expect(await ask({ product_id: value.product_id, attribute: 'title' })).toEqual(nothing);
});
