import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Caches what a change returned as the data of a query. A fetch under way may have read the state before the change,
 * and would bring it back for good: it is cancelled first.
 */
export async function cacheAnswer<Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<unknown>(queryKey, answer);
}
