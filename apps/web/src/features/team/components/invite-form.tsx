import { Button, TextInput } from '@mantine/core';
import { DEFAULT_ROLE, type Role, storesOf } from '@storefleet/contract/people/permissions';
import type { AccessLink } from '@storefleet/contract/people/team';
import { IconUserPlus } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { useDraft } from '../../../components/form/use-draft.ts';
import { useUnsavedWork } from '../../../components/unsaved/unsaved-work.tsx';
import { INVITE_HASH } from '../../../lib/anchors.ts';
import { useInviteMember } from '../team-api.ts';
import { RoleSelect } from './role-select.tsx';
import { StoreAccessFields, storeAccessProblem } from './store-access-fields.tsx';
import classes from './team.module.css';

type Draft = { email: string; name: string; role: Role; store_ids: string[] | null };
const blank: Draft = { email: '', name: '', role: DEFAULT_ROLE, store_ids: null };
const labels = { email: 'Email', name: 'Name', role: 'Role', store_ids: 'Stores' };

export function InviteForm({ onInvited }: { onInvited: (access: AccessLink) => void }) {
  const invitation = useInviteMember();
  const draft = useDraft({
    saved: blank,
    labels,
    problemsOf: ({ email, role, store_ids }) => ({
      ...(email.trim() === '' ? { email: 'Enter an email address.' } : {}),
      ...storeAccessProblem(storesOf(role, store_ids)),
    }),
    change: invitation,
    onSave: (values) =>
      invitation.mutate(
        { ...values, store_ids: storesOf(values.role, values.store_ids) },
        {
          onSuccess: (access) => {
            invitation.reset();
            draft.reset();
            onInvited(access);
          },
        },
      ),
  });
  useUnsavedWork(draft.isDirty);
  const isAskedFor = useLocation({ select: ({ hash }) => hash === INVITE_HASH });
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAskedFor) email.current?.focus();
  }, [isAskedFor]);
  return (
    <form {...draft.form} aria-label="Invite a member" className={classes.invite}>
      <div className={classes.inviteFields}>
        <TextInput ref={email} type="email" required {...draft.fields.text('email')} />
        <TextInput maxLength={255} {...draft.fields.text('name')} />
        <RoleSelect explained {...draft.fields.text('role')} />
        <StoreAccessFields
          role={draft.values.role}
          value={draft.values.store_ids}
          error={draft.problems.store_ids}
          onChange={(store_ids) => draft.change({ store_ids })}
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
      <FailureBanner
        title="Failed to invite this person."
        error={draft.problems.email || draft.problems.store_ids ? null : draft.failure}
        onDismiss={invitation.reset}
      />
    </form>
  );
}
