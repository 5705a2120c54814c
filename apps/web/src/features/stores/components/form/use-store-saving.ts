import type { ApiClient } from '@storefleet/client/api-client';
import { REDIRECT_AFTER_STORE_CREATE_MS, type SyncMethod } from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useEdited } from '../../../../components/unsaved/use-edited.ts';
import { useApi } from '../../../../lib/api/api-context.ts';
import { paths } from '../../../../lib/paths.ts';
import { useStartSync } from '../../../sync/api/start-sync.ts';
import { type StoreUpdateBody, useCreateStore, useUpdateStore } from '../../api/changes.ts';
import { storeQuery } from '../../api/queries.ts';

/**
 * Saves a form: a new store if `current` is null, otherwise the changed fields. `store` is the state that the
 * form started from, or that somebody else has saved since.
 */
export function useStoreSaving<Body>(
  current: Store | null,
  createStore: (api: ApiClient, body: Body) => Promise<Store>,
) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { saved: store, followTheirs } = useEdited(
    current,
    async () =>
      current && queryClient.fetchQuery({ ...storeQuery(api, current.id), staleTime: 0 }).catch(() => null),
  );
  const creation = useCreateStore(createStore);
  const startSync = useStartSync();
  const update = useUpdateStore(store?.id ?? '');
  return {
    store,
    change: store ? update : creation,
    saved: store ? update.data : creation.data,
    /** `firstSync` starts at once for an active store. If it does not start, the store's page says why. */
    create: (body: Body, firstSync: SyncMethod | null) =>
      creation.mutate(body, {
        onSuccess: ({ id, store_status: status }) => {
          if (firstSync && status === 'active') startSync.mutate({ storeId: id, method: firstSync });
        },
      }),
    update: (body: StoreUpdateBody) =>
      update.mutate(
        { ...body, based_on: seenOf(body, store) },
        { onError: (error) => void followTheirs(error, update) },
      ),
  };
}

function seenOf(body: StoreUpdateBody, store: Store | null): StoreUpdateBody['based_on'] {
  return Object.fromEntries(Object.entries(store ?? {}).filter(([name]) => name in body));
}

/** Continues to a saved store, at once or after its message could be read. */
export function useGoToStore(
  storeId: string | undefined,
  { isNew, atOnce = false }: { isNew: boolean; atOnce?: boolean },
): void {
  const navigate = useNavigate();
  const go = useCallback(
    (id: string) =>
      void navigate({ to: paths.store, params: { storeId: id }, search: isNew ? { setup: 'new' } : {} }),
    [navigate, isNew],
  );
  useEffect(() => {
    if (storeId === undefined) return;
    if (atOnce) return go(storeId);
    const timer = setTimeout(() => go(storeId), REDIRECT_AFTER_STORE_CREATE_MS);
    return () => clearTimeout(timer);
  }, [storeId, atOnce, go]);
}
