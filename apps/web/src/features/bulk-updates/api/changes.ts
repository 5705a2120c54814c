import type { ApiClient } from '@storefleet/client/api-client';
import type { RouteById } from '@storefleet/contract/api/api';
import type { RouteBody } from '@storefleet/contract/api/route';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import type { QueryClient } from '@tanstack/react-query';
import { useChange } from '../../../lib/api/use-change.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import { bulkUpdateQuery, itemsKey, whatIfQuery } from './queries.ts';

export type PreviewRequest = RouteBody<RouteById<'bulkUpdates.preview'>>;

/** The screen of the update need not ask for what was answered here. */
function keep(queryClient: QueryClient, batch: BulkUpdateBatch, _: unknown, api: ApiClient): void {
  queryClient.setQueryData(bulkUpdateQuery(api, batch.batch_id).queryKey, batch);
}

/** Works out every old and new value on the server; nothing is written. */
export const usePreview = () =>
  useChange((api, body: PreviewRequest) => api.call('bulkUpdates.preview', { body }), { onSuccess: keep });

/** The refused rows of an imported file, to be corrected and imported again. */
export const useExportProblems = (batchId: string) =>
  useChange((api) => api.download('bulkUpdates.exportImportProblems', { params: { batch_id: batchId } }), {
    onSuccess: (_, file) => saveFile(file),
  });

/** A new preview of what failed, conflicted or was cancelled, based on the values of now. */
export const useRetry = (batchId: string) =>
  useChange((api) => api.call('bulkUpdates.retry', { params: { batch_id: batchId } }), { onSuccess: keep });

/** What the author says of the update; the history shows it. */
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

/** Stops a running bulk update; what is done stays done. */
export const useCancel = (batchId: string) =>
  useChange((api) => api.call('bulkUpdates.cancel', { params: { batch_id: batchId } }), { onSuccess: keep });

/**
 * Leaves a preview. What was started meanwhile goes on, and `onStarted` is told of it. The server forgets a
 * preview by itself after a day, so that a failure here is nobody's concern.
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
 * Leaves rows of a preview out, or takes them in again: one request after the other, so that the last word counts. Whatever
 * became of one whose answer was lost is read again.
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
        // A single row shows it already, where it does not come or go.
        const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) =>
          item_ids === undefined || JSON.stringify(queryKey).includes('"left_out"');
        await queryClient.invalidateQueries({ queryKey: itemsKey(batchId), predicate: isOther });
      },
      onError: (queryClient) => queryClient.invalidateQueries({ queryKey: ['bulk-updates'] }),
    },
  );
