import type { ApiClient } from '@storefleet/client/api-client';
import type { SavedView } from '@storefleet/contract/catalogue/views';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { parseCompareAddress } from '../../compare/compare-address.ts';
import { compareCountsQuery, comparedBy } from '../../compare/compare-queries.ts';
import { changesFilters } from '../../history/api/queries.ts';
import { parseHistoryAddress, viewOf } from '../../history/filters/history-address.ts';
import { searchProducts } from '../../products/api/search-products.ts';
import { parseSearchAddress, SEARCH_SCREEN, searchOf } from '../../products/search-address.ts';
import { storesQuery } from '../../stores/api/queries.ts';

type Found = { readonly total: number; readonly isMore: boolean };

const FRESH_FOR = 5 * 60_000;

/** Counts one view at a time: resolves after the last requested count. */
let last: Promise<unknown> = Promise.resolve();

/** How many matches a view has now. */
export function countQuery(api: ApiClient, { screen, address }: SavedView) {
  return queryOptions({
    queryKey: ['view-counts', screen, address],
    queryFn: ({ signal, client }) => {
      const count = last.then(() => {
        signal.throwIfAborted();
        if (screen === 'history') return countChanges(api, address, signal);
        if (screen === 'compare') return countArticles(api, address, client);
        return countProducts(api, address, signal);
      });
      last = count.catch(() => undefined);
      return count;
    },
    staleTime: FRESH_FOR,
    gcTime: FRESH_FOR,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

async function countProducts(
  api: ApiClient,
  address: SavedView['address'],
  signal: AbortSignal,
): Promise<Found> {
  const search = searchOf(parseSearchAddress(address), SEARCH_SCREEN);
  const slice = { limit: 1, offset: 0 };
  const { pagination } = await searchProducts(api, { ...search, sort: null }, slice, signal);
  return { total: pagination.total, isMore: pagination.more_than_total };
}

async function countChanges(
  api: ApiClient,
  address: SavedView['address'],
  signal: AbortSignal,
): Promise<Found> {
  const filters = changesFilters(viewOf(parseHistoryAddress(address)));
  const { total } = await api.call('history.list', { query: { ...filters, page: 1, page_size: 1 }, signal });
  return { total, isMore: false };
}

async function countArticles(
  api: ApiClient,
  address: SavedView['address'],
  client: QueryClient,
): Promise<Found> {
  const stores = await client.fetchQuery(storesQuery(api));
  const compared = comparedBy(parseCompareAddress(address), stores);
  const { total } = await client.fetchQuery(compareCountsQuery(api, compared));
  return { total, isMore: false };
}
