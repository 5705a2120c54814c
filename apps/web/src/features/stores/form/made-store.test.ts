import { expect, test } from 'vitest';
import { isAt } from './made-store.ts';

test.each([
  ['atlas.myshopify.com', 'atlas.myshopify.com', true],
  ['atlas.myshopify.com', ' https://Atlas.myshopify.com/admin/products ', true],
  ['atlas.myshopify.com', 'https://admin.shopify.com/store/atlas/settings', true],
  ['atlas.myshopify.com', 'atlas', true],
  ['atlas.myshopify.com', 'atlas-outdoor.myshopify.com', false],
  ['atlas.myshopify.com', '', false],
  ['warehouse-north', 'warehouse-north', true],
  ['warehouse-north', 'warehouse-north-2', false],
])('the store %s matches “%s”: %s', (shop_url, typed, stands) => {
  expect(isAt({ shop_url }, typed)).toBe(stands);
});
