import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { productsOf, untilEnded } from '../../e2e/support/api.ts';
import type { Product } from './product.ts';

export type Reference = {
  store_id: string;
  id: string;
  selectedVariant: { id: string };
  based_on: { price: string | null };
};

/** Every variant of a store with its price. */
export async function variantsOf({ call }: Product, storeId: string): Promise<Reference[]> {
  return (await productsOf(call, { id: storeId })).flatMap(({ id, variants }) =>
    variants.map((variant) => ({
      store_id: storeId,
      id,
      selectedVariant: { id: variant.id },
      based_on: { price: variant.price },
    })),
  );
}

/** Plans to raise their prices by a tenth. */
export function planRaise({ call }: Product, references: readonly Reference[]): Promise<BulkUpdateBatch> {
  const price_change = {
    attribute: 'price',
    operation: 'increase',
    unit: 'percent',
    value: '10',
    rounding: '.99',
  };
  const plan = { products_to_update: references, price_change };
  return call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', plan);
}

/** Writes a plan of so many rows, all of them; milliseconds by the update's own times. */
export async function applyAll(
  { call }: Product,
  { batch_id }: BulkUpdateBatch,
  rows: number,
): Promise<number> {
  await call('POST', `/products/bulk-updates/${batch_id}/apply`, {});
  const { started_at, completed_at, succeeded, unchanged } = await untilEnded(call, batch_id);
  if (succeeded + unchanged !== rows || started_at === null || completed_at === null) {
    throw new Error(`${succeeded} of ${rows} edits were made.`);
  }
  return Date.parse(completed_at) - Date.parse(started_at);
}
