import type { AccessLink, TeamMember } from '@storefleet/contract/people/team';
import { useState } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { useLogout } from '../../auth/use-logout.ts';
import { usePermission } from '../../auth/use-permission.ts';
import { isLastOwner, nameOf, whyNotDisable } from '../member-words.ts';
import { useDeleteMember, useResetMemberPassword, useResetSecondFactor } from '../team-api.ts';
import { AccessDialog } from './access-dialog.tsx';
import { MemberRow } from './member-row.tsx';

const allColumns: readonly Column<TeamMember>[] = [
  { id: 'member', label: 'Member', namesRow: true, skeleton: 'two lines' },
  { id: 'status', label: 'Status', width: '6rem' },
  { id: 'role', label: 'Role', width: '8rem', cardLabel: 'Role' },
  { id: 'factor', label: 'Second factor', width: '9rem', cardLabel: 'Second factor' },
  { id: 'seen', label: 'Last sign-in', width: '8.5rem', look: 'muted', cardLabel: 'Last sign-in' },
  { id: 'actions', label: 'Actions', width: '16.5rem', align: 'end', skeleton: 'none' },
];
const cards = {
  areas: '"member member" "status seen" "role role" "factor factor" "actions actions"',
  columns: 'auto minmax(0, 1fr)',
};

/** Only with the embedded sign-in is it known who has a second factor. */
const columnsOf = (signsInHere: boolean) => allColumns.filter(({ id }) => signsInHere || id !== 'factor');

type Props = {
  /** Undefined while loading. */
  members: readonly TeamMember[] | undefined;
  /** Whether passwords are managed here rather than at a hosted project. */
  resetsPasswords: boolean;
  /** The signed-in person's; null while unknown. */
  ownId: string | null;
  onLink: (access: AccessLink) => void;
};

export function MembersTable({ members, resetsPasswords, ownId, onLink }: Props) {
  const [askedId, setAskedId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<TeamMember | null>(null);
  const [resettingFactor, setResettingFactor] = useState<TeamMember | null>(null);
  const reset = useResetMemberPassword();
  const logout = useLogout();
  const notAllowed = usePermission('team.update');
  return (
    <>
      <FailureBanner spaced title="Failed to create a link." error={reset.error} onDismiss={reset.reset} />
      <DataTable
        label="Team"
        loading="Loading the team"
        place="panel"
        columns={columnsOf(resetsPasswords)}
        rows={members}
        keyOf={({ id }) => id}
        cards={cards}
      >
        {(member, position) => (
          <MemberRow
            {...position}
            member={member}
            isSelf={member.id === ownId}
            reasons={reasonsOf(member, members ?? [], notAllowed)}
            isLastOwner={isLastOwner(member, members ?? [])}
            resetting={reset.isPending && reset.variables === member.id}
            onReset={resetsPasswords ? () => reset.mutate(member.id, { onSuccess: onLink }) : null}
            onResetFactor={() => setResettingFactor(member)}
            onAccess={() => setAskedId(member.id)}
            onDelete={() => setDeleting(member)}
          />
        )}
      </DataTable>
      {resettingFactor && (
        <ResetFactorDialog member={resettingFactor} onClose={() => setResettingFactor(null)} />
      )}
      <AccessDialog
        member={members?.find(({ id }) => id === askedId) ?? null}
        isSelf={askedId === ownId}
        onClose={() => setAskedId(null)}
        onSelfDisabled={logout}
      />
      {deleting && <DeleteMemberDialog member={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function reasonsOf(member: TeamMember, members: readonly TeamMember[], notAllowed: string | null) {
  return {
    manage: notAllowed,
    disable: notAllowed ?? whyNotDisable(member, members),
  };
}

/** Confirms deleting a disabled member for good. */
function DeleteMemberDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
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
      Their account, private views and API keys are permanently deleted. The history and the audit log keep
      their name, and their shared views stay. The address can be invited again as a new member.
    </ConfirmChange>
  );
}

/** Confirms removing a lost second factor. */
function ResetFactorDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
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
      Make sure that the request comes from {name}. They are signed out everywhere, and need only their
      password to sign in until they set up another one.
    </ConfirmChange>
  );
}
