import { Button, Tooltip } from '@mantine/core';
import type { TeamMember } from '@storefleet/contract/people/team';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Cell, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { Chip, StatusBadge } from '../../../components/text/status-badge.tsx';
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
  const [renaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const name = nameOf(member);
  const closeEditor = () => {
    flushSync(() => setRenaming(false));
    renameButton.current?.focus();
  };

  return (
    <TableRow index={index} offset={offset} ref={ref}>
      <Cell column="member">
        {renaming ? (
          <MemberNameEditor member={member} onClose={closeEditor} />
        ) : (
          <span className={classes.name}>
            {name}
            {isSelf && <Chip>You</Chip>}
            {member.is_owner && <Chip>Owner</Chip>}
          </span>
        )}
        {(renaming || member.name) && <span className={classes.email}>{member.email}</span>}
      </Cell>
      <Cell column="status">
        <StatusBadge tone={memberStatusTones[member.status]}>{memberStatusLabels[member.status]}</StatusBadge>
      </Cell>
      <Cell column="seen">
        {member.last_sign_in_at ? <RelativeTime value={member.last_sign_in_at} /> : 'Never'}
      </Cell>
      <Cell column="actions" className={classes.actions}>
        {!renaming && (
          <Button
            ref={renameButton}
            variant="subtle"
            size="compact-sm"
            aria-label={`Rename ${name}`}
            onClick={() => setRenaming(true)}
          >
            Rename
          </Button>
        )}
        {member.status !== 'disabled' && onReset && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={resetting}
            aria-label={member.status === 'invited' ? `Invite again: ${name}` : `Reset password of ${name}`}
            onClick={onReset}
          >
            {member.status === 'invited' ? 'Invite again' : 'Reset password'}
          </Button>
        )}
        {member.status === 'disabled' ? (
          <Button variant="subtle" size="compact-sm" aria-label={`Enable ${name}`} onClick={onAccess}>
            Enable
          </Button>
        ) : (
          <Tooltip label={undisableBecause} disabled={undisableBecause === null}>
            <Button
              variant="subtle"
              color="red"
              c={undisableBecause === null ? 'var(--sf-danger-text)' : undefined}
              size="compact-sm"
              aria-label={`Disable ${name}`}
              aria-disabled={undisableBecause !== null}
              data-disabled={undisableBecause !== null || undefined}
              aria-description={undisableBecause ?? undefined}
              onClick={() => {
                if (undisableBecause === null) onAccess();
              }}
            >
              Disable
            </Button>
          </Tooltip>
        )}
      </Cell>
    </TableRow>
  );
}
