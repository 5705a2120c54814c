import { BULK_UPDATE_POLL_MS } from '@storefleet/contract/constants';
import type { BulkUpdateError, BulkUpdateItem } from '@storefleet/contract/edits/bulk-updates';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { networkError } from '../../../lib/api/api-error.ts';
import {
  buildBulkUpdate,
  buildBulkUpdateError,
  buildBulkUpdateStore,
} from '../../../testing/builders/build-bulk-update.ts';
import { buildResultItem, buildVariant } from '../../../testing/builders/build-result-item.ts';
import { resultRows } from '../../products/result-rows.ts';
import type { PriceField } from '../price-cell.ts';
import { type PriceEdit, savePrices } from './save-prices.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const batch_id = '0190d000-0000-7000-8000-000000000001';
const rows = resultRows([
  buildResultItem([
    buildVariant({ id: 'red', shopify_id: 'gid://shopify/ProductVariant/1', price: '10.00', cost: '4.00' }),
    buildVariant({ id: 'green', shopify_id: 'gid://shopify/ProductVariant/2', price: '20.00', cost: null }),
  ]),
]);

function edit(variant: 'red' | 'green', field: PriceField, value: string): PriceEdit {
  const row = rows.find(({ key }) => key === variant);
  if (!row) throw new Error(`There is no row ${variant}.`);
  return { cell: { row, field }, value, basedOn: row.variant[field] };
}

const buildError = ({ error = 'It was refused.', ...fields }: Partial<BulkUpdateError>) =>
  buildBulkUpdateError(error, fields);

const waitingStore = buildBulkUpdateStore({
  waiting: {
    for: 'products',
    message: 'Waits for a product.',
    until: null,
    batch_ids: [],
    seconds_left: null,
  },
});

const result = (fields: object = {}) => ({
  success: true,
  succeeded: 1,
  failed: 0,
  unchanged: 0,
  errors: [],
  batch_id,
  ...fields,
});

type Call = { id: string; input: { body?: unknown; headers?: unknown; query?: { offset: number } } };

/** A server that answers its calls one after the other; an error stands for an answer that never came. */
function serverWith(...answers: unknown[]) {
  const calls: Call[] = [];
  const api = {
    call: async (id: string, input: Call['input']) => {
      calls.push({ id, input });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as unknown as ApiClient;
  const { signal } = new AbortController();
  const waits: unknown[] = [];
  const save = async (...edits: PriceEdit[]) =>
    Object.fromEntries(await savePrices(api, edits, signal, (wait) => waits.push(wait)));
  return { calls, save, waits };
}

test('one variant is one reference with the values that were seen and the new ones', async () => {
  const { calls, save } = serverWith(result());
  expect(await save(edit('red', 'price', '11.00'), edit('red', 'cost', '5.00'))).toEqual({
    'red:price': { kind: 'saved' },
    'red:cost': { kind: 'saved' },
  });
  expect(calls).toMatchObject([
    {
      id: 'products.bulkUpdate',
      input: {
        headers: { prefer: 'respond-async, wait=10' },
        body: {
          products_to_update: [
            {
              store_id: '0190a000-0000-7000-8000-000000000001',
              shopify_id: 'gid://shopify/Product/1',
              selectedVariant: { id: 'red', shopify_id: 'gid://shopify/ProductVariant/1' },
              based_on: { price: '10.00', cost: '4.00' },
              attributes_to_set: { price: '11.00', cost: '5.00' },
            },
          ],
        },
      },
    },
  ]);
});

test('an unknown cost is what its new value is based on', async () => {
  const { calls, save } = serverWith(result());
  await save(edit('green', 'cost', '5.00'));
  expect(calls[0]?.input.body).toMatchObject({ products_to_update: [{ based_on: { cost: null } }] });
});

test('each variant hears of its own failure, and a conflict says what the store holds', async () => {
  const { save } = serverWith(
    result({
      success: false,
      failed: 1,
      errors: [
        buildError({
          variant_id: 'red',
          attribute: 'price',
          error: 'The price is 9.00 by now.',
          conflict: { based_on: '10.00', current: '9.00' },
        }),
      ],
    }),
  );
  expect(
    await save(edit('red', 'price', '11.00'), edit('red', 'cost', '5.00'), edit('green', 'price', '21.00')),
  ).toEqual({
    'red:price': { kind: 'conflict', current: '9.00', message: 'The price is 9.00 by now.' },
    'red:cost': { kind: 'failed', message: 'The price is 9.00 by now.' },
    'green:price': { kind: 'saved' },
  });
});

test('an update that takes longer is asked about until it has ended, whatever the network does', async () => {
  const running = buildBulkUpdate({ batch_id, status: 'in_progress', stores: [waitingStore] });
  const ended = { ...result(), status: 'completed', cancelled: 0 };
  const { calls, save, waits } = serverWith({ batch_id }, running, networkError(new Error('offline')), ended);
  const saving = save(edit('red', 'price', '11.00'));
  await vi.advanceTimersByTimeAsync(3 * BULK_UPDATE_POLL_MS);
  expect(await saving).toEqual({ 'red:price': { kind: 'saved' } });
  expect(waits).toEqual([{ batchId: batch_id, message: 'Waits for a product.' }]);
  expect(calls.map(({ id }) => id)).toEqual([
    'products.bulkUpdate',
    'bulkUpdates.get',
    'bulkUpdates.get',
    'bulkUpdates.get',
  ]);
});

test('what an answer has no room for is read from the rows of the update', async () => {
  const item = (variant_id: string, fields: Partial<BulkUpdateItem>) => ({
    variant_id,
    status: 'succeeded',
    error: null,
    changes: [],
    ...fields,
  });
  const conflict = item('red', {
    status: 'conflict',
    error: 'The price is 9.00 by now.',
    changes: [
      { attribute: 'price', old_value: '10.00', new_value: '11.00', current_value: '9.00' },
      { attribute: 'cost', old_value: '4.00', new_value: '5.00', current_value: '4.00' },
    ],
  });
  const { calls, save } = serverWith(
    result({ failed: 1, errors: [] }),
    { items: [conflict], total: 2 },
    { items: [item('green', { status: 'cancelled' })], total: 2 },
  );
  expect(
    await save(edit('red', 'price', '11.00'), edit('red', 'cost', '5.00'), edit('green', 'price', '21.00')),
  ).toEqual({
    'red:price': { kind: 'conflict', current: '9.00', message: 'The price is 9.00 by now.' },
    'red:cost': { kind: 'failed', message: 'The price is 9.00 by now.' },
    'green:price': {
      kind: 'failed',
      message: 'The price of “Blue Hat / Red” was not written: saving it was cancelled.',
    },
  });
  expect(calls.slice(1).map(({ input }) => input.query?.offset)).toEqual([0, 1]);
});

test('an answer that never came is thrown', async () => {
  const { save } = serverWith(networkError(new Error('offline')));
  await expect(save(edit('red', 'price', '11.00'))).rejects.toMatchObject({ code: 'network_error' });
});
