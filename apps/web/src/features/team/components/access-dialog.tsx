import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TeamMember } from '@storefleet/contract/people/team';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useSetMemberAccess } from '../api/set-member-access.ts';
import { nameOf } from '../member-words.ts';

type Props = {
  /** The member in question, or null while nothing is asked. */
  member: TeamMember | null;
  isSelf: boolean;
  onClose: () => void;
  /** The signed-in person has just shut themselves out. */
  onSelfDisabled: () => void;
};

/** Asks before a member is disabled, or let in again. */
export function AccessDialog({ member, isSelf, onClose, onSelfDisabled }: Props) {
  const access = useSetMemberAccess();
  if (!member) return null;
  const enabled = member.status === 'disabled';
  const name = nameOf(member);
  const close = () => {
    access.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={enabled ? `Enable ${name}?` : `Disable ${name}?`}
      confirmLabel={enabled ? 'Enable member' : 'Disable member'}
      tone={enabled ? 'normal' : 'danger'}
      pending={access.isPending}
      error={
        access.error &&
        `Failed to ${enabled ? 'enable' : 'disable'} ${name}. Please try again. (${describeError(access.error)})`
      }
      onCancel={close}
      onConfirm={() =>
        access.mutate(
          { userId: member.id, enabled },
          {
            onSuccess: () => {
              if (isSelf && !enabled) return onSelfDisabled();
              notifications.show({
                color: 'green',
                message: enabled ? `${name} can sign in again.` : `${name} is disabled and signed out.`,
              });
              close();
            },
          },
        )
      }
    >
      <Text>{describe(enabled, isSelf)}</Text>
    </ConfirmDialog>
  );
}

function describe(enabled: boolean, isSelf: boolean): string {
  if (enabled) return 'They can sign in again with the password they had.';
  if (isSelf) {
    return 'This is your own account. You are signed out at once, and cannot sign in until another member enables you.';
  }
  return 'They are signed out everywhere at once and cannot sign in until somebody enables them again. What they changed stays in the history.';
}
