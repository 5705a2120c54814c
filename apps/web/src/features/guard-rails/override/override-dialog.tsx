import { Textarea } from '@mantine/core';
import { OVERRIDE_REASON_MAX_LENGTH } from '@storefleet/contract/constants';
import { useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../components/dialogs/dialog-actions.tsx';
import { onEditKey } from '../../../lib/browser/use-in-place.ts';
import classes from './override-dialog.module.css';
import type { OverrideRequest } from './override-requests.ts';

/** The broken guard rails, and the required reason for the change. */
export function OverrideDialog({ request: { broken, isApproval, answer } }: { request: OverrideRequest }) {
  const [reason, setReason] = useState('');
  const given = reason.trim();
  const save = () => given !== '' && answer(given);
  return (
    <Dialog
      opened
      title={isApproval ? 'This needs approval' : 'This breaks a guard rail'}
      size="32rem"
      onClose={() => answer(null)}
    >
      <ul className={classes.broken}>
        {broken.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Textarea
        label={isApproval ? 'Note for the approver' : 'Reason for making the change anyway'}
        description={
          isApproval
            ? 'Another editor or owner can apply or reject it in the inbox.'
            : 'Kept in the history, with your name.'
        }
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={OVERRIDE_REASON_MAX_LENGTH}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => onEditKey(event, { save })}
      />
      <DialogActions
        confirmLabel={isApproval ? 'Submit for approval' : 'Change anyway'}
        onConfirm={save}
        blocked={given === ''}
        cancelLabel="Don’t change"
        onCancel={() => answer(null)}
      />
    </Dialog>
  );
}
