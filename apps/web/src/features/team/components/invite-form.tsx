import { Button, TextInput } from '@mantine/core';
import type { AccessLink } from '@storefleet/contract/people/team';
import { IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { useUnsavedWork } from '../../../components/feedback/unsaved-work.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useInviteMember } from '../api/invite-member.ts';
import classes from './team.module.css';

export function InviteForm({ onInvited }: { onInvited: (access: AccessLink) => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const invitation = useInviteMember();
  const field = useRef<HTMLInputElement>(null);
  useUnsavedWork(email !== '' || name !== '');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invitation.isPending) return;
    setMissing(email.trim() === '');
    if (email.trim() === '') {
      field.current?.focus();
      return;
    }
    invitation.mutate(
      { email, name },
      {
        onSuccess: (access) => {
          setEmail('');
          setName('');
          onInvited(access);
        },
      },
    );
  };

  const refused = invitation.error instanceof ApiError ? invitation.error.fieldError('email') : undefined;
  return (
    <form noValidate aria-label="Invite a member" className={classes.invite} onSubmit={submit}>
      <div className={classes.inviteFields}>
        <TextInput
          ref={field}
          label="E-mail"
          type="email"
          required
          autoComplete="off"
          value={email}
          error={missing ? 'Enter an e-mail address.' : refused}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setMissing(false);
            invitation.reset();
          }}
        />
        <TextInput
          label="Name"
          maxLength={255}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          className={classes.inviteButton}
          leftSection={<IconUserPlus size={15} aria-hidden />}
          loading={invitation.isPending}
        >
          Invite
        </Button>
      </div>
      {invitation.error && !refused && (
        <Banner tone="danger" title="Failed to invite this person." onDismiss={invitation.reset}>
          {describeError(invitation.error)}
        </Banner>
      )}
    </form>
  );
}
