import type { TeamMember } from '@storefleet/contract/people/team';
import { announce } from '../../../components/feedback/announce.ts';
import { ConfirmChange } from '../../../components/feedback/confirm-change.tsx';
import { nameOf } from '../member-words.ts';
import { useDeleteMember } from '../team-api.ts';

/** Asks before a disabled member is deleted for good. */
export function DeleteMemberDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const deletion = useDeleteMember();
  const name = nameOf(member);
  return (
    <ConfirmChange
      opened
      title={`Delete ${name}?`}
      confirmLabel="Delete member"
      tone="danger"
      change={deletion}
      variables={member.id}
      failed={(reason) => `Failed to delete ${name}. Please try again. (${reason})`}
      onDone={() => announce(`${name} was deleted.`)}
      onClose={onClose}
    >
      Their account, their own views and their API keys end for good. The history and the audit log keep their
      name, and views that they share stay. The address can be invited again, as somebody new.
    </ConfirmChange>
  );
}
