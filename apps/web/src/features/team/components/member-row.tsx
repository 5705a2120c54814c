import type { TeamMember } from '@storefleet/contract/people/team';
import { ButtonWithReason } from '../../../components/button-with-reason.tsx';
import { RowButton } from '../../../components/data-table/row-button.tsx';
import { Cell, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { Chip, StatusBadge } from '../../../components/text/status-badge.tsx';
import { useInPlace } from '../../../lib/browser/use-in-place.ts';
import { memberStatusLabels, memberStatusTones, nameOf } from '../member-words.ts';
import { MemberNameEditor } from './member-name.tsx';
import { RoleCell } from './role-cell.tsx';
import { StoresCell } from './stores-cell.tsx';
import classes from './team.module.css';

type Props = RowPosition & {
  member: TeamMember;
  isSelf: boolean;
  /** Why an action is not available, or null. */
  reasons: { manage: string | null; disable: string | null };
  /** Whether nobody else could admit members or assign roles. */
  isLastOwner: boolean;
  resetting: boolean;
  /** Null if passwords are managed elsewhere. */
  onReset: (() => void) | null;
  onResetFactor: () => void;
  onAccess: () => void;
  onDelete: () => void;
};

export function MemberRow(props: Props) {
  const { member, isSelf, reasons, isLastOwner, resetting } = props;
  const { onReset, onResetFactor, onAccess, onDelete, index, offset, ref } = props;
  const editor = useInPlace();
  const name = nameOf(member);

  return (
    <TableRow index={index} offset={offset} ref={ref}>
      <Cell column="member">
        {editor.opened ? (
          <MemberNameEditor member={member} onClose={editor.close} />
        ) : (
          <span className={classes.name}>
            {name}
            {isSelf && <Chip>You</Chip>}
          </span>
        )}
        {(editor.opened || member.name) && <span className={classes.email}>{member.email}</span>}
      </Cell>
      <Cell column="status">
        <StatusBadge tone={memberStatusTones[member.status]}>{memberStatusLabels[member.status]}</StatusBadge>
      </Cell>
      <Cell column="role">
        <RoleCell
          member={member}
          isSelf={isSelf}
          isManaged={reasons.manage === null}
          isLastOwner={isLastOwner}
        />
        <StoresCell member={member} isManaged={reasons.manage === null} />
      </Cell>
      {onReset && (
        <Cell column="factor">
          <SecondFactorState
            member={member}
            onReset={isSelf || reasons.manage !== null ? null : onResetFactor}
          />
        </Cell>
      )}
      <Cell column="seen">
        {member.last_sign_in_at ? <RelativeTime value={member.last_sign_in_at} /> : 'Never'}
      </Cell>
      <Cell column="actions" className={classes.actions}>
        {!editor.opened && reasons.manage === null && (
          <RowButton ref={editor.button} variant="subtle" aria-label={`Rename ${name}`} onClick={editor.open}>
            Rename
          </RowButton>
        )}
        {member.status !== 'disabled' && onReset && reasons.manage === null && (
          <RowButton
            variant="subtle"
            loading={resetting}
            aria-label={member.status === 'invited' ? `Invite again: ${name}` : `Reset password of ${name}`}
            onClick={onReset}
          >
            {member.status === 'invited' ? 'Invite again' : 'Reset password'}
          </RowButton>
        )}
        {reasons.manage !== null ? null : member.status === 'disabled' ? (
          <>
            <RowButton variant="subtle" aria-label={`Enable ${name}`} onClick={onAccess}>
              Enable
            </RowButton>
            <RowButton danger aria-label={`Delete ${name}`} onClick={onDelete}>
              Delete
            </RowButton>
          </>
        ) : (
          <ButtonWithReason
            variant="subtle"
            color="red"
            c={reasons.disable === null ? 'var(--sf-danger-text)' : undefined}
            size="compact-sm"
            aria-label={`Disable ${name}`}
            reason={reasons.disable}
            onClick={onAccess}
          >
            Disable
          </ButtonWithReason>
        )}
      </Cell>
    </TableRow>
  );
}

type SecondFactorProps = {
  member: TeamMember;
  /** Null if it cannot be reset here: one's own is removed in one's account. */
  onReset: (() => void) | null;
};

function SecondFactorState({ member, onReset }: SecondFactorProps) {
  if (!member.has_second_factor) return <Absent what="second factor" />;
  return (
    <span className={classes.factor}>
      On
      {onReset && (
        <RowButton
          variant="subtle"
          aria-label={`Reset the second factor of ${nameOf(member)}`}
          onClick={onReset}
        >
          Reset
        </RowButton>
      )}
    </span>
  );
}
