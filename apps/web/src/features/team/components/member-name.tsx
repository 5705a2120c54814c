import { Button, TextInput } from '@mantine/core';
import type { TeamMember } from '@storefleet/contract/people/team';
import { useEffect, useId, useRef, useState } from 'react';
import { useUnsavedWork } from '../../../components/unsaved/unsaved-work.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { onEditKey } from '../../../lib/browser/use-in-place.ts';
import { useRenameMember } from '../team-api.ts';
import classes from './team.module.css';

type Props = { member: TeamMember; onClose: () => void };

/** The name being edited: Enter saves, Escape cancels; without a name, the address is shown. */
export function MemberNameEditor({ member, onClose }: Props) {
  const [saved] = useState(member.name ?? '');
  const [name, setName] = useState(saved);
  const rename = useRenameMember(member.id);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const dirty = name.trim() !== saved;
  useUnsavedWork(dirty);
  useEffect(() => field.current?.select(), []);

  const save = () => {
    if (rename.isPending) return;
    if (dirty) rename.mutate(name, { onSuccess: onClose });
    else onClose();
  };

  const cancel = () => {
    if (!rename.isPending) onClose();
  };

  return (
    <>
      <div className={classes.nameEditor}>
        <TextInput
          ref={field}
          size="xs"
          aria-label={`Name of ${member.email}`}
          aria-describedby={rename.error ? errorId : undefined}
          error={rename.error !== null}
          maxLength={255}
          autoComplete="off"
          value={name}
          onKeyDown={(event) => onEditKey(event, { save, cancel })}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button size="xs" loading={rename.isPending} onClick={save}>
          Save
        </Button>
        <Button size="xs" variant="default" disabled={rename.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
      {rename.error && (
        <p id={errorId} role="alert" className={classes.error}>
          Failed to rename {member.email}. Please try again. {describeError(rename.error)}
        </p>
      )}
    </>
  );
}
