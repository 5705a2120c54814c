import type { Product, ProductDetail, ProductList } from '@storefleet/contract/catalogue/products';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { renewResults } from '../../products/api/renew-results.ts';

/** Puts what is stored of a product now into the lists on screen, in its place: no row moves by itself. */
export function rememberProduct(queryClient: QueryClient, product: ProductDetail): void {
  const renew = (listed: Product) => (listed.id === product.id ? merged(listed, product) : listed);
  const inList = (page: ProductList): ProductList => ({ ...page, products: page.products.map(renew) });
  queryClient.setQueriesData<InfiniteData<ProductList>>(
    { queryKey: ['products', 'of-store', product.store_id] },
    (data) => data && { ...data, pages: data.pages.map(inList) },
  );
  renewResults(queryClient, renew);
}

/** A search shows only some variants of a product. */
function merged(listed: Product, { store_currency: _, ...product }: ProductDetail): Product {
  const variants = new Map(product.variants.map((variant) => [variant.id, variant]));
  return {
    ...listed,
    ...product,
    variants: listed.variants.flatMap((variant) => variants.get(variant.id) ?? []),
  };
}
