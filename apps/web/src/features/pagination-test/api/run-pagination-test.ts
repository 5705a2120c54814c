import { useEffect, useRef } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** A run has no time limit, but can be cancelled; leaving the screen cancels it too. */
export function usePaginationTest(storeId: string) {
  const api = useApi();
  const running = useRef<AbortController | null>(null);
  const mutation = useMutation({
    mutationFn: (maxPages: number) => {
      const controller = new AbortController();
      running.current = controller;
      return api.call('products.paginationTest', {
        query: { store_id: storeId, max_pages: maxPages },
        signal: controller.signal,
      });
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  return {
    ...mutation,
    cancel() {
      running.current?.abort();
      mutation.reset();
    },
  };
}
