import { QueryClient } from '@tanstack/react-query';
import { isNetworkError, isTransient } from './describe-error.ts';

const RETRIES = 2;
/** Milliseconds. */
const AWAY_RETRY_INTERVAL = 3_000;

/** A `refetchInterval`: what could not be read while the server was away is read as soon as it is back. */
export function whileServerIsAway({ state }: { state: { error: unknown } }): number | false {
  return isNetworkError(state.error) ? AWAY_RETRY_INTERVAL : false;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        // Also when the browser believes to be offline: the server may be this machine.
        networkMode: 'always',
        refetchInterval: whileServerIsAway,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
