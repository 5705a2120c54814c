import { useEffect } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** Longer than the server needs to write down whom it sent to Shopify. */
const TIMEOUT_MS = 30_000;

/**
 * Connects a saved store through Shopify: the browser goes to the consent page, and comes back to the store's page,
 * whose address then says how it ended.
 */
export function useAuthorizeStore(storeId: string) {
  const api = useApi();
  const authorization = useMutation({
    mutationFn: async () => {
      const { authorize_url } = await api.call('stores.authorize', {
        params: { id: storeId },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      window.location.assign(authorize_url);
    },
  });
  const { reset } = authorization;
  // Going back from Shopify restores this page from the browser's memory, as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return authorization;
}
