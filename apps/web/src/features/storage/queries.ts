import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import type { RetentionKind } from '@storefleet/contract/constants';
import { keepPreviousData } from '@tanstack/react-query';
import { cacheAnswer } from '../../lib/api/cache-answer.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useChange } from '../../lib/api/use-change.ts';

const retentionKey = ['retention'] as const;
/** Polling interval during a removal. */
const REFETCH_MS = 2_000;

export const storageQuery = (api: ApiClient) => callQuery(api, 'overview.storage', ['storage']);

export const retentionQuery = (api: ApiClient) =>
  callQuery(api, 'retention.get', retentionKey, {
    refetchInterval: ({ state }) =>
      state.data?.kinds.some(({ last_run: run }) => run?.ended_at === null) ? REFETCH_MS : false,
  });

/** What would be removed now with these numbers of days. */
export const removalsQuery = (api: ApiClient, days: Partial<Record<RetentionKind, number>>) =>
  callQuery(api, 'retention.removals', [...retentionKey, 'removals', days], {
    query: days,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useSaveRetention = () =>
  useChange((api, body: CallInput<'retention.save'>['body']) => api.call('retention.save', { body }), {
    onSuccess: async (queryClient, saved) => {
      await cacheAnswer(queryClient, retentionKey, saved);
      await queryClient.invalidateQueries({ queryKey: ['settings'] });
    },
  });
