import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/api/use-change.ts';

export function guardRailsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['guard-rails'],
    queryFn: ({ signal }) => api.call('guardRails.list', { signal }),
  });
}

/** Known vendors, types and tags. */
export function namesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['products', 'names'],
    queryFn: ({ signal }) => api.call('products.facets', { query: { query: '' }, signal }),
    staleTime: 60_000,
  });
}

const fetchAgain = (queryClient: QueryClient, api: ApiClient) =>
  queryClient.invalidateQueries({ queryKey: guardRailsQuery(api).queryKey });

type Saved = { id: string | null; body: CallInput<'guardRails.update'>['body'] };

/** Adds a guard rail, or updates the one with the id. */
export function useSaveGuardRail() {
  return useChange(
    (api, { id, body }: Saved) =>
      id === null
        ? api.call('guardRails.create', { body })
        : api.call('guardRails.update', { params: { id }, body }),
    { onSuccess: (queryClient, _saved, _variables, api) => fetchAgain(queryClient, api) },
  );
}

export function useDeleteGuardRail() {
  return useChange((api, id: string) => api.call('guardRails.delete', { params: { id } }), {
    onSuccess: (queryClient, _gone, _id, api) => fetchAgain(queryClient, api),
  });
}
