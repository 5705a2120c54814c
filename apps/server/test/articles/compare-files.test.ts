import type { OrderedFile } from '@storefleet/contract/files';
import { openTestApp } from '@storefleet/test-support/app';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { addProduct, addStore } from '../products/catalogue.ts';

const app = await openTestApp({ environment: { PROCESS_ROLE: 'web' } });
await app.signIn();
const { db } = app;
const [zurich, berlin, paris] = [
  await addStore(db, 'A Zurich', 'CHF'),
  await addStore(db, 'B Berlin', 'EUR'),
  await addStore(db, 'C Paris', 'EUR'),
];
await addProduct(db, zurich, 'Tent', [{ sku: 'T-1', price: '105.00', inventory_quantity: 3 }]);
await addProduct(db, berlin, 'Tent', [{ sku: 'T-1', price: '100.00' }]);
await addProduct(db, paris, '=Tente', [{ sku: 'T-1', price: '110.00' }]);
await addProduct(db, berlin, 'Mug', [
  { sku: 'M-1', price: '5.00' },
  { sku: 'm-1', price: '6.00' },
]);
const created = await app.fetchApi('/rules', {
  method: 'POST',
  json: {
    attribute: 'price',
    store_ids: [paris],
    source_store_id: berlin,
    way: { kind: 'same' },
  },
});
expect(created.status).toBe(201);

const rowsOf = async (path: string) => {
  const response = await app.fetchApi(path);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return parse(text, { columns: true, bom: true }) as Record<string, string>[];
};

const TENT = {
  Article: 'Tent',
  Code: 'T-1',
  Different: 'Price: B Berlin, C Paris',
  'Missing in': '',
  'Against a rule': 'Price in C Paris: 100.00',
  Doubtful: '',
  'A Zurich · Price (CHF)': '105.00',
  'B Berlin · Price (EUR)': '100.00',
  'C Paris · Price (EUR)': '110.00',
};

it('exports a comparison, with a column per store and attribute, and says what differs', async () => {
  expect(await rowsOf('/compare/export')).toEqual([
    {
      Article: 'Mug',
      Code: 'M-1',
      Different: 'Price: B Berlin',
      'Missing in': 'A Zurich; C Paris',
      'Against a rule': '',
      Doubtful: 'More than once in a store',
      'A Zurich · Price (CHF)': '',
      'B Berlin · Price (EUR)': '5.00 | 6.00',
      'C Paris · Price (EUR)': '',
    },
    TENT,
  ]);
  const some = `attributes=title,inventory_quantity&store_ids=${paris},${zurich}&query=tent`;
  expect(await rowsOf(`/compare/export?${some}`)).toEqual([
    {
      Article: "'=Tente",
      Code: 'T-1',
      Different: 'Title: C Paris, A Zurich; Stock: C Paris, A Zurich',
      'Missing in': '',
      'Against a rule': '',
      Doubtful: '',
      'C Paris · Title': "'=Tente",
      'C Paris · Stock': '',
      'A Zurich · Title': 'Tent',
      'A Zurich · Stock': '3',
    },
  ]);
  expect(await rowsOf('/compare/export?query=nothing-like-it')).toEqual([]);
});

it('exports it for Excel, also after leaving the page', async () => {
  const json = { format: 'xlsx', title: 'Comparison' };
  const ordered = await app.fetchApi('/files/comparison?conflict=any&attributes=price', {
    method: 'POST',
    json,
  });
  const { id } = (await ordered.json()) as OrderedFile;
  const fetched = await app.fetchApi(`/files/${id}`, { token: null });
  const direct = await app.fetchApi('/compare/export?differs_in=price&query=tent&format=xlsx');
  const sheets = await Promise.all(
    [fetched, direct].map(async (one) => readSheet(Buffer.from(await one.arrayBuffer()))),
  );
  expect(sheets[0]?.map((row) => row[0])).toEqual(['Article', 'Mug']);
  expect(sheets[1]).toEqual([
    Object.keys(TENT),
    ['Tent', 'T-1', 'Price: B Berlin, C Paris', null, 'Price in C Paris: 100.00', null, 105, 100, 110],
  ]);
});
