import type { ApiClient } from '@storefleet/client/api-client';
import type { RouteById } from '@storefleet/contract/api';
import type { RouteBody } from '@storefleet/contract/api/route';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { cacheAnswer } from '../../lib/api/cache-answer.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { refetch, useChange } from '../../lib/api/use-change.ts';
import { bulkUpdateQuery } from '../batches/queries.ts';

const POLL_MS = 15_000;
/** More than a team has at once; the panel shows the total. */
const SHOWN = 100;

type Times = RouteBody<RouteById<'scheduledChanges.save'>>;
type End = RouteBody<RouteById<'scheduledChanges.moveEnd'>>;

/** Changes still to be applied or reverted. */
export const openChangesQuery = (api: ApiClient) =>
  callQuery(api, 'scheduledChanges.list', ['scheduled-changes', 'open'], {
    query: { limit: SHOWN },
    refetchInterval: POLL_MS,
  });

/** What will happen when, as described by the server. */
export const forecastQuery = (api: ApiClient, batchId: string, times: Times) =>
  callQuery(api, 'scheduledChanges.preview', ['scheduled-changes', 'preview', batchId, times], {
    params: { batch_id: batchId },
    body: times,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The update's page shows its state, even if somebody else was faster. */
const shown = {
  async onSuccess(queryClient: QueryClient, batch: BulkUpdateBatch, _: unknown, api: ApiClient) {
    await cacheAnswer(queryClient, bulkUpdateQuery(api, batch.batch_id).queryKey, batch);
    for (const key of ['scheduled-changes', 'inbox', 'overview']) {
      void queryClient.invalidateQueries({ queryKey: [key] });
    }
  },
  onError: refetch(['bulk-updates']),
};

export const useSchedule = (batchId: string) =>
  useChange(
    (api, body: Times) => api.call('scheduledChanges.save', { params: { batch_id: batchId }, body }),
    shown,
  );

export const useCancelSchedule = (batchId: string) =>
  useChange((api) => api.call('scheduledChanges.cancel', { params: { batch_id: batchId } }), shown);

export const useMoveEnd = (batchId: string) =>
  useChange(
    (api, body: End) => api.call('scheduledChanges.moveEnd', { params: { batch_id: batchId }, body }),
    shown,
  );

export const useEndNow = (batchId: string) =>
  useChange((api) => api.call('scheduledChanges.endNow', { params: { batch_id: batchId }, body: {} }), shown);
