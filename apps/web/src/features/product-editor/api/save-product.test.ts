import { ApiError, networkError } from '@storefleet/client/api-error';
import { BULK_UPDATE_POLL_MS } from '@storefleet/contract/constants';
import { expect, test, vi } from 'vitest';
import { answersInTurn } from '../../../testing/answers-in-turn.ts';
import {
  buildBulkUpdate,
  buildBulkUpdateItem,
  buildBulkUpdateResult,
} from '../../../testing/builders/build-bulk-update.ts';
import { buildProduct } from '../../../testing/builders/build-product.ts';
import { keyOf } from '../fields.ts';
import type { Change } from '../product-draft.ts';
import { saveProduct } from './save-product.ts';

const product = buildProduct();
const [RED = '', GREEN = ''] = product.variants.map(({ id }) => id);

const title: Change = { owner: 'product', attribute: 'title', from: 'Blue Hat', to: 'Red Hat' };
const tags: Change = { owner: 'product', attribute: 'tags', from: 'summer, wool', to: 'wool' };
const price: Change = { owner: RED, attribute: 'price', from: '10.00', to: '12.00' };
const cost: Change = { owner: RED, attribute: 'cost', from: '4.00', to: null };
const sku: Change = { owner: GREEN, attribute: 'sku', from: 'HAT-GREEN', to: 'HAT-G' };

const { signal } = new AbortController();

test('sends each variant’s values with their basis, product values with the first', async () => {
  const { api, calls } = answersInTurn(buildBulkUpdateResult({ succeeded: 3 }));
  const saved = await saveProduct(api, product, [title, tags, price, cost, sku], { signal });
  expect([...saved.outcomes.values()].every(({ kind }) => kind === 'saved')).toBe(true);
  expect(calls[0]).toMatchObject({
    id: 'products.bulkUpdate',
    input: {
      headers: { prefer: 'respond-async, wait=10' },
      body: {
        products_to_update: [
          {
            id: product.id,
            store_id: product.store_id,
            selectedVariant: { id: RED, shopify_id: 'gid://shopify/ProductVariant/1' },
            attributes_to_set: { title: 'Red Hat', tags: ['wool'], price: '12.00', cost: null },
            based_on: { title: 'Blue Hat', tags: ['summer', 'wool'], price: '10.00', cost: '4.00' },
          },
          {
            selectedVariant: { id: GREEN },
            attributes_to_set: { sku: 'HAT-G' },
            based_on: { sku: 'HAT-GREEN' },
          },
        ],
      },
    },
  });
});

test('sends product values alone without a variant', async () => {
  const { api, calls } = answersInTurn(buildBulkUpdateResult());
  await saveProduct(api, product, [title], { signal });
  expect(calls[0]?.input.body).toEqual({
    products_to_update: [
      {
        id: product.id,
        store_id: product.store_id,
        shopify_id: product.shopify_id,
        attributes_to_set: { title: 'Red Hat' },
        based_on: { title: 'Blue Hat' },
      },
    ],
  });
});

test('polls a long save to its end, despite a lost response', async () => {
  vi.useFakeTimers();
  const { api } = answersInTurn(
    { batch_id: 'b' },
    buildBulkUpdate({ status: 'in_progress', total: 2, succeeded: 1 }),
    networkError(new Error('away')),
    buildBulkUpdate({ status: 'completed', total: 2, succeeded: 2 }),
  );
  const seen: string[] = [];
  const saving = saveProduct(api, product, [price, sku], {
    signal,
    onProgress: ({ done, total }) => seen.push(`${done} of ${total}`),
  });
  await vi.advanceTimersByTimeAsync(4 * BULK_UPDATE_POLL_MS);
  const { outcomes } = await saving;
  expect(outcomes.get(keyOf(price))).toEqual({ kind: 'saved' });
  expect(seen).toEqual(['0 of 2', '1 of 2']);
  vi.useRealTimers();
});

test('reports a conflict with the store’s value; its neighbour is held back, others are saved', async () => {
  const { api } = answersInTurn(buildBulkUpdateResult({ success: false, failed: 1 }), {
    items: [
      buildBulkUpdateItem({
        status: 'conflict',
        variant_id: RED,
        changes: [
          { attribute: 'price', old_value: '10.00', new_value: '12.00', current_value: '11.00' },
          { attribute: 'cost', old_value: '4.00', new_value: null, current_value: '4.00' },
        ],
        error: 'It was changed in the store meanwhile.',
      }),
      buildBulkUpdateItem({ variant_id: GREEN }),
    ],
    total: 2,
  });
  const { outcomes } = await saveProduct(api, product, [price, cost, sku], { signal });
  expect(Object.fromEntries(outcomes)).toEqual({
    [keyOf(price)]: { kind: 'conflict', current: '11.00' },
    [keyOf(cost)]: { kind: 'held' },
    [keyOf(sku)]: { kind: 'saved' },
  });
});

test('assigns a refusal to its field, or to the variant if several were sent together', async () => {
  const items = [
    buildBulkUpdateItem({ status: 'failed', variant_id: RED, error: 'The cost is fixed.' }),
    buildBulkUpdateItem({ status: 'failed', variant_id: GREEN, error: 'The SKU is taken.' }),
    buildBulkUpdateItem({ status: 'cancelled' }),
  ];
  const { api } = answersInTurn(buildBulkUpdateResult({ success: false, failed: 3 }), { items, total: 3 });
  const { outcomes, ownerRefusals } = await saveProduct(api, product, [title, price, cost, sku], { signal });
  expect(outcomes.get(keyOf(sku))).toEqual({ kind: 'refused', message: 'The SKU is taken.' });
  expect(outcomes.get(keyOf(price))).toEqual({ kind: 'held' });
  expect(Object.fromEntries(ownerRefusals)).toEqual({
    [RED]: 'The cost is fixed.',
    product: 'The update ended before this was written. Save again.',
  });
});

test('marks the fields named by a refused request, of which nothing was started', async () => {
  const refused = new ApiError({
    status: 400,
    code: 'validation_failed',
    detail: 'Please check the fields.',
    errors: [{ path: 'products_to_update.1.attributes_to_set.sku', message: 'Must be shorter.' }],
  });
  const { api } = answersInTurn(refused);
  const saved = await saveProduct(api, product, [price, sku], { signal });
  expect(saved.batchId).toBeNull();
  expect(Object.fromEntries(saved.outcomes)).toEqual({
    [keyOf(sku)]: { kind: 'refused', message: 'Must be shorter.' },
  });
});
