import { Textarea } from '@mantine/core';
import { OVERRIDE_REASON_MAX_LENGTH } from '@storefleet/contract/constants';
import { useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../components/dialogs/dialog-actions.tsx';
import { describeRefusal } from '../../../lib/api/describe-error.ts';
import { useReject } from '../inbox-api.ts';

/** Asks why a plan is rejected, for its author. */
export function RejectDialog({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const reject = useReject(batchId);
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <Dialog opened title="Reject this plan?" onClose={reject.isPending ? undefined : onClose}>
      <Textarea
        label="Why"
        description="Shown to its author."
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={OVERRIDE_REASON_MAX_LENGTH}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <DialogActions
        confirmLabel="Reject plan"
        onConfirm={() => reject.mutate(given, { onSuccess: onClose })}
        tone="danger"
        pending={reject.isPending}
        blocked={given === ''}
        onCancel={onClose}
        error={reject.error && describeRefusal(reject.error)}
      />
    </Dialog>
  );
}
