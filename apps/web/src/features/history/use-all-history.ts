import type { HistoryRecord } from '@storefleet/contract/catalogue/history';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { distinctBy, useAllPages } from '../../lib/api/use-all-pages.ts';
import { allHistoryQuery } from './api/queries.ts';
import type { HistoryView } from './filters/history-address.ts';

/** Records that are loaded without asking again: a browser has to hold them all. */
const LOADED_AT_ONCE = 50_000;

const idOf = ({ id }: HistoryRecord) => id;

/** Everything that the filters leave, as far as it is loaded. `total` is null until the first answer. */
export function useAllHistory(view: HistoryView) {
  const query = useInfiniteQuery(allHistoryQuery(useApi(), view));
  const [limit, setLimit] = useState(LOADED_AT_ONCE);
  const read = query.data?.pages;
  const records = useMemo(() => distinctBy(read?.flatMap(({ data }) => data) ?? [], idOf), [read]);
  const paused = query.hasNextPage && records.length >= limit;
  const { pages, ...loading } = useAllPages(query, view.viewAll && !paused);
  // What was counted last counts.
  const batches = useMemo(() => pages?.toReversed().flatMap((page) => page.batches) ?? [], [pages]);
  return {
    records,
    batches,
    total: pages?.at(-1)?.total ?? null,
    ...loading,
    /** Goes on where loading paused; null while it has not. */
    loadMore: paused ? () => setLimit(records.length + LOADED_AT_ONCE) : null,
  };
}
