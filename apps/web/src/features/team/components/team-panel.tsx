import { notifications } from '@mantine/notifications';
import type { AccessLink } from '@storefleet/contract/people/team';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { ErrorState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useAuthState } from '../../auth/auth-context.tsx';
import { teamQuery } from '../api/list-members.ts';
import { AccessLinkDialog } from './access-link-dialog.tsx';
import { InviteForm } from './invite-form.tsx';
import { MembersTable } from './members-table.tsx';
import classes from './team.module.css';

const LOAD_FAILED = 'Failed to load the team. Please try again later.';

/** Who may sign in. With a hosted project that is decided elsewhere, and the panel says where. */
export function TeamPanel() {
  const query = useQuery(teamQuery(useApi()));
  const state = useAuthState();
  const [access, setAccess] = useState<AccessLink | null>(null);
  const team = query.data;
  const project = team?.managed_at ?? null;

  const handOver = (answer: AccessLink) => {
    if (answer.mail_sent) {
      notifications.show({ color: 'green', message: `A link was mailed to ${answer.member.email}.` });
    } else if (answer.link) {
      setAccess(answer);
    } else {
      notifications.show({
        color: 'green',
        message: `${answer.member.email} may sign in with a confirmed account of the project.`,
      });
    }
  };

  if (query.error && !team) {
    return (
      <ErrorState
        title={LOAD_FAILED}
        detail={describeError(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <Panel
      title="Team"
      description="Everybody here can do everything. A disabled member is signed out at once and cannot sign in."
    >
      {query.error && (
        <div className={classes.message}>
          <Banner tone="danger" title={LOAD_FAILED}>
            {describeError(query.error)}
          </Banner>
        </div>
      )}
      {project && (
        <div className={classes.message}>
          <Banner tone="info" title={`People sign in at ${new URL(project).host}`}>
            This list decides who of that project may in. Accounts and passwords are looked after there; an
            invitation from here sends no mail.
          </Banner>
        </div>
      )}
      <MembersTable
        members={team?.members}
        resetsPasswords={project === null}
        ownId={state.status === 'signed-in' ? state.session.user.id : null}
        onLink={handOver}
      />
      <InviteForm onInvited={handOver} />
      {access && <AccessLinkDialog access={access} onClose={() => setAccess(null)} />}
    </Panel>
  );
}
