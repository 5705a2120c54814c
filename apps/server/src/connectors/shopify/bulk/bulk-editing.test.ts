import { describe, expect, it } from 'vitest';
import type { BulkEditing, EditOutcome, SourceEdit } from '../../editing.ts';
import type { JsonValue } from '../../json-value.ts';
import { editingOf, editOf, held, kinds, numberOf, signal } from '../testing/editing.ts';
import { json, useScriptedServer, withCode } from '../testing/scripted-server.ts';
import { catalogueOf } from '../testing/simulated-shop.ts';
import { type SimulatedShop, useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();
const server = useScriptedServer();

const LABEL = 'batch 7, store 3';
const startedAfter = new Date(0);

function bulkOf({ connector }: Pick<SimulatedShop, 'connector'>): BulkEditing {
  const { bulk } = editingOf(connector);
  if (bulk === null) throw new Error('The connector has no bulk editing.');
  return bulk;
}

/** A different price for every variant of the shop. */
function newPrices(atlas: SimulatedShop): SourceEdit[] {
  return catalogueOf(atlas.shop).flatMap((product, index) =>
    product.variants.map((_variant, place) =>
      editOf(product, place, { price: `${1000 + index}.${10 + (place % 90)}` }),
    ),
  );
}

const start = async (atlas: SimulatedShop, edits: readonly SourceEdit[], label = LABEL) => {
  const operation = await bulkOf(atlas).start(edits, { label, signal });
  // It is stored in a database until it is followed.
  return JSON.parse(JSON.stringify(operation)) as JsonValue;
};

async function follow(
  atlas: Pick<SimulatedShop, 'connector'>,
  operation: JsonValue,
  edits: readonly SourceEdit[],
  onProgress?: (done: number) => void,
): Promise<Map<string, EditOutcome>> {
  const outcomes = new Map<string, EditOutcome>();
  const options = { signal, ...(onProgress ? { onProgress } : {}) };
  for await (const page of bulkOf(atlas).follow(operation, edits, options)) {
    for (const outcome of page) {
      expect(outcomes.has(outcome.key)).toBe(false);
      outcomes.set(outcome.key, outcome);
    }
  }
  return outcomes;
}

const applied = (edit: SourceEdit) => ({ key: edit.key, kind: 'applied', values: edit.values });
const inOrder = (edits: readonly SourceEdit[], outcomes: Map<string, EditOutcome>) =>
  edits.map(({ key }) => outcomes.get(key));
const idOf = (operation: { id: number } | undefined) => `gid://shopify/BulkOperation/${operation?.id}`;
const operationsOf = ({ shop }: SimulatedShop) => shop.log.counters().byOperation;

describe('a file of edits', () => {
  it('changes every variant, for a handful of points', async () => {
    const atlas = simulation.open({ products: 120 });
    const edits = newPrices(atlas);
    const outcomes = await follow(atlas, await start(atlas, edits), edits);
    expect(inOrder(edits, outcomes)).toEqual(edits.map(applied));
    expect(edits.map((edit) => held(atlas, edit).price)).toEqual(edits.map(({ values }) => values.price));
    expect(atlas.shop.writes.all).toHaveLength(edits.length);
    expect(operationsOf(atlas)).toMatchObject({ stagedUploadsCreate: 1, bulkOperationRunMutation: 1 });
    // One call per product would cost 1,200 or more.
    expect(atlas.shop.log.counters().points).toBeLessThan(200);
  });

  it('changes every attribute of a variant, and keeps the units of weights', async () => {
    const atlas = simulation.open({ products: 12 });
    const values = {
      price: '5.00',
      cost: null,
      compare_at_price: '9.00',
      barcode: '1',
      sku: null,
      weight: '0.5',
    };
    const edits = catalogueOf(atlas.shop).map((product) => editOf(product, 0, values));
    const units = () => catalogueOf(atlas.shop).map(({ variants }) => variants[0]?.weightUnit);
    const before = units();
    const outcomes = await follow(atlas, await start(atlas, edits), edits);
    expect(inOrder(edits, outcomes)).toEqual(edits.map(applied));
    expect(edits.map((edit) => held(atlas, edit))).toEqual(edits.map(() => values));
    expect(units()).toEqual(before);
  });

  it('changes products', async () => {
    const atlas = simulation.open({ products: 40 });
    const edits = catalogueOf(atlas.shop).map((product) =>
      editOf(product, null, { tags: 'sale, summer', status: 'draft' }),
    );
    const outcomes = await follow(atlas, await start(atlas, edits), edits);
    expect(inOrder(edits, outcomes)).toEqual(edits.map(applied));
    expect(new Set(catalogueOf(atlas.shop).map(({ status }) => status))).toEqual(new Set(['draft']));
  });

  it('moves products to a category by its full name', async () => {
    const atlas = simulation.open({ products: 30 });
    const edits = catalogueOf(atlas.shop).map((product) =>
      editOf(product, null, { category: 'Furniture > Benches' }),
    );
    const outcomes = await follow(atlas, await start(atlas, edits), edits);
    expect(inOrder(edits, outcomes)).toEqual(edits.map(applied));
    expect([...atlas.shop.catalogue.products()].map(({ category }) => category)).toEqual(
      edits.map(() => 'fr-3'),
    );
  });

  it('puts products into collections and takes them out', async () => {
    const made = [{ title: 'Gifts' }, { title: 'Sale', oneIn: 1 }];
    const { shop, host } = simulation.open({ products: 30, collections: made });
    const { all } = shop.collections;
    const collections = all.map(({ id, handle, title }) => {
      return { sourceId: `gid://shopify/Collection/${id}`, handle, title, isManual: true };
    });
    const { connector } = simulation.connect(host, { collections });
    const edits = catalogueOf(shop).map((product) => ({
      ...editOf(product, null, { 'collection.gifts': 'true', 'collection.sale': 'false' }),
      expected: { 'collection.gifts': 'false', 'collection.sale': 'true' },
    }));
    const bulk = bulkOf({ connector });
    const outcomes = await follow({ connector }, await bulk.start(edits, { label: LABEL, signal }), edits);
    expect(inOrder(edits, outcomes)).toEqual(edits.map(applied));
    const memberships = [...shop.catalogue.products()].map((product) =>
      all.map((collection) => shop.collections.holds(collection, product)),
    );
    expect(memberships).toEqual(edits.map(() => [true, false]));
  });

  it('has one kind only: the other is unchanged, without an outcome', async () => {
    const atlas = simulation.open({ products: 10 });
    const [first, ...others] = catalogueOf(atlas.shop);
    if (first === undefined) throw new Error('no product');
    const title = editOf(first, null, { title: 'Cap' });
    const prices = others.map((product) => editOf(product, 0, { price: '5.00' }));
    const edits = [title, ...prices];
    const outcomes = await follow(atlas, await start(atlas, edits), edits);
    expect([...outcomes.keys()].sort()).toEqual(prices.map(({ key }) => key).sort());
    expect(held(atlas, title).title).toBe(first.title);
  });

  it('assigns each refusal to its edit', async () => {
    const atlas = simulation.open({ products: 30 });
    const edits = newPrices(atlas).map((edit, index) =>
      index % 5 === 0 ? { ...edit, values: { price: index % 2 === 0 ? '-1' : 'abc' } } : edit,
    );
    const outcomes = await follow(atlas, await start(atlas, edits), edits);
    expect(inOrder(edits, outcomes)).toEqual(
      edits.map((edit) =>
        edit.values.price === '-1'
          ? { key: edit.key, kind: 'refused', message: 'The price must be 0 or more.' }
          : edit.values.price === 'abc'
            ? { key: edit.key, kind: 'refused', message: expect.stringContaining('must be a number') }
            : applied(edit),
      ),
    );
  });

  it('gives no outcome for a missing product, and reports a missing variant', async () => {
    const atlas = simulation.open({ products: 10, variantsPerProduct: 2 });
    const edits = newPrices(atlas);
    const [first, second, third] = edits;
    if (first === undefined || second === undefined || third === undefined) {
      throw new Error('too few variants');
    }
    atlas.shop.catalogue.deleteProduct(numberOf(first.productId));
    const moved = { ...third, variantId: first.variantId };
    const asked = [first, second, moved, ...edits.slice(3)];
    const outcomes = await follow(atlas, await start(atlas, asked), asked);
    expect(outcomes.has(first.key)).toBe(false);
    expect(outcomes.has(second.key)).toBe(false);
    expect(outcomes.get(moved.key)).toEqual({ key: moved.key, kind: 'missing' });
    expect(asked.slice(3).map(({ key }) => outcomes.get(key))).toEqual(asked.slice(3).map(applied));
  });

  it('gives no outcome for a value that could not be read', async () => {
    const [edit] = newPrices(simulation.open());
    if (edit === undefined) throw new Error('no variant');
    const id = 'gid://shopify/BulkOperation/1';
    const url = `http://${server.host}/file.jsonl`;
    const counts = { objectCount: '1', rootObjectCount: '1', errorCode: null, partialDataUrl: null };
    const productVariants = [{ id: edit.variantId, inventoryItem: { unitCost: null } }];
    const line = {
      data: {
        productVariantsBulkUpdate: { product: { id: edit.productId }, productVariants, userErrors: [] },
      },
      errors: [withCode('INTERNAL_SERVER_ERROR', 'Internal error')],
    };
    server.script(
      json(200, { data: { bulkOperation: { id, status: 'COMPLETED', url, ...counts } } }),
      (_request, response) => void response.end(`${JSON.stringify(line)}\n`),
    );
    const operation = { kind: 'variants', operationId: id, lines: 1, told: [] };
    const costs = [{ ...edit, expected: { cost: '3.00' }, values: { cost: '4.00' } }];
    expect(await follow(simulation.connect(server.host), operation, costs)).toEqual(new Map());
  });

  it('reports its progress', async () => {
    const atlas = simulation.open({ products: 200, bulkObjectsPerSecond: 20 });
    const edits = newPrices(atlas);
    const told: number[] = [];
    await follow(atlas, await start(atlas, edits), edits, (done) => told.push(done));
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...told].sort((one, other) => one - other));
    expect(told.at(-1)).toBeGreaterThan(edits.length / 2);
    expect(told.at(-1)).toBeLessThanOrEqual(edits.length);
  });

  it('can be followed again by another worker, with the remaining edits', async () => {
    const atlas = simulation.open({ products: 60, variantsPerProduct: 3 });
    const edits = newPrices(atlas).map((edit, index) =>
      index % 7 === 0 ? { ...edit, values: { price: '-1' } } : edit,
    );
    const operation = await start(atlas, edits);
    await follow(atlas, operation, edits);
    const left = edits.slice(90);
    const again = await follow(atlas, operation, left);
    expect(kinds([...again.values()]).filter((kind) => kind === 'applied').length).toBeGreaterThan(60);
    expect([...again.keys()].every((key) => left.some((edit) => edit.key === key))).toBe(true);
    // With only some edits of a product, an error with an index has no outcome: it is never assigned to
    // another.
    const parts = edits.filter((_edit, index) => index % 3 !== 0);
    for (const outcome of (await follow(atlas, operation, parts)).values()) {
      const edit = parts.find(({ key }) => key === outcome.key);
      expect(outcome.kind).toBe(edit?.values.price === '-1' ? 'refused' : 'applied');
    }
    expect(operationsOf(atlas).bulkOperationRunMutation).toBe(1);
  });
});

describe('the start', () => {
  it('whose answer was lost is found by its label', async () => {
    const atlas = simulation.open({ products: 20 });
    const edits = newPrices(atlas);
    atlas.arm({ kind: 'applied_answer_lost' }, { match: 'bulkOperationRunMutation' });
    const outcomes = await follow(atlas, await start(atlas, edits), edits);
    expect(inOrder(edits, outcomes)).toEqual(edits.map(applied));
    expect(operationsOf(atlas).bulkOperationRunMutation).toBe(1);
    expect(atlas.shop.writes.all).toHaveLength(edits.length);
  });

  it('whose answer was lost is found behind more operations than fit a page of the list', async () => {
    const atlas = simulation.open({ products: 2 });
    for (let index = 0; index < 130; index += 1) {
      const operation = await start(atlas, newPrices(atlas), `older ${index}`);
      await follow(atlas, operation, []);
      simulation.clock.advance(60_000);
    }
    atlas.shop.bulkObjectsPerSecond = 0;
    const edits = newPrices(atlas);
    atlas.arm({ kind: 'applied_answer_lost' }, { match: 'bulkOperationRunMutation' });
    const operation = await start(atlas, edits);
    expect(operation).toMatchObject({ operationId: idOf(atlas.shop.bulkOperations.all.at(-1)) });
    const listed = () => operationsOf(atlas).bulkOperations ?? 0;
    // The newest page has it. Older pages are searched otherwise.
    expect(listed()).toBe(1);
    expect(await bulkOf(atlas).find('older 3', { signal, startedAfter })).toMatchObject({
      operationId: idOf(atlas.shop.bulkOperations.all[3]),
    });
    expect(listed()).toBe(3);
    expect(await bulkOf(atlas).find('never started', { signal, startedAfter })).toBeNull();
    expect(listed()).toBe(5);
    const anHourAgo = new Date(simulation.clock.now().getTime() - 60 * 60_000);
    expect(await bulkOf(atlas).find('never started', { signal, startedAfter: anHourAgo })).toBeNull();
    expect(listed()).toBe(7);
  });

  it('whose request was lost says that the outcome is unknown', async () => {
    const atlas = simulation.open({ products: 5 });
    atlas.arm({ kind: 'reset' }, { match: 'bulkOperationRunMutation' });
    await expect(start(atlas, newPrices(atlas))).rejects.toMatchObject({
      kind: 'transient',
      mayHaveRun: true,
    });
    expect(atlas.shop.writes.all).toHaveLength(0);
    expect(await bulkOf(atlas).find(LABEL, { signal, startedAfter })).toBeNull();
  });

  it.each(['2025-10', '2026-01', '2026-10'])(
    'is found after a crash, and never that of another (%s)',
    async (apiVersion) => {
      const atlas = simulation.open({ products: 20 }, { apiVersion });
      const edits = newPrices(atlas);
      await start(atlas, edits);
      await start(atlas, edits.slice(0, 3), 'batch 8, store 3');
      const after = simulation.connect(atlas.host, { apiVersion });
      const found = await bulkOf(after).find(LABEL, { signal, startedAfter });
      const outcomes = await follow(after, found, edits);
      expect(inOrder(edits, outcomes)).toEqual(edits.map(applied));
      expect(await bulkOf(after).find('batch 9, store 3', { signal, startedAfter })).toBeNull();
    },
  );

  it('uploads the file again when storage has a problem', async () => {
    const atlas = simulation.open({ products: 5 });
    const edits = newPrices(atlas);
    atlas.arm({ kind: 'status', status: 503, html: true }, { target: 'upload' });
    const outcomes = await follow(atlas, await start(atlas, edits), edits);
    expect(kinds([...outcomes.values()])).toEqual(edits.map(() => 'applied'));
    expect(operationsOf(atlas).stagedUploadsCreate).toBe(2);
  });

  it('requires write_products', async () => {
    const atlas = simulation.open({ products: 5, scopes: ['read_products', 'read_inventory'] });
    const edits = newPrices(atlas);
    // Later calls report what is missing.
    expect(await follow(atlas, await start(atlas, edits), edits)).toEqual(new Map());
    expect(atlas.shop.writes.all).toHaveLength(0);
  });

  it('waits for a slot while others hold all five', async () => {
    const atlas = simulation.open({ products: 12, bulkObjectsPerSecond: 1 });
    const edits = newPrices(atlas);
    for (const number of [1, 2, 3, 4, 5]) {
      await start(atlas, edits, `batch ${number}, store 3`);
    }
    await start(atlas, edits);
    expect(atlas.waits).toContain(4_000);
  });

  it('is not sent if it is revoked at the last moment', async () => {
    const atlas = simulation.open({ products: 5 });
    const stop = new AbortController();
    const beforeWrite = () => stop.abort(new Error('not ours any more'));
    await expect(
      bulkOf(atlas).start(newPrices(atlas), { signal: stop.signal, label: LABEL, beforeWrite }),
    ).rejects.toThrow('not ours any more');
    expect(operationsOf(atlas)).toEqual({ stagedUploadsCreate: 1, upload: 1 });
  });

  it('starts nothing if everything is refused in advance', async () => {
    const atlas = simulation.open({ products: 5 });
    const edits = newPrices(atlas).map((edit) => ({ ...edit, values: { price: null } }));
    const outcomes = await follow(atlas, await start(atlas, edits), edits);
    expect(new Set(kinds([...outcomes.values()]))).toEqual(new Set(['refused']));
    expect(operationsOf(atlas)).toEqual({});
  });
});

describe('a running operation', () => {
  it('is stopped, and reports what it had done', async () => {
    const atlas = simulation.open({ products: 200, variantsPerProduct: 1, bulkObjectsPerSecond: 10 });
    const edits = newPrices(atlas);
    const operation = await start(atlas, edits);
    let cancelled: Promise<boolean> | null = null;
    const outcomes = await follow(atlas, operation, edits, (done) => {
      if (done >= 20) cancelled ??= bulkOf(atlas).cancel(operation, { signal });
    });
    expect(await cancelled).toBe(false);
    expect(outcomes.size).toBeGreaterThan(0);
    expect(outcomes.size).toBeLessThan(edits.length);
    const changed = new Set(atlas.shop.writes.all.map(({ variantId }) => variantId));
    expect(
      edits
        .filter(({ key }) => outcomes.has(key))
        .map(({ variantId }) => variantId)
        .sort(),
    ).toEqual([...changed].sort());
    expect(await bulkOf(atlas).cancel(operation, { signal })).toBe(true);
  });

  it('continues at Shopify when nobody follows it any more', async () => {
    const atlas = simulation.open({ products: 50, bulkObjectsPerSecond: 0 });
    const edits = newPrices(atlas);
    const operation = await start(atlas, edits);
    const stop = AbortSignal.abort(new Error('shutting down'));
    const following = bulkOf(atlas).follow(operation, edits, { signal: stop });
    await expect(following.next()).rejects.toThrow('shutting down');
    expect(operationsOf(atlas).bulkOperationCancel).toBeUndefined();
    atlas.shop.bulkObjectsPerSecond = null;
    expect((await follow(atlas, operation, edits)).size).toBe(edits.length);
  });

  it.each(['reset', 'clean'] as const)(
    'has its results read on where they broke off (%s)',
    async (ending) => {
      const atlas = simulation.open({ products: 150 });
      const edits = newPrices(atlas);
      const operation = await start(atlas, edits);
      for (const afterBytes of [20_000, 7, 0]) {
        atlas.arm({ kind: 'cut', afterBytes, ending });
      }
      atlas.arm({ kind: 'expired_url' }, { skip: 2 });
      expect(inOrder(edits, await follow(atlas, operation, edits))).toEqual(edits.map(applied));
    },
  );

  it('that Shopify lost has no outcomes', async () => {
    const atlas = simulation.open({ products: 5 });
    const edits = newPrices(atlas);
    const operation = {
      ...((await start(atlas, edits)) as object),
      operationId: 'gid://shopify/BulkOperation/999999',
    };
    expect((await follow(atlas, operation, edits)).size).toBe(0);
  });
});
