import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../../lib/api/api-context.ts';
import { bulkUpdateQuery } from '../../../batches/queries.ts';

type Props = {
  batchId: string;
  onEnd: (batch: BulkUpdateBatch) => void;
  /** The server no longer reports the undo's state; it continues regardless. */
  onLost: (error: Error) => void;
};

/** Follows one running undo to its end; each has its own watch. */
export function UndoRunWatch({ batchId, ...events }: Props) {
  const { data: batch, error } = useQuery(bulkUpdateQuery(useApi(), batchId));
  const onEnd = useEffectEvent(events.onEnd);
  const onLost = useEffectEvent(events.onLost);
  const hasEnded = batch !== undefined && batch.status !== 'in_progress' && batch.status !== 'planned';
  useEffect(() => {
    if (hasEnded) onEnd(batch);
    else if (error) onLost(error);
  }, [hasEnded, batch, error]);
  return null;
}
