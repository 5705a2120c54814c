import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { AccountSession } from '@storefleet/contract/people/account';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { Chip } from '../../../components/text/status-badge.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../api/sessions.ts';
import { describeDevice } from '../device-words.ts';
import classes from './sessions-dialog.module.css';

/** Lists the user's sessions, to end unknown or unused ones. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(sessionsQuery(useApi()));
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const sessions = query.data?.sessions;
  const project = query.data?.managed_at ?? null;
  const hasOthers = sessions?.some(({ is_current }) => !is_current) ?? false;
  return (
    <Dialog opened title="Your sessions" size="34rem" onClose={onClose}>
      <FailureBanner title="Failed to load your sessions." error={query.error} />
      <FailureBanner
        title="Failed to end the session."
        error={end.error ?? endOthers.error}
        onDismiss={() => {
          end.reset();
          endOthers.reset();
        }}
      />
      {project !== null && (
        <Text>{new URL(project).host} keeps your sessions: end them there, or sign out everywhere.</Text>
      )}
      {query.isPending ? (
        <Skeleton height={64} />
      ) : (
        <ul className={classes.list} aria-label="Your sessions">
          {sessions?.map((session) => (
            <Session
              key={session.id}
              session={session}
              ending={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        {hasOthers && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Dialog>
  );
}

type SessionProps = { session: AccountSession; ending: boolean; onEnd: () => void };

function Session({ session, ending, onEnd }: SessionProps) {
  const device = describeDevice(session.user_agent);
  return (
    <li className={classes.session}>
      <div>
        <span className={classes.device}>
          {device}
          {session.is_current && <Chip>Current</Chip>}
        </span>
        <span className={classes.place}>
          {session.address === null ? '' : `${session.address}, `}last used{' '}
          <RelativeTime value={session.last_used_at} />
        </span>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          size="compact-sm"
          loading={ending}
          aria-label={`End ${device}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}
