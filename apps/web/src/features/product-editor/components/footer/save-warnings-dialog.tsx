import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx';
import { LookAgain } from '../../../../components/feedback/look-again.tsx';

type Props = {
  warnings: readonly string[];
  /** Values that would be written. */
  changes: number;
  onSave: () => void;
  onCancel: () => void;
};

/** Asks before values are saved that may be a mistake. */
export function SaveWarningsDialog({ warnings, changes, onSave, onCancel }: Props) {
  const [confirmed, setConfirmed] = useState(false);
  const label = `Save ${formatQuantity(changes, 'change')}`;
  return (
    <ConfirmDialog
      opened
      title={`${label}?`}
      confirmLabel={label}
      blocked={!confirmed}
      onCancel={onCancel}
      onConfirm={onSave}
    >
      <LookAgain warnings={warnings} confirmed={confirmed} onConfirm={setConfirmed} />
    </ConfirmDialog>
  );
}
