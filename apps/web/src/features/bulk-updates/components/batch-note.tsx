import { TextInput } from '@mantine/core';
import { NOTE_MAX_LENGTH } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { useState } from 'react';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useAnnotate } from '../api/changes.ts';
import { useIsMine } from '../api/use-is-mine.ts';

/** The author's reason for an update, shown in the history and saved on blur. */
export function BatchNote({ batch }: { batch: Pick<BulkUpdateBatch, 'batch_id' | 'note' | 'requested_by'> }) {
  const isMine = useIsMine(batch);
  const annotate = useAnnotate(batch.batch_id);
  const [text, setText] = useState<string | null>(null);
  const saved = batch.note ?? '';
  if (!isMine) return batch.note === null ? null : <p>{batch.note}</p>;
  const save = () => {
    const note = (text ?? saved).trim();
    if (note !== saved) annotate.mutate(note || null);
  };
  return (
    <TextInput
      label="Note"
      placeholder="Reason, shown in the history"
      maw="34rem"
      maxLength={NOTE_MAX_LENGTH}
      value={text ?? saved}
      error={annotate.error ? describeError(annotate.error) : null}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}
