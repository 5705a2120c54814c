import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../components/dialogs/confirm-dialog.tsx';
import { LookAgain } from '../../../../components/feedback/look-again.tsx';

type Props = {
  warnings: readonly string[];
  /** Number of values to write. */
  changes: number;
  onSave: () => void;
  onCancel: () => void;
};

/** Confirms saving values that may be mistakes. */
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
