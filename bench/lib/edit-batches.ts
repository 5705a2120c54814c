import { productsOf } from '../../e2e/support/api.ts';
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
