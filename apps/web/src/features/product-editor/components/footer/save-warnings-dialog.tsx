import { Button, Group } from '@mantine/core';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
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
  const values = formatQuantity(changes, 'change');
  return (
    <Dialog opened title={`Save ${values}?`} onClose={onCancel}>
      <LookAgain warnings={warnings} confirmed={confirmed} onConfirm={setConfirmed} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button disabled={!confirmed} onClick={onSave}>
          Save {values}
        </Button>
      </Group>
    </Dialog>
  );
}
