import { Text } from '@mantine/core';
import { problems } from '@storefleet/contract/api/problems';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../components/dialogs/dialog-actions.tsx';
import { useAuthState } from '../auth-context.tsx';
import { useLogout } from '../use-logout.ts';

/** For users of the auth project who were never invited here, or were disabled. */
export function NotAMemberDialog({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  const state = useAuthState();
  const logout = useLogout();
  const email = state.status === 'signed-in' ? state.session.user.email : undefined;
  return (
    <Dialog opened title="You are not a member here">
      <Text>{problems.not_a_member.detail}</Text>
      {email && <Text mt="xs">You are signed in as {email}.</Text>}
      <DialogActions
        confirmLabel="Try again"
        onConfirm={onRetry}
        pending={retrying}
        cancelLabel="Use another account"
        onCancel={logout}
        canLeave
        autoFocus="confirm"
      />
    </Dialog>
  );
}
