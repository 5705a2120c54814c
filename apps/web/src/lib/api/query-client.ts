import { ApiError } from '@storefleet/client/api-error';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ADMISSION_KEY, isAdmissionRefusal } from './admission.ts';
import { isNetworkError, isTransient } from './describe-error.ts';

const RETRIES = 2;
/** Milliseconds. */
const AWAY_RETRY_INTERVAL = 3_000;

/** A `refetchInterval`: failed queries are refetched as soon as the server is back. */
export function whileServerIsAway({ state }: { state: { error: unknown } }): number | false {
  return isNetworkError(state.error) ? AWAY_RETRY_INTERVAL : false;
}

export function createQueryClient(): QueryClient {
  /** If an open page is refused, such as for a newly required second factor, the prompt appears over it. */
  const onError = (error: unknown) => {
    if (error instanceof ApiError && isAdmissionRefusal(error.code)) {
      void client.invalidateQueries({ queryKey: ADMISSION_KEY, exact: true });
    }
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        // Also when the browser reports being offline: the server may be this machine.
        networkMode: 'always',
        refetchInterval: whileServerIsAway,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
