import type {
  Product,
  ProductDetail,
  ProductList,
  SearchResult,
} from '@storefleet/contract/catalogue/products';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** Puts what is stored of a product now into the lists on screen, where it stands: no row moves by itself. */
export function rememberProduct(queryClient: QueryClient, product: ProductDetail): void {
  const inList = (page: ProductList): ProductList => ({
    ...page,
    products: page.products.map((listed) => (listed.id === product.id ? merged(listed, product) : listed)),
  });
  const inResults = (result: SearchResult): SearchResult => ({
    ...result,
    results: result.results.map((item) =>
      item.product.id === product.id ? { ...item, product: merged(item.product, product) } : item,
    ),
  });
  queryClient.setQueriesData<InfiniteData<ProductList>>(
    { queryKey: ['products', 'of-store', product.store_id] },
    (data) => data && { ...data, pages: data.pages.map(inList) },
  );
  queryClient.setQueriesData<SearchResult | InfiniteData<SearchResult>>(
    { queryKey: ['products', 'search'] },
    (data) => {
      if (!data) return data;
      return 'pages' in data ? { ...data, pages: data.pages.map(inResults) } : inResults(data);
    },
  );
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
