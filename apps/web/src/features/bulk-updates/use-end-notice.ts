import type { ApiClient } from '@storefleet/client/api-client';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { showToast } from '../../components/feedback/toast.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { batchTitle, describeOutcome } from '../batches/batch-words.ts';
import { bulkUpdateQuery } from '../batches/queries.ts';
import { definitionsOf } from '../metafields/use-definitions.ts';
import { storesQuery } from '../stores/api/queries.ts';

/** Follows an update whose screen was left while it ran; one follower per update. */
const followers = new Map<string, () => void>();

/** Shows the result of an update that continued after its screen was left. */
export function useEndNotice(batch: BulkUpdateBatch): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const latest = useRef(batch);
  useEffect(() => {
    latest.current = batch;
  }, [batch]);
  useEffect(() => {
    followers.get(latest.current.batch_id)?.();
    return () => {
      if (latest.current.status === 'in_progress') follow(api, queryClient, latest.current.batch_id);
    };
  }, [api, queryClient]);
}

function follow(api: ApiClient, queryClient: QueryClient, batchId: string): void {
  const observer = new QueryObserver(queryClient, bulkUpdateQuery(api, batchId));
  const leave = observer.subscribe(({ data, error }) => {
    if (data?.status === 'in_progress' && !error) return;
    stop();
    if (data && !error) tell(api, queryClient, data);
  });
  const stop = () => {
    leave();
    followers.delete(batchId);
  };
  followers.set(batchId, stop);
}

function tell(api: ApiClient, queryClient: QueryClient, batch: BulkUpdateBatch): void {
  const definitions = definitionsOf(queryClient.getQueryData(storesQuery(api).queryKey));
  const { tone, text } = describeOutcome(batch, definitions);
  const color = { success: 'green', info: 'fleet', warning: 'yellow', danger: 'red' }[tone];
  // Failures stay until dismissed.
  const autoClose = tone === 'success' || tone === 'info' ? undefined : false;
  void showToast({
    color,
    title: batchTitle(batch, definitions),
    message: text,
    ...(autoClose === false && { autoClose }),
  });
  for (const key of ['products', 'history', 'stores']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}
