import type { ApiClient } from '@storefleet/client/api-client';
import type { HistoryFilters } from '@storefleet/contract/edits/history';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { callQuery } from '../../../lib/api/call-query.ts';
import { isTransient } from '../../../lib/api/describe-error.ts';
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import type { UndoChoice } from '../undo/undo-choice.ts';

/** What to undo: one change, several, a batch, or all matching filters. */
export type UndoSubject =
  | { kind: 'record'; recordId: string; batchId: string; name: string }
  | { kind: 'records'; recordIds: readonly string[] }
  | { kind: 'batch'; batchId: string; storeIds?: readonly string[]; size: number }
  | { kind: 'filters'; filters: HistoryFilters; size: number };

function requestOf(subject: UndoSubject) {
  switch (subject.kind) {
    case 'record':
      return { record_ids: [subject.recordId] };
    case 'records':
      return { record_ids: [...subject.recordIds] };
    case 'batch':
      return { batch_id: subject.batchId, ...(subject.storeIds && { store_ids: [...subject.storeIds] }) };
    case 'filters':
      return { filters: subject.filters };
  }
}

/** What an undo would restore right now: never cached, because it may change. */
export function undoPreviewQuery(api: ApiClient, subject: UndoSubject) {
  const body = requestOf(subject);
  return callQuery(api, 'history.previewUndo', ['undo-preview', body], {
    body,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Idempotent: a retry after a lost response returns the undo already started. */
export function useUndo() {
  const api = useApi();
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ subject, choice }: { subject: UndoSubject; choice: UndoChoice }) => {
      const body = {
        ...requestOf(subject),
        include_record_ids: [...choice.included],
        include_uncertain: choice.uncertain,
      };
      return api.call('history.undo', { body, headers: { 'idempotency-key': keyOf(body) } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['bulk-updates'] }),
    // After a lost response the same body is retried, whatever the current values.
    onError: (error) => {
      if (!isTransient(error)) void queryClient.invalidateQueries({ queryKey: ['undo-preview'] });
    },
  });
}
