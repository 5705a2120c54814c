import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import type { ScheduledSync, ScheduledSyncInput } from '@storefleet/contract/syncs/scheduled-syncs';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { announce } from '../../../components/feedback/announce.ts';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useEdited } from '../../../components/feedback/use-edited.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import {
  useCreateScheduledSync,
  useUpdateScheduledSync,
} from '../../../features/scheduled-syncs/api/changes.ts';
import { scheduledSyncQuery, timezonesQuery } from '../../../features/scheduled-syncs/api/queries.ts';
import { ScheduleForm } from '../../../features/scheduled-syncs/components/form/schedule-form.tsx';
import { ScheduleMissing } from '../../../features/scheduled-syncs/components/schedule-missing.tsx';
import { formOf, newSchedule } from '../../../features/scheduled-syncs/schedule-form.ts';
import { storesQuery } from '../../../features/stores/api/queries.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { isNotFound } from '../../../lib/api/describe-error.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './scheduled-sync-form.module.css';

const editRoute = getRouteApi('/guarded/layout/scheduled-syncs/$syncId/edit');

const CREATE_TITLE = 'Create Scheduled Sync';
const EDIT_TITLE = 'Edit Scheduled Sync';

export function CreateScheduledSyncScreen() {
  usePageTitle(CREATE_TITLE);
  return (
    <FormPage title={CREATE_TITLE}>
      <Choices>{(choices) => <CreateForm {...choices} />}</Choices>
    </FormPage>
  );
}

export function EditScheduledSyncScreen() {
  usePageTitle(EDIT_TITLE);
  const { syncId } = editRoute.useParams();
  const schedule = useQuery({ ...scheduledSyncQuery(useApi(), syncId), refetchOnWindowFocus: false });
  if (isNotFound(schedule.error)) return <ScheduleMissing />;
  return (
    <FormPage title={schedule.data ? `Edit ${schedule.data.name}` : EDIT_TITLE}>
      {schedule.error && !schedule.data ? (
        <LoadError title={messages.scheduledSyncs.loadOneFailed} query={schedule} />
      ) : (
        <Choices>
          {(choices) =>
            schedule.data ? (
              <EditForm key={schedule.data.id} schedule={schedule.data} {...choices} />
            ) : (
              <FormSkeleton />
            )
          }
        </Choices>
      )}
    </FormPage>
  );
}

type ChoiceLists = { stores: readonly Store[]; timezones: readonly string[] };

/** What the form lets choose from; until it is there, or if it is not, what is to be said instead. */
function Choices({ children }: { children: (choices: ChoiceLists) => ReactNode }) {
  const api = useApi();
  const stores = useQuery(storesQuery(api));
  const timezones = useQuery(timezonesQuery(api));
  if (stores.data && timezones.data) {
    if (stores.data.length === 0) return <NoStores />;
    return children({ stores: byName(stores.data), timezones: timezones.data });
  }
  const failed = [stores, timezones].find(({ error }) => error !== null);
  return failed ? (
    <LoadError title={messages.scheduledSyncs.initialDataFailed} query={failed} />
  ) : (
    <FormSkeleton />
  );
}

function byName(stores: readonly Store[]): Store[] {
  return [...stores].sort((one, two) => one.shop_name.localeCompare(two.shop_name, 'en'));
}

function CreateForm(choices: ChoiceLists) {
  const creation = useCreateScheduledSync();
  useReturnToList(creation.isSuccess, 'Scheduled sync created successfully.');
  return (
    <ScheduleForm
      {...choices}
      label={CREATE_TITLE}
      submitLabel={CREATE_TITLE}
      failedTitle={messages.scheduledSyncs.createFailed}
      initial={newSchedule}
      isNew
      change={creation}
      onSave={creation.mutate}
    />
  );
}

function EditForm({ schedule: current, ...choices }: ChoiceLists & { schedule: ScheduledSync }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { saved: schedule, followTheirs } = useEdited(current, () =>
    queryClient.fetchQuery({ ...scheduledSyncQuery(api, current.id), staleTime: 0 }).catch(() => null),
  );
  const initial = useMemo(() => formOf(schedule), [schedule]);
  const update = useUpdateScheduledSync(schedule.id);
  const save = (input: ScheduledSyncInput) =>
    update.mutate({ ...input, based_on: schedule }, { onError: (error) => void followTheirs(error, update) });
  useReturnToList(update.isSuccess, 'Scheduled sync updated successfully.');
  return (
    <ScheduleForm
      {...choices}
      label={EDIT_TITLE}
      submitLabel="Update Scheduled Sync"
      failedTitle={messages.scheduledSyncs.updateFailed}
      initial={initial}
      isNew={false}
      change={update}
      onSave={save}
    />
  );
}

function useReturnToList(saved: boolean, message: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!saved) return;
    announce(message);
    void navigate({ to: paths.scheduledSyncs });
  }, [saved, message, navigate]);
}

function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <PageHeader title={title} back={<BackLink to={paths.scheduledSyncs}>Back to Schedules</BackLink>} />
      {children}
    </div>
  );
}

type LoadErrorProps = {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
};

function LoadError({ title, query }: LoadErrorProps) {
  const router = useRouter();
  return (
    <QueryErrorState title={title} query={query}>
      <Button variant="subtle" onClick={() => router.history.back()}>
        Go Back
      </Button>
    </QueryErrorState>
  );
}

function NoStores() {
  return (
    <EmptyState
      icon={<IconBuildingStore size={20} stroke={1.6} />}
      title="There is no store to sync yet"
      description="Connect a store first; then choose when it is synced."
      action={<ButtonLink to={paths.addStore}>Connect a Shopify store</ButtonLink>}
    />
  );
}

function FormSkeleton() {
  return (
    <Stack gap="md">
      <VisuallyHidden role="status">Loading the form</VisuallyHidden>
      <Skeleton height={190} />
      <Skeleton height={250} />
      <Skeleton height={150} />
    </Stack>
  );
}
