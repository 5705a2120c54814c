import type {
  CounterpartList,
  ProductAtSource,
  ProductVariantsQuery,
} from '@storefleet/contract/catalogue/products/product-page';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { type AtSourceDeps, readAtSource } from './at-source.ts';
import { type CounterpartsDeps, findCounterparts } from './counterparts.ts';

type ProductPageDeps = AtSourceDeps &
  CounterpartsDeps & {
    readonly products: {
      /** Throws the problem `product_not_found`. */
      get(productId: string): Promise<ProductDetail>;
    };
  };

export type ProductPage = ReturnType<typeof createProductPage>;

/** What a product's page shows besides stored fields: products with the same codes, and the store's current values. */
export function createProductPage(deps: ProductPageDeps) {
  return {
    counterparts: async (productId: string, query: ProductVariantsQuery): Promise<CounterpartList> =>
      findCounterparts(deps, withVariants(await deps.products.get(productId), query)),
    atSource: async (
      productId: string,
      query: ProductVariantsQuery,
      signal: AbortSignal,
    ): Promise<ProductAtSource> =>
      readAtSource(deps, withVariants(await deps.products.get(productId), query), signal),
  };
}

function withVariants(product: ProductDetail, { offset, limit }: ProductVariantsQuery): ProductDetail {
  return { ...product, variants: product.variants.slice(offset, offset + limit) };
}
