import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx';
import { useLogout } from '../use-logout.ts';

/** Asks before a logout takes away what was typed. */
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
      <Text>What you typed here has not been saved, and is lost when you log out.</Text>
    </ConfirmDialog>
  );
}
