import { Text } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Setting } from '@storefleet/contract/settings';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { announce } from '../announce.ts';
import { useDeleteSetting } from '../api/delete-setting.ts';
import { effectOfDeleting } from '../known-settings.ts';

type Props = {
  /** The setting in question, or null while nothing is asked. */
  setting: Setting | null;
  onClose: () => void;
};

export function DeleteSettingDialog({ setting, onClose }: Props) {
  const deletion = useDeleteSetting();
  const key = setting?.key ?? '';
  const close = () => {
    deletion.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={setting !== null}
      title={`Delete ${key}?`}
      confirmLabel="Delete setting"
      tone="danger"
      pending={deletion.isPending}
      error={deletion.error && `${messages.settings.deleteFailed(key)} (${describeError(deletion.error)})`}
      onCancel={close}
      onConfirm={() =>
        deletion.mutate(key, {
          onSuccess: () => {
            announce(messages.settings.deleted(key));
            close();
          },
        })
      }
    >
      <Text>{messages.settings.confirmDelete(key)}</Text>
      <Text c="dimmed" mt="xs">
        {effectOfDeleting(key)}
      </Text>
    </ConfirmDialog>
  );
}
