import type { TeamMember } from '@storefleet/contract/people/team';
import { ButtonWithReason } from '../../../components/button-with-reason.tsx';
import { RowButton } from '../../../components/data-table/row-button.tsx';
import { Cell, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { Chip, StatusBadge } from '../../../components/text/status-badge.tsx';
import { useInPlace } from '../../../lib/browser/use-in-place.ts';
import { memberStatusLabels, memberStatusTones, nameOf } from '../member-words.ts';
import { MemberNameEditor } from './member-name.tsx';
import classes from './team.module.css';

type Props = RowPosition & {
  member: TeamMember;
  isSelf: boolean;
  /** Why the member cannot be disabled, or null. */
  undisableBecause: string | null;
  resetting: boolean;
  /** Null where passwords are not chosen here. */
  onReset: (() => void) | null;
  onAccess: () => void;
};

export function MemberRow(props: Props) {
  const { member, isSelf, undisableBecause, resetting, onReset, onAccess, index, offset, ref } = props;
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
            {member.is_owner && <Chip>Owner</Chip>}
          </span>
        )}
        {(editor.opened || member.name) && <span className={classes.email}>{member.email}</span>}
      </Cell>
      <Cell column="status">
        <StatusBadge tone={memberStatusTones[member.status]}>{memberStatusLabels[member.status]}</StatusBadge>
      </Cell>
      <Cell column="seen">
        {member.last_sign_in_at ? <RelativeTime value={member.last_sign_in_at} /> : 'Never'}
      </Cell>
      <Cell column="actions" className={classes.actions}>
        {!editor.opened && (
          <RowButton ref={editor.button} variant="subtle" aria-label={`Rename ${name}`} onClick={editor.open}>
            Rename
          </RowButton>
        )}
        {member.status !== 'disabled' && onReset && (
          <RowButton
            variant="subtle"
            loading={resetting}
            aria-label={member.status === 'invited' ? `Invite again: ${name}` : `Reset password of ${name}`}
            onClick={onReset}
          >
            {member.status === 'invited' ? 'Invite again' : 'Reset password'}
          </RowButton>
        )}
        {member.status === 'disabled' ? (
          <RowButton variant="subtle" aria-label={`Enable ${name}`} onClick={onAccess}>
            Enable
          </RowButton>
        ) : (
          <ButtonWithReason
            variant="subtle"
            color="red"
            c={undisableBecause === null ? 'var(--sf-danger-text)' : undefined}
            size="compact-sm"
            aria-label={`Disable ${name}`}
            reason={undisableBecause}
            onClick={onAccess}
          >
            Disable
          </ButtonWithReason>
        )}
      </Cell>
    </TableRow>
  );
}
