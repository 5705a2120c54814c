import type { HistoryBatch, HistoryRecord } from '@storefleet/contract/catalogue/history';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { allHistoryQuery } from './api/list-history.ts';
import type { HistoryView } from './filters/history-address.ts';

/** Records that are loaded without asking again: a browser has to hold them all. */
const LOADED_AT_ONCE = 50_000;

export type AllHistory = {
  records: readonly HistoryRecord[];
  batches: readonly HistoryBatch[];
  /** Null until the first answer. */
  total: number | null;
  loading: boolean;
  error: Error | null;
  retry: () => void;
  /** Goes on where loading paused; null while it has not. */
  loadMore: (() => void) | null;
};

/** Loads on until the total is reached; a failed request keeps what is there and can be tried again. */
export function useAllHistory(view: HistoryView): AllHistory {
  const query = useInfiniteQuery(allHistoryQuery(useApi(), view));
  const { hasNextPage, isFetching, error, fetchNextPage } = query;
  const pages = query.data?.pages;
  const records = useMemo(() => withoutRepetitions(pages?.flatMap((page) => page.data) ?? []), [pages]);
  // What was counted last counts.
  const batches = useMemo(() => pages?.toReversed().flatMap((page) => page.batches) ?? [], [pages]);
  const [limit, setLimit] = useState(LOADED_AT_ONCE);
  const paused = hasNextPage && records.length >= limit;
  const canGoOn = view.viewAll && hasNextPage && !paused && !isFetching && !error;
  // An answer may be there before anything was drawn of the request: only the pages tell that there was one.
  const next = canGoOn ? pages?.length : undefined;
  useEffect(() => {
    if (next !== undefined) void fetchNextPage();
  }, [next, fetchNextPage]);
  return {
    records,
    batches,
    total: pages?.at(-1)?.total ?? null,
    loading: isFetching || canGoOn,
    error,
    retry: () => void (pages ? fetchNextPage() : query.refetch()),
    loadMore: paused ? () => setLimit(records.length + LOADED_AT_ONCE) : null,
  };
}

/** A change made between two requests moves the last record of a page to the next one. */
function withoutRepetitions(records: readonly HistoryRecord[]): HistoryRecord[] {
  const seen = new Set<string>();
  return records.filter(({ id }) => !seen.has(id) && seen.add(id));
}
