import { networkError } from '@storefleet/client/api-error';
import type { ListedAttribute } from '@storefleet/contract/attributes/attributes';
import { BULK_UPDATE_POLL_MS } from '@storefleet/contract/constants';
import { expect, test, vi } from 'vitest';
import { answersInTurn } from '../../../testing/answers-in-turn.ts';
import {
  buildBulkUpdate,
  buildBulkUpdateItem,
  buildBulkUpdateResult,
  buildBulkUpdateStore,
} from '../../../testing/builders/build-bulk-update.ts';
import { buildResultItem, buildVariant } from '../../../testing/builders/build-result-item.ts';
import { gridRows } from '../../products/grid/grid-rows.ts';
import { storedValue } from '../edit-cell.ts';
import { type CellEdit, saveCells, undoCells } from './save-cells.ts';

const PRODUCT = '0190c000-0000-7000-8000-000000000001';

const rows = gridRows([
  buildResultItem([
    buildVariant({ id: 'red', shopify_id: 'gid://shopify/ProductVariant/1', price: '10.00', cost: '4.00' }),
    buildVariant({ id: 'green', shopify_id: 'gid://shopify/ProductVariant/2', price: '20.00', cost: null }),
  ]),
]);

function edit(variant: 'red' | 'green', field: ListedAttribute, value: string): CellEdit {
  const row = rows.find(({ key }) => key === variant);
  if (!row) throw new Error(`There is no row ${variant}.`);
  return { cell: { row, field }, value, basedOn: storedValue({ row, field }) };
}

function serverWith(...answers: unknown[]) {
  const { api, calls } = answersInTurn(...answers);
  const { signal } = new AbortController();
  const waits: unknown[] = [];
  const following = { signal, onWait: (wait: unknown) => void waits.push(wait) };
  const save = async (...edits: CellEdit[]) =>
    Object.fromEntries((await saveCells(api, edits, following)).outcomes);
  const undo = async (...edits: CellEdit[]) =>
    Object.fromEntries((await undoCells(api, 'saved-batch', edits, following)).outcomes);
  return { calls, save, undo, waits };
}

test('a variant is sent as one reference with its base and new values', async () => {
  const { calls, save } = serverWith(buildBulkUpdateResult());
  const saved = await save(
    edit('red', 'price', '11.00'),
    edit('red', 'cost', '5.00'),
    edit('green', 'cost', '6.00'),
  );
  expect(saved).toEqual({
    'red:price': { kind: 'saved' },
    'red:cost': { kind: 'saved' },
    'green:cost': { kind: 'saved' },
  });
  expect(calls).toMatchObject([{ id: 'products.bulkUpdate' }]);
  expect(calls[0]?.input).toMatchObject({
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
        { selectedVariant: { id: 'green' }, based_on: { cost: null } },
      ],
    },
  });
});

test('a long update is polled until it ends, despite network errors', async () => {
  vi.useFakeTimers();
  const waiting = {
    for: 'products' as const,
    message: 'Waits for a product.',
    until: null,
    batch_ids: [],
    seconds_left: null,
  };
  const running = buildBulkUpdate({ status: 'in_progress', stores: [buildBulkUpdateStore({ waiting })] });
  const { batch_id } = running;
  const lost = networkError(new Error('offline'));
  const { calls, save, waits } = serverWith({ batch_id }, running, lost, buildBulkUpdate());
  const saving = save(edit('red', 'price', '11.00'));
  await vi.advanceTimersByTimeAsync(3 * BULK_UPDATE_POLL_MS);
  expect(await saving).toEqual({ 'red:price': { kind: 'saved' } });
  expect(waits).toEqual([null, { batchId: batch_id, message: 'Waits for a product.' }]);
  const asked = Array.from({ length: 3 }, () => 'bulkUpdates.get');
  expect(calls.map(({ id }) => id)).toEqual(['products.bulkUpdate', ...asked]);
  vi.useRealTimers();
});

test('each variant gets its own error, and a conflict names the store’s value', async () => {
  const conflict = buildBulkUpdateItem({
    variant_id: 'red',
    status: 'conflict',
    error: 'The price is 9.00 by now.',
    changes: [
      { attribute: 'price', old_value: '10.00', new_value: '11.00', current_value: '9.00' },
      { attribute: 'cost', old_value: '4.00', new_value: '5.00', current_value: '4.00' },
    ],
  });
  const { calls, save } = serverWith(
    buildBulkUpdateResult({ failed: 1 }),
    { items: [conflict], total: 2 },
    { items: [buildBulkUpdateItem({ variant_id: 'green', status: 'cancelled' })], total: 2 },
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

test('a lost response throws', async () => {
  const { save } = serverWith(networkError(new Error('offline')));
  await expect(save(edit('red', 'price', '11.00'))).rejects.toMatchObject({ code: 'network_error' });
});

test('product values are sent with its first variant and get their own errors', async () => {
  const { calls, save } = serverWith(buildBulkUpdateResult({ failed: 1 }), {
    items: [
      buildBulkUpdateItem({ variant_id: 'red', status: 'succeeded' }),
      buildBulkUpdateItem({
        variant_id: null,
        product_id: PRODUCT,
        status: 'failed',
        error: 'No such vendor.',
      }),
    ],
    total: 2,
  });
  expect(await save(edit('red', 'sku', ''), edit('green', 'vendor', 'Quarry Lane'))).toEqual({
    'red:sku': { kind: 'saved' },
    [`${PRODUCT}:vendor`]: { kind: 'failed', message: 'No such vendor.' },
  });
  expect(calls[0]?.input.body).toMatchObject({
    products_to_update: [
      {
        selectedVariant: { id: 'red' },
        attributes_to_set: { sku: null, vendor: 'Quarry Lane' },
        based_on: { sku: 'HAT-RED', vendor: null },
      },
    ],
  });
});

test('an undo is followed to its end, and values changed since are conflicts', async () => {
  vi.useFakeTimers();
  const record = { variant_id: 'green', product_id: PRODUCT, attribute_changed: 'price' };
  const conflicts = [{ record, current_value: '22.00', reason: 'It was changed since.' }];
  const { calls, undo } = serverWith({ batch_id: 'undo-batch', conflicts }, buildBulkUpdate());
  const undoing = undo(edit('red', 'price', '10.00'), edit('green', 'price', '20.00'));
  await vi.advanceTimersByTimeAsync(BULK_UPDATE_POLL_MS);
  expect(await undoing).toEqual({
    'red:price': { kind: 'saved' },
    'green:price': { kind: 'conflict', current: '22.00', message: 'It was changed since.' },
  });
  expect(calls[0]).toMatchObject({ id: 'history.undo', input: { body: { batch_id: 'saved-batch' } } });
  vi.useRealTimers();
});
