import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import type { SavedView } from '@storefleet/contract/catalogue/views';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { cacheAnswer } from '../../../lib/api/cache-answer.ts';
import { refetch, useChange } from '../../../lib/api/use-change.ts';

const queryKey = ['views'] as const;

/** One's own and shared views: pinned ones in order, the others by name. */
export function viewsQuery(api: ApiClient) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await api.call('views.list', { signal })).views,
    staleTime: 30_000,
  });
}

/** The current state of a view. */
export function viewQuery(api: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['view', id],
    queryFn: async ({ signal, client }) => {
      const view = await api.call('views.get', { params: { id }, signal });
      keep(client, view);
      return view;
    },
    gcTime: 0,
  });
}

const refresh = refetch(queryKey);

/** Adds the returned view to the list, so that its screen shows it at once. */
function keep(queryClient: QueryClient, view: SavedView): void {
  queryClient.setQueryData<SavedView[]>(queryKey, (views) =>
    views?.some(({ id }) => id === view.id)
      ? views.map((present) => (present.id === view.id ? view : present))
      : views?.concat(view),
  );
}

export const useCreateView = () =>
  useChange((api, body: CallInput<'views.create'>['body']) => api.call('views.create', { body }), {
    onSuccess: keep,
    onSettled: refresh,
  });

export const useUpdateView = () =>
  useChange(
    (
      api,
      {
        view: { id, version },
        ...changes
      }: { view: SavedView } & Omit<CallInput<'views.update'>['body'], 'version'>,
    ) => api.call('views.update', { params: { id }, body: { version, ...changes } }),
    { onSuccess: keep, onSettled: refresh },
  );

export const useDeleteView = (onDeleted: (view: SavedView) => void) =>
  useChange((api, { id }: SavedView) => api.call('views.delete', { params: { id } }), {
    onSuccess(queryClient, _, view) {
      queryClient.setQueryData<SavedView[]>(queryKey, (views) => views?.filter(({ id }) => id !== view.id));
      onDeleted(view);
    },
    onSettled: refresh,
  });

export const useRestoreView = (onFailed: (error: Error, view: SavedView) => void) =>
  useChange((api, { id }: SavedView) => api.call('views.restore', { params: { id } }), {
    onSuccess: keep,
    onError: (_, error, view) => onFailed(error, view),
    onSettled: refresh,
  });

/** Pins a view before another one or last, or unpins it. */
export const usePinView = () =>
  useChange(
    (api, { view, ...body }: { view: SavedView } & CallInput<'views.pin'>['body']) =>
      api.call('views.pin', { params: { id: view.id }, body }),
    {
      onSuccess: (queryClient, { views }) => cacheAnswer(queryClient, queryKey, views),
      onError: refresh,
    },
  );
