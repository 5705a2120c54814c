import type { SearchResult, SearchResultItem } from '@storefleet/contract/catalogue/products';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/**
 * Puts what the stores hold now into the results on screen, where they stand: no row moves because of its new
 * value before somebody asks for the results again. A product that `renew` answers as it was is not drawn
 * anew.
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
