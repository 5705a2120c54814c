import { useEffect } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** More than the server needs to record whom it redirects to Shopify. */
const TIMEOUT_MS = 30_000;

/**
 * Connects a saved store through Shopify: redirects to the consent page, which returns to the store's page
 * with the outcome in its address.
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
  // Going back from Shopify restores this page from the browser's back-forward cache.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return authorization;
}
