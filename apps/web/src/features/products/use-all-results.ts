import type { SearchResultItem } from '@storefleet/contract/catalogue/products';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { allResultsQuery } from './api/search-products.ts';
import type { ProductSearch } from './search-address.ts';

export type AllResults = {
  items: readonly SearchResultItem[];
  /** Null until the first answer. */
  total: number | null;
  /** There are more than `total`. */
  isMore: boolean;
  loading: boolean;
  failed: boolean;
  retry: () => void;
};

/** Loads on until the total is reached; a failed request keeps what is there and can be tried again. */
export function useAllResults(api: ApiClient, search: ProductSearch): AllResults {
  const query = useInfiniteQuery(allResultsQuery(api, search));
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const canGoOn = search.viewAll && hasNextPage && !isFetching && !isError;
  const pages = query.data?.pages;
  // An answer may be there before anything was drawn of the request: only the pages tell that there was one.
  const next = canGoOn ? pages?.length : undefined;
  useEffect(() => {
    if (next !== undefined) void fetchNextPage();
  }, [next, fetchNextPage]);

  const items = useMemo(() => withoutRepetitions(pages?.flatMap((page) => page.results) ?? []), [pages]);
  return {
    items,
    total: pages?.at(-1)?.pagination.total ?? null,
    isMore: pages?.at(-1)?.pagination.more_than_total ?? false,
    loading: isFetching || canGoOn,
    failed: isError,
    retry: () => void (pages ? fetchNextPage() : query.refetch()),
  };
}

/** A catalogue that changes between two requests can move a product from one into the other. */
function withoutRepetitions(items: readonly SearchResultItem[]): SearchResultItem[] {
  const seen = new Set<string>();
  return items.filter(({ product }) => !seen.has(product.id) && seen.add(product.id));
}
