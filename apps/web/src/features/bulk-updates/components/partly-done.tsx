import { Button } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { type PartlyDone as Partly, storesInWords } from '@storefleet/contract/edits/partly-done';
import { ButtonWithReason } from '../../../components/button-with-reason.tsx';
import { Permitted } from '../../auth/components/permitted.tsx';
import type { UndoSubject } from '../../history/api/undo.ts';
import classes from './batch-result.module.css';

type Props = {
  batch: BulkUpdateBatch;
  partly: Partly;
  retrying: boolean;
  /** Null if nothing can be retried. */
  onRetry: (() => void) | null;
  /** Why it cannot be undone, or null. */
  notUndoable: string | null;
  onUndo: (subject: UndoSubject) => void;
};

/** An update that failed in one store: undo the others, or retry that one. */
export function PartlyDone({
  batch,
  partly: { failed, changed, sentence },
  retrying,
  onRetry,
  notUndoable,
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
          <ButtonWithReason variant="default" size="xs" reason={notUndoable} onClick={() => onUndo(subject)}>
            Undo {storesInWords(changed)}
          </ButtonWithReason>
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
