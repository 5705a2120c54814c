import type { ApiClient } from '@storefleet/client/api-client';
import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useApi } from './api-context.ts';
import { useMutation } from './use-mutation.ts';

type After<Rest extends unknown[]> = (queryClient: QueryClient, ...rest: Rest) => unknown;

/**
 * A change made by one API call, with its effect on the query cache. Stays pending until a promise returned
 * by `onSuccess` or `onSettled` resolves.
 */
export function useChange<Data, Variables = void>(
  change: (api: ApiClient, variables: Variables) => Promise<Data>,
  after: {
    /** Changes of one scope are sent one after another. */
    scope?: string;
    onSuccess?: After<[data: Data, variables: Variables, api: ApiClient]>;
    onError?: After<[error: Error, variables: Variables, api: ApiClient]>;
    onSettled?: After<[]>;
  } = {},
): UseMutationResult<Data, Error, Variables> {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation<Data, Variables>({
    mutationFn: (variables) => change(api, variables),
    ...(after.scope === undefined ? {} : { scope: { id: after.scope } }),
    onSuccess: (data, variables) => after.onSuccess?.(queryClient, data, variables, api),
    onError: (error, variables) => after.onError?.(queryClient, error, variables, api),
    onSettled: () => after.onSettled?.(queryClient),
  });
}

/** An effect of a change: these queries are fetched again. */
export const refetch =
  (...queryKeys: QueryKey[]) =>
  (queryClient: QueryClient) =>
    Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
