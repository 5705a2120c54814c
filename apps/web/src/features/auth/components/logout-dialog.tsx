import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useLogout } from '../use-logout.ts';

/** Asks before a logout discards typed values. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog
      opened
      title="Log out without saving?"
      confirmLabel="Log out"
      cancelLabel="Stay"
      tone="danger"
      onConfirm={useLogout()}
      onCancel={onClose}
    >
      <Text>Your changes have not been saved and will be lost when you log out.</Text>
    </ConfirmDialog>
  );
}
