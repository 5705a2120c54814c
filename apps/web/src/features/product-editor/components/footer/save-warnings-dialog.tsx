import { formatQuantity } from '@storefleet/contract/values/quantity';
import { ConfirmDialog } from '../../../../components/dialogs/confirm-dialog.tsx';
import { LookAgain } from '../../../../components/feedback/look-again.tsx';
import { useLookedAt } from '../../../../components/feedback/use-looked-at.ts';

type Props = {
  warnings: readonly string[];
  /** Number of values to write. */
  changes: number;
  onSave: () => void;
  onCancel: () => void;
};

/** Confirms saving values that may be mistakes. */
export function SaveWarningsDialog({ warnings, changes, onSave, onCancel }: Props) {
  const lookedAt = useLookedAt(warnings);
  const label = `Save ${formatQuantity(changes, 'change')}`;
  return (
    <ConfirmDialog
      opened
      title={`${label}?`}
      confirmLabel={label}
      blocked={!lookedAt.confirmed}
      onCancel={onCancel}
      onConfirm={onSave}
    >
      <LookAgain {...lookedAt} />
    </ConfirmDialog>
  );
}
