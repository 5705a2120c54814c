import { Button } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { type PartlyDone as Partly, storesInWords } from '@storefleet/contract/edits/partly-done';
import { Permitted } from '../../auth/components/permitted.tsx';
import type { UndoSubject } from '../../history/api/undo.ts';
import classes from './batch-result.module.css';

type Props = {
  batch: BulkUpdateBatch;
  partly: Partly;
  retrying: boolean;
  /** Null if nothing can be retried. */
  onRetry: (() => void) | null;
  onUndo: (subject: UndoSubject) => void;
};

/** An update that failed in one store: undo the others, or retry that one. */
export function PartlyDone({
  batch,
  partly: { failed, changed, sentence },
  retrying,
  onRetry,
  onUndo,
}: Props) {
  const subject: UndoSubject = {
    kind: 'batch',
    batchId: batch.batch_id,
    storeIds: changed.map(({ store_id }) => store_id),
    size: changed.reduce((sum, { succeeded }) => sum + succeeded, 0),
  };
  return (
    <>
      {sentence}
      <div className={classes.either}>
        <Permitted call="history.undo">
          <Button variant="default" size="xs" onClick={() => onUndo(subject)}>
            Undo {storesInWords(changed)}
          </Button>
        </Permitted>
        {onRetry && (
          <Permitted call="bulkUpdates.retry">
            <Button variant="default" size="xs" loading={retrying} onClick={onRetry}>
              Retry {storesInWords(failed)}
            </Button>
          </Permitted>
        )}
      </div>
    </>
  );
}
