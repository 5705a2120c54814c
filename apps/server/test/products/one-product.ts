import type {
  Facets,
  ProductDetail,
  ProductList,
  SearchResult,
} from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { HistoryPage, UndoStarted } from '@storefleet/contract/edits/history';
import type { NewProduct } from '@storefleet/shopify-simulator/catalogue/model';
import type { ShopOptions } from '@storefleet/shopify-simulator/server';
import { expect } from 'vitest';
import { createShopStage } from '../stores/shop-stage.ts';

/** A connected shop with one product, synced: for the tests of what a product holds. */
export async function openOneProduct(made: NewProduct, options: Partial<ShopOptions> = {}) {
  const stage = await createShopStage();
  const { app, call } = stage;
  const { shop, storeId } = await stage.connectShop({ products: 0, ...options });
  const { id: idInShop } = shop.catalogue.createProduct(made);
  await app.sync(storeId);
  const { products } = await app.bodyOf<ProductList>('GET', `/products/stores/${storeId}`);
  const [product] = products;
  if (product === undefined) throw new Error('The product was not synced.');

  const items = async (batchId: string) =>
    (await app.bodyOf<BulkUpdateItemList>('GET', `/products/bulk-updates/${batchId}/items`)).items;

  function inShop() {
    const held = shop.catalogue.product(idInShop);
    if (held === null) throw new Error('The product is not in the shop.');
    return held;
  }

  /** The changes of an attribute, newest first. */
  const history = async (attribute: string) =>
    (await app.bodyOf<HistoryPage>('GET', `/history?${new URLSearchParams({ attribute })}`)).data;

  const set = (attributes_to_set: object) =>
    call<BulkUpdateResult>('POST', '/products/bulk-update', {
      products_to_update: [{ store_id: storeId, id: product.id }],
      attributes_to_set,
    });

  return {
    ...stage,
    shop,
    storeId,
    /** As first synced. */
    product,
    items,
    inShop,
    set,
    sync: (how?: string) => app.sync(storeId, how),
    read: (more = '') => app.bodyOf<ProductDetail>('GET', `/products/${product.id}${more}`),
    /** Changes the store's settings. */
    settle: (settings: object) => app.bodyOf('PUT', `/stores/${storeId}`, settings),

    variantInShop() {
      const [variant] = inShop().variants;
      if (variant === undefined) throw new Error('The variant is not in the shop.');
      return variant;
    },

    /** Why these values are not written. */
    refusalOf: async (attributes_to_set: object) => (await set(attributes_to_set)).body.errors[0]?.error,

    history,

    /** The same as texts: by what, from what, to what. */
    changesOf: async (attribute: string) =>
      (await history(attribute)).map(({ origin, old_value, new_value }) => [origin, old_value, new_value]),

    /** The shop applies the next such call, and its answer is lost. */
    loseAnswerOf: (match: string) =>
      stage.simulator.faults.add({
        shop: shop.domain,
        action: { kind: 'applied_answer_lost' },
        match,
        times: 1,
      }),

    /** Writes a plan, to its end. */
    async apply(batchId: string): Promise<BulkUpdateBatch> {
      await app.bodyOf('POST', `/products/bulk-updates/${batchId}/apply`, {});
      return app.untilEnded(batchId);
    },

    /** Until the undo has ended, so that no later edit has to wait for it. */
    async undo(batchId: string) {
      const undo = { batch_id: batchId };
      const { batch_id } = await app.bodyOf<UndoStarted>('POST', '/history/undo', undo);
      await app.untilEnded(batch_id);
    },

    preview: (plan: object) => call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', plan),

    /** Whether a filter finds it: in a search, in its counts, and as the selection of an update. */
    async isFoundBy(filter: string): Promise<boolean> {
      const search = { query: '', type: 'name', filter };
      const query = new URLSearchParams(search);
      const { results } = await app.bodyOf<SearchResult>('GET', `/products/search?${query}`);
      const isFound = results.length > 0;
      const found = results.map((result) => [result.product.id, result.product.variants.length]);
      expect(found).toEqual(isFound ? [[product.id, 1]] : []);
      const { total } = await app.bodyOf<Facets>('GET', `/products/facets?${query}`);
      expect(total).toBe(results.length);
      const plan = { search, attributes_to_set: { price: '10.01' } };
      expect((await call('POST', '/products/bulk-updates/preview', plan)).status).toBe(isFound ? 201 : 400);
      return isFound;
    },

    async exported(query: Record<string, string>): Promise<string> {
      const answer = await app.fetchApi(`/products/export?${new URLSearchParams(query)}`);
      const text = await answer.text();
      expect(answer.status, text).toBe(200);
      return text.replace('\uFEFF', '');
    },

    /** Imports a CSV file as a preview. */
    async upload(...lines: string[]) {
      const answer = await app.fetchApi('/products/bulk-updates/import', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: lines.join('\r\n'),
      });
      const batch = (await answer.json()) as BulkUpdateBatch;
      expect(answer.status, JSON.stringify(batch)).toBe(201);
      const planned = await items(batch.batch_id);
      return { batch, items: planned, changes: planned.flatMap(({ changes }) => changes) };
    },
  };
}
