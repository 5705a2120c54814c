import type { SearchResult, SearchResultItem } from '@storefleet/contract/catalogue/products/products';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/**
 * Updates results on screen with the stores' current values, in place: rows keep their order until the
 * search is rerun. Products that `renew` returns unchanged do not re-render.
 */
export function renewResults(
  queryClient: QueryClient,
  renew: (product: SearchResultItem['product']) => SearchResultItem['product'],
): void {
  const renewItem = (item: SearchResultItem): SearchResultItem => {
    const product = renew(item.product);
    return product === item.product ? item : { ...item, product };
  };
  const inPage = (page: SearchResult): SearchResult => ({ ...page, results: page.results.map(renewItem) });
  queryClient.setQueriesData<SearchResult | InfiniteData<SearchResult>>(
    { queryKey: ['products', 'search'] },
    (data) => data && ('pages' in data ? { ...data, pages: data.pages.map(inPage) } : inPage(data)),
  );
}
