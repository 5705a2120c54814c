import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { bulkUpdateQuery } from '../../bulk-updates/api/queries.ts';

/** The undo of one change on its way to its store. */
export type UndoRun = { recordId: string; name: string; batchId: string };

export type UndoRunEvents = {
  onEnd: (batch: BulkUpdateBatch) => void;
  /** The server does not tell any more how the undo stands; it goes on all the same. */
  onLost: (error: Error) => void;
};

/** Follows a running undo to its end. */
export function useUndoRun({ batchId }: UndoRun, events: UndoRunEvents): void {
  const { data: batch, error } = useQuery(bulkUpdateQuery(useApi(), batchId));
  const onEnd = useEffectEvent(events.onEnd);
  const onLost = useEffectEvent(events.onLost);
  const hasEnded = batch !== undefined && batch.status !== 'in_progress' && batch.status !== 'planned';
  useEffect(() => {
    if (hasEnded) onEnd(batch);
    else if (error) onLost(error);
  }, [hasEnded, batch, error]);
}
