import type { ApiClient } from '@storefleet/client/api-client';
import { HISTORY_MAX_PAGE_SIZE } from '@storefleet/contract/constants';
import type { HistoryQuery } from '@storefleet/contract/edits/history';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';
import type { HistoryView } from '../filters/history-address.ts';

type Filters = Omit<HistoryQuery, 'page' | 'page_size' | 'view_all'>;

/** Request filters; days are in the browser's time zone. */
export function historyFilters(view: HistoryView): Filters {
  const { store, user, attribute, source, search, from, to, subject } = view;
  return {
    store_id: store ?? undefined,
    user_id: user ?? undefined,
    attribute: attribute ?? undefined,
    source: source ?? undefined,
    search: search ?? undefined,
    start_date: from ?? undefined,
    end_date: to ?? undefined,
    timezone: from || to ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined,
    ...(subject ? { [`${subject.kind}_id`]: subject.id } : {}),
  };
}

/** Of the list of single changes: what was sold is folded in the updates above it. */
export function changesFilters(view: HistoryView): Filters {
  const isFolded = view.subject === null && view.stock === null;
  return { ...historyFilters(view), ...(isFolded && { found_stock: false }) };
}

/** One page. While the next one loads, the previous rows stay visible. */
export function historyPageQuery(api: ApiClient, view: HistoryView) {
  const query = { ...changesFilters(view), page: view.page, page_size: view.pageSize };
  return callQuery(api, 'history.list', ['history', 'page', query], {
    query,
    enabled: !view.viewAll,
    placeholderData: keepPreviousData,
  });
}

/** All matching changes, page by page. */
export function allHistoryQuery(api: ApiClient, view: HistoryView) {
  const filters = changesFilters(view);
  return infiniteQueryOptions({
    queryKey: ['history', 'all', filters],
    queryFn: ({ signal, pageParam }) =>
      api.call('history.list', { query: { ...filters, view_all: true, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * HISTORY_MAX_PAGE_SIZE < total ? pages.length + 1 : undefined,
    enabled: view.viewAll,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** Whether the history still has a change of a batch: they are removed for their age. */
export function hasChangesLeftQuery(api: ApiClient, batchId: string) {
  return queryOptions({
    queryKey: ['history', 'left', batchId],
    queryFn: async ({ signal }) =>
      (await api.call('history.list', { query: { batch_id: batchId, page: 1, page_size: 1 }, signal }))
        .total > 0,
  });
}

/** Every user in the history. */
export function historyUsersQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['history', 'users'],
    queryFn: async ({ signal }) => (await api.call('history.users', { signal })).users,
    staleTime: 60_000,
  });
}
