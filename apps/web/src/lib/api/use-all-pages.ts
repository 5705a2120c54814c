import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Loads all pages while `wanted`; loaded pages survive a failed request. */
export function useAllPages<Page>(query: UseInfiniteQueryResult<InfiniteData<Page>>, wanted: boolean) {
  const { hasNextPage, isFetching, error, fetchNextPage, refetch } = query;
  const pages = query.data?.pages;
  const canGoOn = wanted && hasNextPage && !isFetching && !error;
  // A response may arrive before its loading state renders: only the page count proves a request was made.
  const next = canGoOn ? pages?.length : undefined;
  useEffect(() => {
    if (next !== undefined) void fetchNextPage();
  }, [next, fetchNextPage]);
  return {
    /** Undefined until the first response. */
    pages,
    loading: isFetching || canGoOn,
    error,
    retry: () => void (pages ? fetchNextPage() : refetch()),
  };
}

/** Rows that move between two requests may appear twice. */
export function distinctBy<Row>(rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => !seen.has(idOf(row)) && seen.add(idOf(row)));
}
