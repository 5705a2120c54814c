import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './describe-error.ts';

const RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        // An answer is an answer, also when the browser believes to be offline: the server may be this machine.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
