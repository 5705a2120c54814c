import { ApiError } from '@storefleet/client/api-error';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { isTransient } from '../../../lib/api/describe-error.ts';
import { storesQuery } from '../api/queries.ts';

/**
 * The store at the address of a form that failed to create it: the response was lost, or it existed before.
 */
export function useMadeStore(error: Error | null, address: string): Store | undefined {
  const mayBeThere =
    isTransient(error) || (error instanceof ApiError && error.code === 'store_already_exists');
  const { data } = useQuery({
    ...storesQuery(useApi()),
    enabled: mayBeThere,
    staleTime: 0,
    refetchInterval: ({ state }) => (isTransient(error) && state.error ? LOOK_AGAIN_MS : false),
  });
  return mayBeThere ? data?.find((store) => isAt(store, address)) : undefined;
}

/** Milliseconds between attempts to reach the server. */
const LOOK_AGAIN_MS = 5_000;

/** Whether the input is the store's identifier, domain, or an address there or in its admin. */
export function isAt({ shop_url: url }: Pick<Store, 'shop_url'>, address: string): boolean {
  const typed = address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  const known = url.toLowerCase();
  const handle = known.replace(/\.myshopify\.com$/, '');
  return [known, handle, `admin.shopify.com/store/${handle}`].some(
    (form) => typed === form || typed.startsWith(`${form}/`),
  );
}
