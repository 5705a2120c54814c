import { Button } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { Permitted } from '../../auth/components/permitted.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

/** Next to the button that applies a plan now. */
export function ScheduleButton({ batch, disabled }: { batch: BulkUpdateBatch; disabled: boolean }) {
  const [choosing, setChoosing] = useState(false);
  return (
    <Permitted call="scheduledChanges.save">
      <Button
        variant="default"
        leftSection={<IconCalendarTime size={15} aria-hidden />}
        disabled={disabled}
        onClick={() => setChoosing(true)}
      >
        Schedule…
      </Button>
      {choosing && <ScheduleDialog batch={batch} onClose={() => setChoosing(false)} />}
    </Permitted>
  );
}
