import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Loads until the last page as long as `wanted`; what is there outlasts a failed request. */
export function useAllPages<Page>(query: UseInfiniteQueryResult<InfiniteData<Page>>, wanted: boolean) {
  const { hasNextPage, isFetching, error, fetchNextPage, refetch } = query;
  const pages = query.data?.pages;
  const canGoOn = wanted && hasNextPage && !isFetching && !error;
  // An answer may be there before anything was drawn of the request: only the pages tell that there was one.
  const next = canGoOn ? pages?.length : undefined;
  useEffect(() => {
    if (next !== undefined) void fetchNextPage();
  }, [next, fetchNextPage]);
  return {
    /** Undefined until the first answer. */
    pages,
    loading: isFetching || canGoOn,
    error,
    retry: () => void (pages ? fetchNextPage() : refetch()),
  };
}

/** Rows that move between two requests may come twice. */
export function distinctBy<Row>(rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => !seen.has(idOf(row)) && seen.add(idOf(row)));
}
