import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync, ScheduledSyncList } from '@storefleet/contract/syncs/scheduled-syncs';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { IconCalendarTime, IconFilterOff, IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PagedFrame, readBy } from '../../../components/data-table/paging/paged-frame.tsx';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { Loading } from '../../../components/feedback/loading.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { WeekCalendar } from '../../../features/calendar/week-calendar.tsx';
import { ScheduledChangesPanel } from '../../../features/scheduled-changes/components/scheduled-changes-panel.tsx';
import { openChangesQuery } from '../../../features/scheduled-changes/scheduled-changes-api.ts';
import { useDeleteScheduledSync } from '../../../features/scheduled-syncs/api/changes.ts';
import {
  scheduledSyncsQuery,
  scheduleSummaryQuery,
  upcomingRunsQuery,
} from '../../../features/scheduled-syncs/api/queries.ts';
import { ActionFailures } from '../../../features/scheduled-syncs/components/action-failures.tsx';
import { ClashesBanner } from '../../../features/scheduled-syncs/components/list/clashes-banner.tsx';
import { SchedulesSummary } from '../../../features/scheduled-syncs/components/list/schedules-summary.tsx';
import { SchedulesTable } from '../../../features/scheduled-syncs/components/list/schedules-table.tsx';
import {
  parseScheduleListAddress,
  requestOf,
  SCHEDULE_PAGE_SIZES,
  type ScheduleListAddress,
} from '../../../features/scheduled-syncs/schedule-list-address.ts';
import { useScheduleActions } from '../../../features/scheduled-syncs/use-schedule-actions.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './scheduled-syncs.module.css';

const TITLE = 'Scheduled Syncs';

export function ScheduledSyncsScreen() {
  usePageTitle(TITLE);
  const api = useApi();
  const address = parseScheduleListAddress(useSearch({ strict: false }));
  const list = useQuery(scheduledSyncsQuery(api, requestOf(address)));
  const summary = useQuery(scheduleSummaryQuery(api));
  const hasChanges = (useQuery(openChangesQuery(api)).data?.total ?? 0) > 0;
  const week = useQuery(upcomingRunsQuery(api));
  // The list comes with the warning above it, so that it stays in place; it waits for no repeated request.
  const isWeekKnown = week.isFetched || week.failureCount > 0;
  const isEmpty = list.data?.total === 0 && address.status === undefined;
  return (
    <>
      <PageHeader
        title={TITLE}
        description="Syncs and product changes that run automatically at the times you choose."
        actions={
          <>
            <ButtonLink to={paths.scheduledSyncsNewSeveral} variant="default">
              Schedule Several Stores
            </ButtonLink>
            <ButtonLink to={paths.scheduledSyncNew} leftSection={<IconPlus size={15} aria-hidden />}>
              Create Scheduled Sync
            </ButtonLink>
          </>
        }
      />
      <div className={classes.parts}>
        <ScheduledChangesPanel />
        {isEmpty && !list.error ? (
          <EmptyState
            icon={<IconCalendarTime size={20} stroke={1.6} />}
            title="No scheduled syncs yet"
            description="Sync a store every night to have its products up to date in the morning."
            action={
              <ButtonLink to={paths.scheduledSyncNew} leftSection={<IconPlus size={15} aria-hidden />}>
                Create the first one
              </ButtonLink>
            }
          />
        ) : (
          <>
            {!summary.error && <SchedulesSummary summary={summary.data} />}
            {isWeekKnown || list.error ? (
              <>
                <ClashesBanner />
                <Schedules list={list} address={address} />
              </>
            ) : (
              <Loading label="Loading schedules" height={400} />
            )}
          </>
        )}
        {(!isEmpty || hasChanges) && <WeekCalendar />}
      </div>
    </>
  );
}

type SchedulesProps = { list: UseQueryResult<ScheduledSyncList>; address: ScheduleListAddress };

/** The list with filter and paging; a failure keeps the loaded rows. */
function Schedules({ list, address }: SchedulesProps) {
  const navigate = useNavigate();
  const actions = useScheduleActions();
  const [deleting, setDeleting] = useState<ScheduledSync | null>(null);
  const schedules = list.data?.scheduled_syncs;
  const go = (next: ScheduleListAddress) =>
    void navigate({ to: paths.scheduledSyncs, search: parseScheduleListAddress(next), resetScroll: false });

  return (
    <section aria-label="Schedules" className={classes.list}>
      <div className={classes.tools}>
        <NativeSelect
          label="Status"
          value={address.status ?? ''}
          data={[
            { value: '', label: 'All' },
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
          onChange={(event) => go({ ...address, ...statusOf(event.currentTarget.value), page: 1 })}
        />
        <p className="note small tabular" role="status">
          {list.data && formatQuantity(list.data.total, 'scheduled sync')}
        </p>
      </div>
      <ActionFailures failures={actions.failures} onDismiss={actions.dismiss} />
      <PagedFrame
        total={list.data?.total}
        shown={schedules?.length ?? 0}
        {...readBy(list, messages.scheduledSyncs.loadFailed)}
        noun="scheduled syncs"
        empty={
          <EmptyState
            icon={<IconFilterOff size={20} stroke={1.6} />}
            title={`No ${address.status ?? ''} scheduled syncs`}
            action={
              <Button variant="default" onClick={() => go({})}>
                Clear filter
              </Button>
            }
          />
        }
        paging={{
          page: address.page ?? 1,
          size: requestOf(address).limit,
          sizes: SCHEDULE_PAGE_SIZES,
          onPage: (page) => go({ ...address, page }),
          onSize: (size) => go({ ...address, size, page: 1 }),
        }}
      >
        <SchedulesTable
          schedules={schedules}
          starting={actions.starting}
          toggling={actions.toggling}
          stale={list.isPlaceholderData}
          onRunNow={(schedule) => void actions.runNow(schedule)}
          onToggle={(schedule) => void actions.toggle(schedule)}
          onDelete={setDeleting}
        />
      </PagedFrame>
      <VisuallyHidden role="status">{actions.starting.size > 0 ? 'Starting the sync' : ''}</VisuallyHidden>
      <ConfirmChange
        opened={deleting !== null}
        title={deleting ? `Delete ${deleting.name}?` : ''}
        confirmLabel="Delete scheduled sync"
        tone="danger"
        change={useDeleteScheduledSync()}
        variables={deleting?.id ?? ''}
        failed={messages.scheduledSyncs.deleteFailed}
        onDone={() => announce(messages.scheduledSyncs.deleted)}
        onClose={() => setDeleting(null)}
        effect={
          `${deleting?.store_name} will no longer sync at these times, and the logs of this schedule are deleted. ` +
          'The store and its products stay.'
        }
      >
        {messages.scheduledSyncs.confirmDelete}
      </ConfirmChange>
    </section>
  );
}

function statusOf(value: string): Pick<ScheduleListAddress, 'status'> {
  return parseScheduleListAddress({ status: value });
}
