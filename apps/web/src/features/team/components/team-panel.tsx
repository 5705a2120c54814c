import { Button, Group, Text } from '@mantine/core';
import type { AccessLink } from '@storefleet/contract/people/team';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { Banner } from '../../../components/feedback/banner.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { CopyField } from '../../../components/text/copy-field.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { useAuthState } from '../../auth/auth-context.tsx';
import { usePermission } from '../../auth/use-permission.ts';
import { linkLifetime, nameOf } from '../member-words.ts';
import { teamQuery } from '../team-api.ts';
import { InviteForm } from './invite-form.tsx';
import { MembersTable } from './members-table.tsx';
import { SecondFactorDemand } from './second-factor-demand.tsx';
import classes from './team.module.css';

const LOAD_FAILED = 'Failed to load the team. Please try again later.';

/** Who may sign in. With a hosted project that is managed there, and the panel says where. */
export function TeamPanel() {
  const query = useQuery(teamQuery(useApi()));
  const state = useAuthState();
  const [access, setAccess] = useState<AccessLink | null>(null);
  const notAllowed = usePermission('team.invite');
  const team = query.data;
  const project = team?.managed_at ?? null;

  const handOver = (answer: AccessLink) => {
    const { email } = answer.member;
    if (answer.mail_sent) announce(`A link was mailed to ${email}.`);
    else if (answer.link) setAccess(answer);
    else announce(`${email} may sign in with a confirmed account of the project.`);
  };

  if (query.error && !team) {
    return <QueryErrorState title={LOAD_FAILED} query={query} />;
  }
  return (
    <Panel
      title="Team"
      description="A member’s role decides what they can do. Disabled members are signed out and cannot sign in."
    >
      <FailureBanner spaced title={LOAD_FAILED} error={query.error} />
      {project && (
        <div className={classes.message}>
          <Banner tone="info" title={`People sign in at ${new URL(project).host}`}>
            This list decides who in that project may sign in here. Accounts and passwords are managed there;
            an invitation from here sends no mail.
          </Banner>
        </div>
      )}
      <MembersTable
        members={team?.members}
        resetsPasswords={project === null}
        ownId={state.status === 'signed-in' ? state.session.user.id : null}
        onLink={handOver}
      />
      {team && project === null && <SecondFactorDemand team={team} />}
      {notAllowed === null ? (
        <InviteForm onInvited={handOver} />
      ) : (
        <p className={classes.note}>{notAllowed}</p>
      )}
      {access && <AccessLinkDialog access={access} onClose={() => setAccess(null)} />}
    </Panel>
  );
}

type Props = { access: AccessLink; onClose: () => void };

/** A link that is not mailed: shown once, until the dialog is closed with its button. */
function AccessLinkDialog({ access: { member, link }, onClose }: Props) {
  return (
    <Dialog opened title={`Link for ${nameOf(member)}`} size="34rem">
      <Text mb="md">
        Pass this link on to {member.email}. It leads to a page to choose a password, and works once, within
        the next {linkLifetime(member)}. It is not shown again.
      </Text>
      <CopyField
        label="Link to choose a password"
        value={link ?? ''}
        copyLabel="Copy link"
        copied="Link copied."
        autoFocus
      />
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Dialog>
  );
}
