import { Button, Checkbox, Skeleton, Text } from '@mantine/core';
import type { UndoPreview, UndoStarted } from '@storefleet/contract/edits/history';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../../components/dialogs/dialog-actions.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError, isTransient } from '../../../../lib/api/describe-error.ts';
import { type UndoSubject, undoPreviewQuery, useUndo } from '../../api/undo.ts';
import {
  NOTHING_CHOSEN,
  shownChoice,
  type UndoChoice,
  undoCount,
  undoLabel,
  undoSummary,
} from '../../undo/undo-choice.ts';
import { UndoConflicts } from './undo-conflicts.tsx';
import classes from './undo-dialog.module.css';
import { UndoValues } from './undo-values.tsx';

type Props = {
  subject: UndoSubject;
  onClose: () => void;
  /** Called once the undo has started; it continues on its own. */
  onStarted: (started: UndoStarted) => void;
};

/** Shows what would be restored and what has changed since, before anything is written. */
export function UndoDialog({ subject, onClose, onStarted }: Props) {
  const api = useApi();
  const preview = useQuery(undoPreviewQuery(api, subject));
  const undo = useUndo();
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  const choice = preview.data ? shownChoice(preview.data, chosen) : NOTHING_CHOSEN;
  const count = preview.data ? undoCount(preview.data, choice) : 0;
  const title =
    subject.kind === 'record'
      ? `Undo the change of ${subject.name}?`
      : `Undo ${formatQuantity(count > 0 ? count : sizeOf(subject), 'change')}?`;

  return (
    <Dialog opened size="40rem" title={title} onClose={undo.isPending ? undefined : onClose}>
      {preview.isPending && <PreviewSkeleton />}
      {preview.error && (
        <div role="alert">
          <Text c="var(--sf-danger-text)">{describeError(preview.error)}</Text>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            loading={preview.isFetching}
            onClick={() => void preview.refetch()}
          >
            Retry
          </Button>
        </div>
      )}
      {preview.data && <Preview preview={preview.data} choice={choice} onChoose={setChosen} />}
      <DialogActions
        confirmLabel={preview.data ? undoLabel(count) : 'Undo'}
        onConfirm={() => undo.mutate({ subject, choice }, { onSuccess: onStarted })}
        pending={undo.isPending}
        blocked={count === 0}
        reason={preview.data && count === 0 ? 'Nothing can be restored.' : undefined}
        onCancel={onClose}
        autoFocus="cancel"
        error={
          undo.error &&
          `${describeError(undo.error)}${isTransient(undo.error) ? ' The undo may have started. It is safe to try again.' : ''}`
        }
      />
    </Dialog>
  );
}

function sizeOf(subject: Exclude<UndoSubject, { kind: 'record' }>): number {
  return subject.kind === 'records' ? subject.recordIds.length : subject.size;
}

type PreviewProps = {
  preview: UndoPreview;
  choice: UndoChoice;
  onChoose: (choice: UndoChoice) => void;
};

function Preview({ preview, choice, onChoose }: PreviewProps) {
  return (
    <div className={classes.preview}>
      <Text role="status">{undoSummary(preview)}</Text>
      {preview.restorable.length > 0 && (
        <UndoValues records={preview.restorable} total={preview.restorable_count} />
      )}
      {preview.uncertain.length > 0 && (
        <div className={classes.uncertain}>
          <Checkbox
            label={`Restore ${formatQuantity(preview.uncertain_count, 'value')} whose old value is uncertain`}
            description="These values were last seen some time before the change and may have changed in between."
            checked={choice.uncertain}
            onChange={(event) => onChoose({ ...choice, uncertain: event.currentTarget.checked })}
          />
          <UndoValues
            records={preview.uncertain}
            total={preview.uncertain_count}
            label="Values that may have been different before"
          />
        </div>
      )}
      {preview.conflicts.length > 0 && (
        <UndoConflicts
          conflicts={preview.conflicts}
          total={preview.conflicts_count}
          included={choice.included}
          onInclude={(included) => onChoose({ ...choice, included })}
        />
      )}
    </div>
  );
}

function PreviewSkeleton() {
  return (
    <div className={classes.preview} role="status" aria-label="Checking the current values">
      <Skeleton height={12} width="60%" />
      <Skeleton height={52} />
    </div>
  );
}
