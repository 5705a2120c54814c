import type {
  CounterpartList,
  ProductAtSource,
  ProductVariantsQuery,
} from '@storefleet/contract/catalogue/product-page';
import type { ProductDetail } from '@storefleet/contract/catalogue/products';
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

/** What the page of a product says beyond its stored fields: who else has its codes, and what its store holds now. */
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
