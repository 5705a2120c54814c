import type { FaultAction } from '@storefleet/shopify-simulator/server';
import { describe, expect, it } from 'vitest';
import { editingOf, editOf, kinds, productOf, read, signal, write } from '../testing/editing.ts';
import { json, useScriptedServer, withCode } from '../testing/scripted-server.ts';
import { type SimulatedShop, useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();
const server = useScriptedServer();

describe('without permission or connection', () => {
  it('names the missing scope', async () => {
    const atlas = simulation.open({ scopes: ['read_products', 'read_inventory'] });
    const product = productOf(atlas);
    for (const edit of [editOf(product, 0, { price: '8.00' }), editOf(product, null, { title: 'Cap' })]) {
      await expect(write(atlas, edit)).rejects.toMatchObject({
        kind: 'scope_missing',
        message: expect.stringContaining('The token lacks the permission write_products.'),
        mayHaveRun: false,
      });
    }
  });

  it('throws the reason of the abort', async () => {
    const atlas = simulation.open();
    const stopped = AbortSignal.abort(new Error('shutting down'));
    const edit = editOf(productOf(atlas), 0, { price: '8.00' });
    await expect(editingOf(atlas.connector).write([edit], { signal: stopped })).rejects.toThrow(
      'shutting down',
    );
  });
});

it('does not send a write that is aborted at the last moment', async () => {
  const atlas = simulation.open();
  const product = productOf(atlas);
  for (const edit of [editOf(product, 0, { price: '8.00' }), editOf(product, null, { title: 'Cap' })]) {
    const stop = new AbortController();
    const beforeWrite = () => stop.abort(new Error('not ours any more'));
    await expect(
      editingOf(atlas.connector).write([edit], { signal: stop.signal, beforeWrite }),
    ).rejects.toThrow('not ours any more');
  }
  expect(atlas.shop.writes.all).toEqual([]);
  expect(kinds(await write(atlas, editOf(product, 0, { price: '8.00' })))).toEqual(['applied']);
});

describe('errors while writing', () => {
  const trouble = ({ arm }: SimulatedShop, action: FaultAction, more = {}) =>
    arm(action, { target: 'graphql', match: 'UpdateVariants', ...more });

  it('retries if nothing was executed', async () => {
    const atlas = simulation.open();
    trouble(atlas, { kind: 'throttled' });
    trouble(atlas, { kind: 'status', status: 429, retryAfter: '1.0' }, { skip: 1 });
    const edit = editOf(productOf(atlas), 0, { price: '8.00' });
    expect(kinds(await write(atlas, edit))).toEqual(['applied']);
    expect(atlas.shop.writes.all).toHaveLength(1);
  });

  it.each([
    { kind: 'reset' },
    { kind: 'status', status: 502, html: true },
    { kind: 'status', status: 504 },
    { kind: 'internal_error' },
  ] as const)('that may have hidden a success is not repeated: %j', async (action) => {
    const atlas = simulation.open();
    trouble(atlas, action);
    const product = productOf(atlas, 2);
    const edits = [editOf(product, 0, { price: '8.00' }), editOf(product, null, { title: 'Cap' })];
    const outcomes = await write(atlas, ...edits);
    // Nothing is sent after it either: the call may still be running.
    expect(outcomes).toEqual(
      edits.map(({ key }) => ({
        key,
        kind: 'unknown',
        error: expect.objectContaining({ kind: 'transient', mayHaveRun: true }),
      })),
    );
    expect(atlas.shop.writes.all).toHaveLength(0);
    expect(kinds(await write(atlas, ...edits))).toEqual(['applied', 'applied']);
  });

  it('leaves the outcome unknown if the answer is lost; a fetch shows it', async () => {
    const atlas = simulation.open();
    trouble(atlas, { kind: 'applied_answer_lost' });
    const edit = editOf(productOf(atlas), 0, { price: '8.00' });
    expect(await write(atlas, edit)).toMatchObject([{ kind: 'unknown', error: { mayHaveRun: true } }]);
    expect(await read(atlas, { ...edit, attributes: ['price'] })).toEqual([{ price: '8.00' }]);
    expect(atlas.shop.writes.of(edit.variantId ?? '', 'price')).toHaveLength(1);
  });

  it('leaves the outcome unknown if a value of the answer could not be read', async () => {
    const edit = editOf(productOf(simulation.open()), 0, { cost: '4.00' });
    const path = ['productVariantsBulkUpdate', 'productVariants', 0, 'inventoryItem', 'unitCost'];
    const productVariants = [{ id: edit.variantId, inventoryItem: { unitCost: null } }];
    server.script(
      json(200, {
        data: { productVariantsBulkUpdate: { productVariants, userErrors: [] } },
        errors: [withCode('INTERNAL_SERVER_ERROR', 'Internal error', { path })],
      }),
    );
    const outcomes = await write(simulation.connect(server.host), edit);
    expect(outcomes).toMatchObject([{ kind: 'unknown', error: { mayHaveRun: true } }]);
  });

  it('keeps the outcome of the first call if the second fails', async () => {
    const atlas = simulation.open();
    const product = productOf(atlas);
    const edits = [editOf(product, 0, { price: '8.00' }), editOf(product, null, { title: 'Cap' })];
    trouble(atlas, { kind: 'status', status: 402 }, { match: 'UpdateProduct' });
    expect(await write(atlas, ...edits)).toEqual([
      expect.objectContaining({ kind: 'applied' }),
      expect.objectContaining({ kind: 'refused', message: expect.stringContaining('is frozen at Shopify') }),
    ]);
  });
});

describe('many products in parallel', () => {
  it('are written as fast as the bucket allows, and never throttled', async () => {
    const atlas = simulation.open({ products: 260, bucket: { maximumAvailable: 400, restoreRate: 20 } });
    const { clock } = simulation;
    const products = Array.from({ length: 260 }, (_, place) => productOf(atlas, 1, place));
    const editing = editingOf(atlas.connector);
    const startedAt = clock.now().getTime();
    const queue = products.map((product) =>
      product.variants.map((_variant, place) => editOf(product, place, { price: '8.00', cost: '4.00' })),
    );
    const worker = async () => {
      for (let edits = queue.pop(); edits !== undefined; edits = queue.pop()) {
        expect(new Set(kinds(await editing.write(edits, { signal })))).toEqual(new Set(['applied']));
      }
    };
    await Promise.all(Array.from({ length: editing.concurrency }, worker));
    const { throttled, points } = atlas.shop.log.counters();
    expect(throttled).toBe(0);
    const seconds = (clock.now().getTime() - startedAt) / 1000;
    expect(points / (400 + 20 * seconds)).toBeGreaterThan(0.95);
  });
});
