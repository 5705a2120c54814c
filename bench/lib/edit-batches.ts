import { setTimeout } from 'node:timers/promises';
import type { ProductList } from '@storefleet/contract/catalogue/products';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import type { Product } from './product.ts';

/** Milliseconds between two looks at work in progress; durations are the server's own. */
const POLL_INTERVAL = 250;

export type Reference = {
  store_id: string;
  id: string;
  selectedVariant: { id: string };
  based_on: { price: string | null };
};

/** Every variant of a store with the price it has, or the first so many. */
export async function variantsOf(
  product: Product,
  storeId: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Reference[]> {
  const references: Reference[] = [];
  let cursor: string | null = null;
  do {
    const path: string = `/products/stores/${storeId}?limit=250${cursor === null ? '' : `&page_info=${cursor}`}`;
    const { products, pagination }: ProductList = await product.call('GET', path);
    for (const { id, variants } of products) {
      for (const variant of variants) {
        references.push({
          store_id: storeId,
          id,
          selectedVariant: { id: variant.id },
          based_on: { price: variant.price },
        });
      }
    }
    cursor = pagination.next_page_info;
  } while (cursor !== null && references.length < most);
  return references.slice(0, most);
}

export async function untilEnded(product: Product, batchId: string): Promise<BulkUpdateBatch> {
  for (;;) {
    const batch = await product.call<BulkUpdateBatch>('GET', `/products/bulk-updates/${batchId}`);
    if (batch.status !== 'in_progress') return batch;
    await setTimeout(POLL_INTERVAL);
  }
}
