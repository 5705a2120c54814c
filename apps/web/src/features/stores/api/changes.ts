import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import type { MetafieldAttribute } from '@storefleet/contract/attributes/metafields';
import type { Store } from '@storefleet/contract/stores/stores';
import type { QueryClient } from '@tanstack/react-query';
import { cacheAnswer } from '../../../lib/api/cache-answer.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { storeQuery, storesQuery } from './queries.ts';

/** In milliseconds; each exceeds the server's own limit. */
const SHOP_TEST_TIMEOUT = 30_000;
const TABLE_TEST_TIMEOUT = 60_000;

export const refreshStores = (queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ queryKey: ['stores'] });

export const useCreateStore = <Body>(create: (api: ApiClient, body: Body) => Promise<Store>) =>
  useChange(create, { onSuccess: refreshStores });

export type StoreUpdateBody = NonNullable<CallInput<'stores.update'>['body']>;

export const useUpdateStore = (storeId: string) =>
  useChange((api, body: StoreUpdateBody) => api.call('stores.update', { params: { id: storeId }, body }), {
    onSuccess: async (queryClient, store, _body, api) => {
      await cacheAnswer(queryClient, storeQuery(api, storeId).queryKey, store);
      refreshStores(queryClient);
      // The database may be a different one now.
      void queryClient.invalidateQueries({ queryKey: ['mssql'] });
    },
  });

export const useReadMetafields = (storeId: string) =>
  useChange(
    (api, names: MetafieldAttribute[]) =>
      api.call('stores.readMetafields', { params: { id: storeId }, body: { names } }),
    { onSuccess: refreshStores },
  );

export const useDeleteStore = () =>
  useChange((api, storeId: string) => api.call('stores.delete', { params: { id: storeId } }), {
    onSuccess: (queryClient, _answer, storeId, api) => {
      queryClient.setQueryData(storesQuery(api).queryKey, (stores) =>
        stores?.filter((store) => store.id !== storeId),
      );
      refreshStores(queryClient);
    },
  });

/** Tests the entered values, saved or not. */
export const useTestConnection = () =>
  useChange(
    (api, body: NonNullable<CallInput<'stores.testConnection'>['body']>) =>
      api.call('stores.testConnection', { body, signal: AbortSignal.timeout(SHOP_TEST_TIMEOUT) }),
    {
      // A saved store keeps what the shop reported.
      onSuccess: (queryClient, { success }, { store_id }) => {
        if (success && store_id) refreshStores(queryClient);
      },
    },
  );

/** Tests the connection of a saved store. */
export const useTestGraphqlConnection = (storeId: string) =>
  useChange((api) => api.call('stores.testGraphqlConnection', { params: { id: storeId } }));

/** Tests the entered values, saved or not. */
export const useTestMssqlConnection = () =>
  useChange((api, body: NonNullable<CallInput<'mssql.testConnection'>['body']>) =>
    api.call('mssql.testConnection', { body, signal: AbortSignal.timeout(TABLE_TEST_TIMEOUT) }),
  );
