import { expect, it } from 'vitest';
import type { SourceEdit } from '../../editing.ts';
import { write } from '../testing/editing.ts';
import { useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();
const FABRIC = 'product.metafields.custom.fabric';
const SEASON = 'product.metafields.custom.season';
const definition = (key: string, value: string) => ({
  ownerType: 'PRODUCT' as const,
  namespace: 'custom',
  key,
  name: key,
  type: 'single_line_text_field',
  values: [value],
});

/** A product with two metafields, in a shop that refuses the next deletion of one. */
function open() {
  const metafields = [definition('fabric', 'Canvas'), definition('season', 'Summer')];
  const atlas = simulation.open({ products: 0, metafields, scopes: ['write_products'] });
  const { id } = atlas.shop.catalogue.createProduct({ title: 'Tote', variants: [{}] });
  const edit = (expected: SourceEdit['expected'], values: SourceEdit['values']): SourceEdit => ({
    key: 'tote',
    productId: `gid://shopify/Product/${id}`,
    variantId: null,
    expected,
    values,
  });
  const inShop = (key: string) =>
    atlas.shop.metafields.get({ ownerType: 'PRODUCT', ownerId: id, namespace: 'custom', key })?.value ?? null;
  const refuseToDelete = () =>
    atlas.arm({ kind: 'user_error', message: 'Access to this namespace is not allowed', product: id });
  return { atlas, edit, inShop, refuseToDelete };
}

it('reports a refused deletion with the reason', async () => {
  const { atlas, edit, inShop, refuseToDelete } = open();
  refuseToDelete();
  expect(await write(atlas, edit({ [FABRIC]: 'Canvas' }, { [FABRIC]: null }))).toEqual([
    {
      key: 'tote',
      kind: 'refused',
      message: 'Shopify refused the value: Access to this namespace is not allowed',
    },
  ]);
  expect(inShop('fabric')).toBe('Canvas');
});

it('returns the current values if only one of several is deleted', async () => {
  const { atlas, edit, inShop, refuseToDelete } = open();
  refuseToDelete();
  const expected = { [FABRIC]: 'Canvas', [SEASON]: 'Summer' };
  expect(await write(atlas, edit(expected, { [FABRIC]: null, [SEASON]: null }))).toEqual([
    { key: 'tote', kind: 'applied', values: { [FABRIC]: 'Canvas', [SEASON]: null } },
  ]);
  expect([inShop('fabric'), inShop('season')]).toEqual(['Canvas', null]);
});

it('leaves the outcome unknown if the token is revoked between setting one and deleting another', async () => {
  const { atlas, edit, inShop } = open();
  atlas.arm({ kind: 'status', status: 401 }, { match: 'metafieldsDelete' });
  const expected = { [FABRIC]: 'Canvas', [SEASON]: 'Summer' };
  expect(await write(atlas, edit(expected, { [FABRIC]: 'Wool', [SEASON]: null }))).toMatchObject([
    { key: 'tote', kind: 'unknown' },
  ]);
  expect([inShop('fabric'), inShop('season')]).toEqual(['Wool', 'Summer']);
});
