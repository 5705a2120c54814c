import { stockAt } from '@storefleet/contract/attributes/stock';
import { stockOf } from '@storefleet/shopify-simulator/server';
import { expect, it } from 'vitest';
import type { SourceEdit } from '../../editing.ts';
import { kinds, numberOf, read, write } from '../testing/editing.ts';
import { AS_SMALL, readAll } from '../testing/simulated-shop.ts';
import { useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();
const SCOPES = ['write_products', 'write_inventory', 'read_locations'];
const WAREHOUSE = stockAt('Warehouse');

/** A shop with a product of two variants, each stocked at both locations: 6 and 4. */
function open(scopes = SCOPES, names = ['Main street', 'Warehouse']) {
  const atlas = simulation.open({ products: 0, locations: names, scopes });
  const { catalogue, locations } = atlas.shop;
  const product = catalogue.createProduct({ title: 'Mug', variants: [{ tracked: true }, { tracked: true }] });
  const stock = new Map(locations.map(({ id }, index) => [id, index === 0 ? 6 : 4]));
  const inventoryQuantity = [...stock.values()].reduce((sum, one) => sum + one, 0);
  for (const { id } of product.variants) catalogue.updateVariant(id, { stock, inventoryQuantity });
  const edits = product.variants.map(
    ({ id }, index): SourceEdit => ({
      key: String(index),
      productId: `gid://shopify/Product/${product.id}`,
      variantId: `gid://shopify/ProductVariant/${id}`,
      expected: { [WAREHOUSE]: '4' },
      values: { [WAREHOUSE]: '9' },
    }),
  );
  const held = () =>
    catalogue
      .product(product.id)
      ?.variants.map((variant) => locations.map(({ id }) => stockOf(variant, locations).get(id)));
  return { atlas, edits, held };
}

it('sets quantities of several variants with one call', async () => {
  const { atlas, edits, held } = open();
  expect(await write(atlas, ...edits)).toMatchObject([{ kind: 'applied' }, { kind: 'applied' }]);
  expect(held()).toEqual([
    [6, 9],
    [6, 9],
  ]);
  expect(atlas.shop.log.counters().byOperation.inventorySetQuantities).toBe(1);
});

it('does not overwrite a quantity that changed since it was read, but writes the others', async () => {
  const { atlas, edits, held } = open();
  const [stale, good] = edits;
  if (!stale || !good) throw new Error('There are two edits.');
  const outcomes = await write(atlas, { ...stale, expected: { [WAREHOUSE]: '3' } }, good);
  expect(outcomes).toMatchObject([
    { key: '0', kind: 'conflict', current: { [WAREHOUSE]: '4' } },
    { key: '1', kind: 'applied', values: { [WAREHOUSE]: '9' } },
  ]);
  expect(held()).toEqual([
    [6, 4],
    [6, 9],
  ]);
});

it('sets the quantity of a variant whose tracking is switched on with it', async () => {
  const { atlas, edits, held } = open();
  const [edit] = edits;
  if (!edit) throw new Error('There is an edit.');
  atlas.shop.catalogue.updateVariant(numberOf(edit.variantId), { tracked: false });
  const tracking = { ...edit, key: 'on', expected: { tracked: 'false' }, values: { tracked: 'true' } };
  expect(await write(atlas, edit)).toMatchObject([
    { kind: 'refused', message: expect.stringContaining('not tracked') },
  ]);
  // As right before each write.
  await read(atlas, { ...edit, attributes: ['tracked', WAREHOUSE] });
  expect(kinds(await write(atlas, tracking, edit))).toEqual(['applied', 'applied']);
  expect(held()?.[0]).toEqual([6, 9]);
});

it('names the missing scope', async () => {
  const { atlas, edits } = open(['write_products', 'read_inventory', 'read_locations']);
  await expect(write(atlas, ...edits)).rejects.toThrow('write_inventory');
});

it('reads and sets stock at a location beyond the first page', async () => {
  const names = ['Main street', ...Array.from({ length: 299 }, (_, index) => `Depot ${index}`), 'Warehouse'];
  const { atlas, edits, held } = open(SCOPES, names);
  const { connector } = simulation.connect(atlas.host, { stockPerLocation: true });
  const { pages } = await readAll(connector, AS_SMALL);
  const { locations = [], variants = [] } = pages.find(({ products }) => products.length > 0)?.stock ?? {};
  expect(locations.map(({ name }) => name).sort()).toEqual(names.toSorted());
  const idOf = (name: string) => locations.find((location) => location.name === name)?.sourceId ?? '';
  expect(variants).toHaveLength(2);
  for (const { available } of variants) {
    expect(available.size).toBe(301);
    expect([available.get(idOf('Main street')), available.get(idOf('Warehouse'))]).toEqual([6, 4]);
  }
  expect(await write(atlas, ...edits)).toMatchObject([{ kind: 'applied' }, { kind: 'applied' }]);
  expect(held()?.map((levels) => levels.at(-1))).toEqual([9, 9]);
});
