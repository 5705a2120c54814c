import type { TeamMember } from '@storefleet/contract/people/team';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { nameOf } from '../member-words.ts';
import { useSetMemberAccess } from '../team-api.ts';

type Props = {
  /** The member concerned; null closes the dialog. */
  member: TeamMember | null;
  isSelf: boolean;
  onClose: () => void;
  /** The signed-in person has disabled themselves. */
  onSelfDisabled: () => void;
};

/** Confirms disabling or enabling a member. */
export function AccessDialog({ member, isSelf, onClose, onSelfDisabled }: Props) {
  const access = useSetMemberAccess();
  if (!member) return null;
  const enabled = member.status === 'disabled';
  const name = nameOf(member);
  return (
    <ConfirmChange
      opened
      title={enabled ? `Enable ${name}?` : `Disable ${name}?`}
      confirmLabel={enabled ? 'Enable member' : 'Disable member'}
      tone={enabled ? 'normal' : 'danger'}
      change={access}
      variables={{ userId: member.id, enabled }}
      failed={(reason) =>
        `Failed to ${enabled ? 'enable' : 'disable'} ${name}. Please try again. (${reason})`
      }
      onDone={() => {
        if (isSelf && !enabled) onSelfDisabled();
        else announce(enabled ? `${name} can sign in again.` : `${name} is disabled and signed out.`);
      }}
      onClose={onClose}
    >
      {describe(enabled, isSelf)}
    </ConfirmChange>
  );
}

function describe(enabled: boolean, isSelf: boolean): string {
  if (enabled) return 'They can sign in again with their old password.';
  if (isSelf) {
    return 'This is your own account. You are signed out at once, until another member enables you.';
  }
  return 'They are signed out everywhere until someone enables them again. Their changes stay in the history.';
}
