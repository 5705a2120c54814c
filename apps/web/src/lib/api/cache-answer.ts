import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Caches the response of a change as the data of a query. First cancels a running fetch, which may have read
 * the state before the change and would restore it.
 */
export async function cacheAnswer<Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<unknown>(queryKey, answer);
}
