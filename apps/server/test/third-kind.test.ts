import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import { expect, it } from 'vitest';
import { openMemoryStore } from './bulk-updates/fake-shop.ts';
import { buildProduct, buildVariant } from './sync/fake-source.ts';

/** A third kind of source is a `Connector` and one line; the rest of the server needs no change. */
const { call, shop, store } = await openMemoryStore([
  buildProduct('tent', {
    title: 'Tent of the memory',
    variants: [buildVariant('tent-1', { price: '129.90' })],
  }),
]);

it('syncs, finds and edits a product of a source in memory through the public calls', async () => {
  const { results } = await call<SearchResult>('/products/search?query=memory');
  const [tent] = results.map(({ product }) => product);
  const [variant] = tent?.variants ?? [];
  expect(variant?.price).toBe('129.90');

  const { succeeded } = await call<BulkUpdateResult>('/products/bulk-update', {
    products_to_update: [
      {
        store_id: store.id,
        id: tent?.id,
        shopify_id: tent?.shopify_id,
        selectedVariant: { id: variant?.id, shopify_id: variant?.shopify_id },
      },
    ],
    attributes_to_set: { price: '119.00' },
  });
  expect(succeeded).toBe(1);
  expect(shop.get('tent-1', 'price')).toBe('119.00');
});
