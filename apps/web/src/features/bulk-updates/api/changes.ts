import type { ApiClient } from '@storefleet/client/api-client';
import type { RouteById } from '@storefleet/contract/api';
import type { RouteBody } from '@storefleet/contract/api/route';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { QueryClient } from '@tanstack/react-query';
import { refetch, useChange } from '../../../lib/api/use-change.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import { bulkUpdateQuery, itemsKey, whatIfQuery } from '../../batches/queries.ts';

export type PreviewRequest = RouteBody<RouteById<'bulkUpdates.preview'>>;

/** Caches the response, so that the update's screen need not fetch it. */
function keep(queryClient: QueryClient, batch: BulkUpdateBatch, _: unknown, api: ApiClient): void {
  queryClient.setQueryData(bulkUpdateQuery(api, batch.batch_id).queryKey, batch);
}

/** Calculates every old and new value on the server; writes nothing. */
export const usePreview = () =>
  useChange((api, body: PreviewRequest) => api.call('bulkUpdates.preview', { body }), { onSuccess: keep });

/** Downloads refused rows of an imported file, to correct and import again. */
export const useExportProblems = (batchId: string) =>
  useChange((api) => api.download('bulkUpdates.exportImportProblems', { params: { batch_id: batchId } }), {
    onSuccess: (_, file) => saveFile(file),
  });

/** Creates a new preview of failed, conflicting or cancelled rows, based on current values. */
export const useRetry = (batchId: string) =>
  useChange((api) => api.call('bulkUpdates.retry', { params: { batch_id: batchId } }), { onSuccess: keep });

/** The author's note, shown in the history. */
export const useAnnotate = (batchId: string) =>
  useChange(
    (api, note: string | null) =>
      api.call('bulkUpdates.annotate', { params: { batch_id: batchId }, body: { note } }),
    {
      scope: `note ${batchId}`,
      onSuccess(queryClient, batch, _, api) {
        keep(queryClient, batch, undefined, api);
        return queryClient.invalidateQueries({ queryKey: ['history', 'batches'] });
      },
    },
  );

/** Stops a running bulk update; written rows stay written. */
export const useCancel = (batchId: string) =>
  useChange((api) => api.call('bulkUpdates.cancel', { params: { batch_id: batchId } }), { onSuccess: keep });

/**
 * Drops a preview. If it was started in the meantime it continues, and `onStarted` is called. Previews
 * expire after a day anyway, so errors are ignored.
 */
export const useDropPreview = (batchId: string, onStarted: () => void) =>
  useChange((api) => api.call('bulkUpdates.drop', { params: { batch_id: batchId } }), {
    onSuccess(queryClient, batch, _, api) {
      queryClient.removeQueries({ queryKey: bulkUpdateQuery(api, batchId).queryKey });
      queryClient.removeQueries({ queryKey: itemsKey(batchId) });
      if (batch.started_at !== null) onStarted();
    },
  });

/**
 * Leaves rows of a preview out or includes them again: one request after another, so that the last one
 * wins. After a lost response the state is refetched.
 */
export const useLeaveOut = (batchId: string) =>
  useChange(
    (api, body: RouteBody<RouteById<'bulkUpdates.leaveOut'>>) =>
      api.call('bulkUpdates.leaveOut', { params: { batch_id: batchId }, body }),
    {
      scope: `leave-out ${batchId}`,
      async onSuccess(queryClient, batch, { item_ids }, api) {
        keep(queryClient, batch, undefined, api);
        void queryClient.invalidateQueries({ queryKey: whatIfQuery(api, batchId).queryKey });
        // A single row already shows it, unless it enters or leaves the list.
        const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) =>
          item_ids === undefined || JSON.stringify(queryKey).includes('"left_out"');
        await queryClient.invalidateQueries({ queryKey: itemsKey(batchId), predicate: isOther });
      },
      onError: refetch(['bulk-updates']),
    },
  );
