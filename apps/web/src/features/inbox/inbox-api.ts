import type { ApiClient } from '@storefleet/client/api-client';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { cacheAnswer } from '../../lib/api/cache-answer.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { refetch, useChange } from '../../lib/api/use-change.ts';
import { bulkUpdateQuery } from '../batches/queries.ts';
import { POLL_MS } from './waiting-plans.ts';

export const PLANS_PER_PAGE = 20;

type InboxView = { state: 'waiting' | 'decided'; mine: boolean /** From 1. */; page: number };

export const inboxQuery = (api: ApiClient, { state, mine, page }: InboxView) =>
  callQuery(api, 'inbox.list', ['inbox', 'list', state, mine, page], {
    query: { state, mine, limit: PLANS_PER_PAGE, offset: (page - 1) * PLANS_PER_PAGE },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

export const driftQuery = (api: ApiClient, batchId: string) =>
  callQuery(api, 'inbox.drift', ['inbox', 'drift', batchId], { params: { batch_id: batchId } });

const decided = {
  async onSuccess(queryClient: QueryClient, batch: BulkUpdateBatch, _: unknown, api: ApiClient) {
    await cacheAnswer(queryClient, bulkUpdateQuery(api, batch.batch_id).queryKey, batch);
    return queryClient.invalidateQueries({ queryKey: ['inbox'] });
  },
  /** Somebody else may have decided: the page shows it. */
  onError: refetch(['bulk-updates']),
};

export const useSubmit = (batchId: string) =>
  useChange((api) => api.call('inbox.submit', { params: { batch_id: batchId }, body: {} }), decided);

export const useWithdraw = (batchId: string) =>
  useChange((api) => api.call('inbox.withdraw', { params: { batch_id: batchId } }), decided);

export const useReject = (batchId: string) =>
  useChange(
    (api, reason: string) => api.call('inbox.reject', { params: { batch_id: batchId }, body: { reason } }),
    decided,
  );

export const useTakeOver = (batchId: string) =>
  useChange((api) => api.call('inbox.takeOver', { params: { batch_id: batchId } }), {
    ...decided,
    onSuccess: async (queryClient, batch, variables, api) => {
      await decided.onSuccess(queryClient, batch, variables, api);
      await queryClient.invalidateQueries({ queryKey: bulkUpdateQuery(api, batchId).queryKey });
    },
  });
