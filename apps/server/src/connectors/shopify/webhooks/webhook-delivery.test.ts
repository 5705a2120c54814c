import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../platform/crypto/secret.ts';
import { changeIn, endedOperationIn, isSignedWith } from './webhook-delivery.ts';

describe('a signature', () => {
  const secret = new Secret('shpss_00000000000000000000000000000001');
  const body = Buffer.from('{"id":1,"title":"Crème brûlée"}');
  const hmac = (key: string) => createHmac('sha256', key).update(body);

  it('is valid for the bytes of the body and the secret of the app, in base64', () => {
    expect(isSignedWith(secret, body, hmac(secret.reveal()).digest('base64'))).toBe(true);
  });

  it.each([
    ['of another secret', hmac('shpss_2').digest('base64')],
    ['in hex, as in the return from the consent page', hmac(secret.reveal()).digest('hex')],
    ['that is empty', ''],
    ['of another length', 'AAAA'],
    ['that is not base64', '%%%%'],
  ])('%s is invalid', (_what, signature) => expect(isSignedWith(secret, body, signature)).toBe(false));

  it('is invalid for another body with the same meaning', () => {
    const respaced = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1));
    expect(isSignedWith(secret, respaced, hmac(secret.reveal()).digest('base64'))).toBe(false);
  });
});

describe('the change in a delivery', () => {
  it.each([
    ['products/update', '{"id":12,"title":"A"}', 'gid://shopify/Product/12', false],
    [
      'products/create',
      '{"admin_graphql_api_id":"gid://shopify/Product/7","id":8}',
      'gid://shopify/Product/7',
      false,
    ],
    ['products/delete', '{"id":9007199254740993}', 'gid://shopify/Product/9007199254740993', true],
    [
      'products/delete',
      ' { "id" : "788032119674292922" } ',
      'gid://shopify/Product/788032119674292922',
      true,
    ],
    [
      'inventory_items/update',
      '{"id":5,"sku":"A","admin_graphql_api_id":"gid://shopify/InventoryItem/5"}',
      'gid://shopify/InventoryItem/5',
      false,
    ],
    // The vendor's sample payload, whose id is beyond 2^53.
    [
      'inventory_levels/update',
      '{"inventory_item_id":271878346596884015,"location_id":24826418,"available":0,"updated_at":"2021-12-31T19:00:00-05:00",' +
        '"admin_graphql_api_id":"gid://shopify/InventoryLevel/24826418?inventory_item_id=271878346596884015"}',
      'gid://shopify/InventoryItem/271878346596884015',
      false,
    ],
    [
      'inventory_levels/disconnect',
      '{"inventory_item_id":271878346596884015,"location_id":24826418}',
      'gid://shopify/InventoryItem/271878346596884015',
      false,
    ],
  ])('%s %s', (topic, body, sourceId, isDeleted) => {
    expect(changeIn(topic, body)).toEqual({ sourceId, isDeleted });
  });

  it.each([
    ['orders/create', '{"id":1}'],
    ['products/update', '{"title":"no id"}'],
    ['products/update', '[]'],
    ['inventory_levels/update', '{"location_id":24826418,"available":10}'],
    ['products/update', '{"id":'],
    ['products/update', ''],
    ['products/update', '{"admin_graphql_api_id":"gid://shopify/Order/7"}'],
    ['products/update', `{"admin_graphql_api_id":"gid://shopify/Product/7'; --"}`],
    ['bulk_operations/finish', '{"id":1}'],
    ['bulk_operations/finish', '{"admin_graphql_api_id":"gid://shopify/BulkOperation/7"}'],
  ])('nothing: %s %s', (topic, body) => expect(changeIn(topic, body)).toBeNull());
});

it.each([
  ['bulk_operations/finish', 'gid://shopify/BulkOperation/7', 'gid://shopify/BulkOperation/7'],
  ['bulk_operations/finish', 'gid://shopify/Product/7', null],
  ['products/update', 'gid://shopify/BulkOperation/7', null],
])('%s of %s reports the end of the operation %s', (topic, id, ended) => {
  const body = { admin_graphql_api_id: id, error_code: null, status: 'completed', type: 'query' };
  expect(endedOperationIn(topic, JSON.stringify(body))).toBe(ended);
});
