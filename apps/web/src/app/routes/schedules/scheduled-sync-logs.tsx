import { Button } from '@mantine/core';
import { SCHEDULED_SYNC_LOGS_DEFAULT_LIMIT } from '@storefleet/contract/syncs/schedule-constants';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { IconListDetails, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { PagedFrame, readBy } from '../../../components/data-table/paging/paged-frame.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { ButtonLink, TextLink } from '../../../components/text/links.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import {
  isRunning,
  scheduledSyncQuery,
  scheduleLogsQuery,
} from '../../../features/scheduled-syncs/api/queries.ts';
import { ActionFailures } from '../../../features/scheduled-syncs/components/action-failures.tsx';
import { RunLogTable } from '../../../features/scheduled-syncs/components/list/run-log-table.tsx';
import { ScheduleMissing } from '../../../features/scheduled-syncs/components/schedule-missing.tsx';
import { scheduleBadge } from '../../../features/scheduled-syncs/schedule-badge.ts';
import { describeNextRun } from '../../../features/scheduled-syncs/schedule-times.ts';
import { methodWords } from '../../../features/scheduled-syncs/schedule-words.ts';
import { useScheduleActions } from '../../../features/scheduled-syncs/use-schedule-actions.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { isNotFound } from '../../../lib/api/describe-error.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './scheduled-sync-logs.module.css';

const route = getRouteApi('/guarded/layout/scheduled-syncs/$syncId/logs');

const TITLE = 'Scheduled Sync Logs';
const PAGE_SIZES = [25, SCHEDULED_SYNC_LOGS_DEFAULT_LIMIT, 100, 250] as const;
const LOAD_FAILED = 'Failed to load the runs of this scheduled sync';
const NOW_MS = 15_000;

export function ScheduledSyncLogsScreen() {
  usePageTitle(TITLE);
  const { syncId } = route.useParams();
  const schedule = useQuery(scheduledSyncQuery(useApi(), syncId));
  const actions = useScheduleActions();
  if (isNotFound(schedule.error)) return <ScheduleMissing />;
  return (
    <>
      <PageHeader
        back={<BackLink to={paths.scheduledSyncs}>Back to Schedules</BackLink>}
        title={schedule.data ? `Logs of ${schedule.data.name}` : TITLE}
        aside={schedule.data && <Badge schedule={schedule.data} />}
        description={schedule.data && <Facts schedule={schedule.data} />}
        actions={
          <>
            <ButtonLink
              variant="default"
              leftSection={<IconPencil size={15} aria-hidden />}
              to={paths.scheduledSyncEdit}
              params={{ syncId }}
            >
              Edit
            </ButtonLink>
            <Button
              leftSection={<IconPlayerPlay size={15} aria-hidden />}
              disabled={!schedule.data || isRunning(schedule.data)}
              loading={actions.starting.size > 0}
              onClick={() => schedule.data && void actions.runNow(schedule.data)}
            >
              Run Now
            </Button>
          </>
        }
      />
      <div className={classes.parts}>
        <ActionFailures failures={actions.failures} onDismiss={actions.dismiss} />
        <Runs key={syncId} syncId={syncId} />
      </div>
    </>
  );
}

function Badge({ schedule }: { schedule: ScheduledSync }) {
  const { tone, label } = scheduleBadge(schedule);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

function Facts({ schedule }: { schedule: ScheduledSync }) {
  const now = useNow(NOW_MS);
  return (
    <>
      {schedule.schedule_description} ({schedule.timezone}) ·{' '}
      <TextLink to={paths.store} params={{ storeId: schedule.store_id }} underline="always">
        {schedule.store_name}
      </TextLink>{' '}
      · {methodWords(schedule)} · Next run: {describeNextRun(schedule.next_run_at, now)}
    </>
  );
}

function Runs({ syncId }: { syncId: string }) {
  const [pageSize, setPageSize] = useState<number>(SCHEDULED_SYNC_LOGS_DEFAULT_LIMIT);
  const [page, setPage] = useState(1);
  const logs = useQuery(
    scheduleLogsQuery(useApi(), syncId, { limit: pageSize, offset: (page - 1) * pageSize }),
  );
  return (
    <PagedFrame
      total={logs.data?.total}
      shown={logs.data?.logs.length ?? 0}
      {...readBy(logs, LOAD_FAILED)}
      noun="runs"
      empty={
        <EmptyState
          icon={<IconListDetails size={20} stroke={1.6} />}
          title="No runs yet"
          description="Each run is listed here, with its duration and what changed."
        />
      }
      paging={{
        page,
        size: pageSize,
        sizes: PAGE_SIZES,
        onPage: setPage,
        onSize: (size) => {
          setPageSize(size);
          setPage(1);
        },
      }}
    >
      <RunLogTable logs={logs.data?.logs} stale={logs.isPlaceholderData} />
    </PagedFrame>
  );
}
