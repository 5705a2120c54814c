import type { TeamMember } from '@storefleet/contract/people/team';
import { announce } from '../../../components/feedback/announce.ts';
import { ConfirmChange } from '../../../components/feedback/confirm-change.tsx';
import { nameOf } from '../member-words.ts';
import { useResetSecondFactor } from '../team-api.ts';

/** Asks before the second factor of somebody who has lost it is removed. */
export function ResetFactorDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const reset = useResetSecondFactor();
  const name = nameOf(member);
  return (
    <ConfirmChange
      opened
      title={`Reset the second factor of ${name}?`}
      confirmLabel="Reset second factor"
      tone="danger"
      change={reset}
      variables={member.id}
      failed={(reason) => `Failed to reset it. Please try again. (${reason})`}
      onDone={() => announce(`The second factor of ${name} was removed.`)}
      onClose={onClose}
    >
      Make sure that it is {name} who asks for it. They are signed out everywhere, and their password alone
      signs them in until they set up another one.
    </ConfirmChange>
  );
}
