import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { announce } from '../../../../components/feedback/announce.ts';
import { ConfirmChange } from '../../../../components/feedback/confirm-change.tsx';
import { useDeleteScheduledSync } from '../../api/changes.ts';

type Props = {
  /** The schedule in question, or null while nothing is asked. */
  schedule: ScheduledSync | null;
  onClose: () => void;
};

export function DeleteScheduleDialog({ schedule, onClose }: Props) {
  return (
    <ConfirmChange
      opened={schedule !== null}
      title={schedule ? `Delete ${schedule.name}?` : ''}
      confirmLabel="Delete scheduled sync"
      tone="danger"
      change={useDeleteScheduledSync()}
      variables={schedule?.id ?? ''}
      failed={messages.scheduledSyncs.deleteFailed}
      onDone={() => announce(messages.scheduledSyncs.deleted)}
      onClose={onClose}
      effect={
        `${schedule?.store_name} is no longer synced at these times, and the logs of this schedule go with it. ` +
        'The store and its products stay.'
      }
    >
      {messages.scheduledSyncs.confirmDelete}
    </ConfirmChange>
  );
}
