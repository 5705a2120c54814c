import type { ApiClient } from '@storefleet/client/api-client';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { cacheAnswer } from '../../lib/api/cache-answer.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { bulkUpdateQuery } from '../batches/queries.ts';
import { POLL_MS } from './waiting-plans.ts';

export const PLANS_PER_PAGE = 20;

type InboxView = { state: 'waiting' | 'decided'; mine: boolean /** From 1. */; page: number };

export function inboxQuery(api: ApiClient, { state, mine, page }: InboxView) {
  return queryOptions({
    queryKey: ['inbox', 'list', state, mine, page],
    queryFn: ({ signal }) =>
      api.call('inbox.list', {
        query: { state, mine, limit: PLANS_PER_PAGE, offset: (page - 1) * PLANS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

export function driftQuery(api: ApiClient, batchId: string) {
  return queryOptions({
    queryKey: ['inbox', 'drift', batchId],
    queryFn: ({ signal }) => api.call('inbox.drift', { params: { batch_id: batchId }, signal }),
  });
}

async function decided(queryClient: QueryClient, batch: BulkUpdateBatch, _: unknown, api: ApiClient) {
  await cacheAnswer(queryClient, bulkUpdateQuery(api, batch.batch_id).queryKey, batch);
  return queryClient.invalidateQueries({ queryKey: ['inbox'] });
}
/** Somebody else may have decided: the page shows it. */
const lookAgain = {
  onError: (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['bulk-updates'] }),
};

export const useSubmit = (batchId: string) =>
  useChange((api) => api.call('inbox.submit', { params: { batch_id: batchId }, body: {} }), {
    onSuccess: decided,
    ...lookAgain,
  });

export const useWithdraw = (batchId: string) =>
  useChange((api) => api.call('inbox.withdraw', { params: { batch_id: batchId } }), {
    onSuccess: decided,
    ...lookAgain,
  });

export const useReject = (batchId: string) =>
  useChange(
    (api, reason: string) => api.call('inbox.reject', { params: { batch_id: batchId }, body: { reason } }),
    { onSuccess: decided, ...lookAgain },
  );

export const useTakeOver = (batchId: string) =>
  useChange((api) => api.call('inbox.takeOver', { params: { batch_id: batchId } }), {
    onSuccess: async (queryClient, batch, variables, api) => {
      await decided(queryClient, batch, variables, api);
      await queryClient.invalidateQueries({ queryKey: bulkUpdateQuery(api, batchId).queryKey });
    },
    ...lookAgain,
  });
