import type { BulkUpdateBatch } from '@storefleet/contract/bulk-updates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { bulkUpdateQuery } from '../bulk-updates/api/get-bulk-update.ts';

/** The undo of one change on its way to its store. */
export type UndoRun = { recordId: string; name: string; batchId: string };

/** Follows a running undo to its end, and renews the history then. */
export function useUndoRun(run: UndoRun, onEnd: (batch: BulkUpdateBatch) => void): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data: batch } = useQuery(bulkUpdateQuery(api, run.batchId));
  const end = useEffectEvent((ended: BulkUpdateBatch) => {
    void queryClient.invalidateQueries({ queryKey: ['history'] });
    void queryClient.invalidateQueries({ queryKey: ['products'] });
    onEnd(ended);
  });
  const hasEnded = batch !== undefined && batch.status !== 'in_progress' && batch.status !== 'planned';
  useEffect(() => {
    if (hasEnded) end(batch);
  }, [hasEnded, batch]);
}
