import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useDeleteStore } from '../api/delete-store.ts';

type Props = {
  /** The store in question, or null while nothing is asked. */
  store: Store | null;
  onClose: () => void;
};

export function DeleteStoreDialog({ store, onClose }: Props) {
  const deletion = useDeleteStore();
  const close = () => {
    deletion.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={store !== null}
      title={store ? `Delete ${store.shop_name}?` : ''}
      confirmLabel="Delete store"
      tone="danger"
      pending={deletion.isPending}
      error={deletion.error && `${messages.stores.deleteFailed} (${describeError(deletion.error)})`}
      onCancel={close}
      onConfirm={() => {
        if (!store) return;
        deletion.mutate(store.id, {
          onSuccess: () => {
            notifications.show({ color: 'green', message: messages.stores.deleted });
            close();
          },
        });
      }}
    >
      <Text>{messages.stores.confirmDelete}</Text>
      <Text c="dimmed" mt="xs">
        Its products, mappings, schedules and sync logs are deleted here. Its change history stays, and the
        shop itself is not touched.
      </Text>
    </ConfirmDialog>
  );
}
