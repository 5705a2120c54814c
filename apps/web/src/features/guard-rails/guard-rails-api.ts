import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import { callQuery } from '../../lib/api/call-query.ts';
import { refetch, useChange } from '../../lib/api/use-change.ts';

export const guardRailsQuery = (api: ApiClient) => callQuery(api, 'guardRails.list', ['guard-rails']);

/** Known vendors, types and tags. */
export const namesQuery = (api: ApiClient) =>
  callQuery(api, 'products.facets', ['products', 'names'], { query: { query: '' }, staleTime: 60_000 });

type Saved = { id: string | null; body: CallInput<'guardRails.update'>['body'] };

/** Adds a guard rail, or updates the one with the id. */
export const useSaveGuardRail = () =>
  useChange(
    (api, { id, body }: Saved) =>
      id === null
        ? api.call('guardRails.create', { body })
        : api.call('guardRails.update', { params: { id }, body }),
    { onSuccess: refetch(['guard-rails']) },
  );

export const useDeleteGuardRail = () =>
  useChange((api, id: string) => api.call('guardRails.delete', { params: { id } }), {
    onSuccess: refetch(['guard-rails']),
  });
