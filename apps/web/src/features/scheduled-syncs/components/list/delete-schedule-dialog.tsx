import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { useDeleteScheduledSync } from '../../api/delete-scheduled-sync.ts';

type Props = {
  /** The schedule in question, or null while nothing is asked. */
  schedule: ScheduledSync | null;
  onClose: () => void;
};

export function DeleteScheduleDialog({ schedule, onClose }: Props) {
  const deletion = useDeleteScheduledSync();
  const close = () => {
    deletion.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={schedule !== null}
      title={schedule ? `Delete ${schedule.name}?` : ''}
      confirmLabel="Delete scheduled sync"
      tone="danger"
      pending={deletion.isPending}
      error={deletion.error && messages.scheduledSyncs.deleteFailed(describeError(deletion.error))}
      onCancel={close}
      onConfirm={() => {
        if (!schedule) return;
        deletion.mutate(schedule.id, {
          onSuccess: () => {
            notifications.show({ color: 'green', message: messages.scheduledSyncs.deleted });
            close();
          },
        });
      }}
    >
      <Text>{messages.scheduledSyncs.confirmDelete}</Text>
      {schedule && (
        <Text c="dimmed" mt="xs">
          {schedule.store_name} is no longer synced at these times, and the logs of this schedule go with it.
          The store and its products stay.
        </Text>
      )}
    </ConfirmDialog>
  );
}
