import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import type { RetentionKind } from '@storefleet/contract/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cacheAnswer } from '../../lib/api/cache-answer.ts';
import { useChange } from '../../lib/api/use-change.ts';

const retentionKey = ['retention'] as const;
/** Polling interval during a removal. */
const REFETCH_MS = 2_000;

export function storageQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['storage'],
    queryFn: ({ signal }) => api.call('overview.storage', { signal }),
  });
}

export function retentionQuery(api: ApiClient) {
  return queryOptions({
    queryKey: retentionKey,
    queryFn: ({ signal }) => api.call('retention.get', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.kinds.some(({ last_run: run }) => run?.ended_at === null) ? REFETCH_MS : false,
  });
}

/** What would be removed now with these numbers of days. */
export function removalsQuery(api: ApiClient, days: Partial<Record<RetentionKind, number>>) {
  return queryOptions({
    queryKey: [...retentionKey, 'removals', days],
    queryFn: ({ signal }) => api.call('retention.removals', { query: days, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useSaveRetention() {
  return useChange((api, body: CallInput<'retention.save'>['body']) => api.call('retention.save', { body }), {
    onSuccess: async (queryClient, saved) => {
      await cacheAnswer(queryClient, retentionKey, saved);
      await queryClient.invalidateQueries({ queryKey: ['settings'] });
    },
  });
}
