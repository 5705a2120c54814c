import type { Role } from '@storefleet/contract/people/permissions';
import type { TeamMember } from '@storefleet/contract/people/team';
import { useState } from 'react';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { nameOf, roleLabels } from '../member-words.ts';
import { useChangeRole } from '../team-api.ts';
import { RoleSelect } from './role-select.tsx';
import classes from './team.module.css';

type Props = {
  member: TeamMember;
  isSelf: boolean;
  /** Whether the signed-in person may change it. */
  isManaged: boolean;
  /** Whether nobody else could give it back. */
  isLastOwner: boolean;
};

/** A member's role, which changes when another is selected; giving up one's own is confirmed first. */
export function RoleCell({ member, isSelf, isManaged, isLastOwner }: Props) {
  const [givesUp, setGivesUp] = useState<Role | null>(null);
  const change = useChangeRole(member.id);
  const name = nameOf(member);
  if (!isManaged) return roleLabels[member.role];
  if (isLastOwner) {
    return (
      <>
        {roleLabels[member.role]}
        <span className={classes.fixed}>Fixed: no other owner is active.</span>
      </>
    );
  }

  const done = (role: Role) => announce(`${name}: ${roleLabels[role]} from now on.`);
  const choose = (role: Role) => {
    if (isSelf) setGivesUp(role);
    else change.mutate(role, { onSuccess: () => done(role) });
  };
  return (
    <>
      <RoleSelect
        size="xs"
        aria-label={`Role of ${name}`}
        value={change.isPending ? change.variables : member.role}
        disabled={change.isPending}
        onChange={(event) => choose(event.currentTarget.value as Role)}
      />
      {change.error && !givesUp && (
        <p role="alert" className={classes.error}>
          Failed to change the role. Please try again. {describeError(change.error)}
        </p>
      )}
      {givesUp && (
        <ConfirmChange
          opened
          title={`Give up your role as ${roleLabels[member.role].toLowerCase()}?`}
          confirmLabel={`Become ${roleLabels[givesUp].toLowerCase()}`}
          tone="danger"
          change={change}
          variables={givesUp}
          failed={(why) => `Failed to change your role. Please try again. (${why})`}
          onDone={() => done(givesUp)}
          onClose={() => setGivesUp(null)}
        >
          Only another owner can give it back to you.
        </ConfirmChange>
      )}
    </>
  );
}
