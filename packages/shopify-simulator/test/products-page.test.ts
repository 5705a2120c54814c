import { expect, test } from 'vitest';
import { type OpenShop, simulation } from './simulation.ts';

const { open } = simulation();
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'x-shopify-access-token': null };

async function save(shop: OpenShop, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(fields).toString();
  const answer = await shop.call('/admin/products', { method: 'POST', headers: FORM, body });
  expect(answer.status).toBe(303);
  return new URLSearchParams(answer.headers.location?.split('?')[1]).get('outcome') ?? '';
}

test('a price and a cost saved there are the shop’s; an invalid price changes nothing', async () => {
  const shop = open({ products: 1, variantsPerProduct: 1 });
  const variant = () => [...shop.shop.catalogue.products()][0]?.variants[0];
  const id = String(variant()?.id);
  expect(await save(shop, { variant: id, price: '19.9', cost: '' })).toMatch(/^Saved: .* at 19\.90\.$/);
  expect(variant()).toMatchObject({ price: '19.90', cost: null });
  for (const price of ['', 'dear', '-1']) {
    expect(await save(shop, { variant: id, price, cost: '' })).toMatch(/^A price is a number/);
  }
  expect(await save(shop, { variant: '7', price: '1', cost: '' })).toMatch(/no longer in the shop/);
  expect(variant()).toMatchObject({ price: '19.90' });
});
