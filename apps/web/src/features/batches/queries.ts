import type { ApiClient } from '@storefleet/client/api-client';
import { BULK_UPDATE_POLL_MS, type BulkUpdateStatus } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemsQuery } from '@storefleet/contract/edits/bulk-update-items';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/call-query.ts';

/** State of a bulk update, from preview to result: polled every second while it runs. */
export const bulkUpdateQuery = (api: ApiClient, batchId: string) =>
  callQuery(api, 'bulkUpdates.get', ['bulk-updates', 'batch', batchId], {
    params: { batch_id: batchId },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'in_progress' ? BULK_UPDATE_POLL_MS : waitsForATime(data) ? SCHEDULE_POLL_MS : false,
  });

const SCHEDULE_POLL_MS = 5_000;

/** Whether it can start or be undone without user action. */
function waitsForATime(batch: BulkUpdateBatch | undefined): boolean {
  const schedule = batch?.schedule;
  if (!schedule || (schedule.problem !== null && !schedule.waits_for_stores)) return false;
  return (
    schedule.state === 'scheduled' ||
    (schedule.state === 'applied' && schedule.ends_at !== null) ||
    schedule.reverts.some(({ status }) => status === 'in_progress')
  );
}

const RECENT_SHOWN = 50;
const RECENT_POLL_MS = 5_000;

/** The newest bulk updates; polled every 5 s while one of them runs. */
export const recentBulkUpdatesQuery = (api: ApiClient) =>
  callQuery(api, 'bulkUpdates.list', ['bulk-updates', 'recent'], {
    query: { limit: RECENT_SHOWN },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.bulk_updates.some(({ status }) => status === 'in_progress') ? RECENT_POLL_MS : false,
  });

export type ShownItems = NonNullable<BulkUpdateItemsQuery['show']>;

/** Rows per request. */
export const ITEMS_REQUEST_SIZE = 200;

/** Filter and sort order of an update's rows. Default: in plan order. */
export type ItemsFilter = Omit<BulkUpdateItemsQuery, 'limit' | 'offset'>;

type Asked = {
  batchId: string;
  filter: ItemsFilter;
  /** Zero-based, in requests of `ITEMS_REQUEST_SIZE`. */
  page: number;
  /** Of the batch: applying replaces its rows, which then change only while it runs. */
  status: BulkUpdateStatus;
};

/** Query keys of all loaded rows of an update. */
export const itemsKey = (batchId: string) => ['bulk-updates', 'items', batchId];

export const bulkUpdateItemsQuery = (api: ApiClient, { batchId, filter, page, status }: Asked) =>
  callQuery(api, 'bulkUpdates.items', [...itemsKey(batchId), status, filter, page], {
    params: { batch_id: batchId },
    query: { ...filter, limit: ITEMS_REQUEST_SIZE, offset: page * ITEMS_REQUEST_SIZE },
    staleTime: status === 'in_progress' ? 0 : Number.POSITIVE_INFINITY,
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });

/** For a plan: the rows left out may change between requests. */
export const whatIfQuery = (api: ApiClient, batchId: string) =>
  callQuery(api, 'bulkUpdates.whatIf', ['what-if', batchId], { params: { batch_id: batchId }, staleTime: 0 });

/** Those into which products can be put, in any store. */
export function manualCollectionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['collections', 'manual'],
    queryFn: async ({ signal }) =>
      (await api.call('stores.collections', { query: {}, signal })).collections.filter(
        ({ is_manual }) => is_manual,
      ),
  });
}

/** Those of any store. */
export function channelsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['channels'],
    queryFn: async ({ signal }) => (await api.call('stores.channels', { query: {}, signal })).channels,
  });
}
