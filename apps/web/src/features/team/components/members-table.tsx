import type { AccessLink, TeamMember } from '@storefleet/contract/team';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { describeError } from '../../../lib/describe-error.ts';
import { useLogout } from '../../auth/use-logout.ts';
import { useResetMemberPassword } from '../api/reset-member-password.ts';
import { whyNotDisable } from '../member-words.ts';
import { AccessDialog } from './access-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import classes from './team.module.css';

type Props = {
  members: readonly TeamMember[];
  /** Whether passwords are chosen here, and not at a hosted project. */
  resetsPasswords: boolean;
  /** The signed-in person's, or null while that is not known. */
  ownId: string | null;
  onLink: (access: AccessLink) => void;
};

export function MembersTable({ members, resetsPasswords, ownId, onLink }: Props) {
  const [askedId, setAskedId] = useState<string | null>(null);
  const reset = useResetMemberPassword();
  const logout = useLogout();
  return (
    <>
      {reset.error && (
        <div className={classes.message}>
          <Banner tone="danger" title="Failed to make a link." onDismiss={reset.reset}>
            {describeError(reset.error)}
          </Banner>
        </div>
      )}
      <table aria-label="Team" className={classes.table}>
        <thead className={classes.head}>
          <tr className={classes.row}>
            <th scope="col">Member</th>
            <th scope="col">Status</th>
            <th scope="col">Last sign-in</th>
            <th scope="col" data-column="actions">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isSelf={member.id === ownId}
              undisableBecause={whyNotDisable(member, members, ownId)}
              resetting={reset.isPending && reset.variables === member.id}
              onReset={resetsPasswords ? () => reset.mutate(member.id, { onSuccess: onLink }) : null}
              onAccess={() => setAskedId(member.id)}
            />
          ))}
        </tbody>
      </table>
      <AccessDialog
        member={members.find(({ id }) => id === askedId) ?? null}
        isSelf={askedId === ownId}
        onClose={() => setAskedId(null)}
        onSelfDisabled={logout}
      />
    </>
  );
}
