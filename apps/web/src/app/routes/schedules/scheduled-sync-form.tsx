import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import type { ScheduledSync, ScheduledSyncInput } from '@storefleet/contract/syncs/scheduled-syncs';
import { IconArrowLeft, IconBuildingStore } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { isChangedMeanwhile } from '../../../components/feedback/edit-conflicts.tsx';
import { EmptyState, ErrorState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ButtonLink, TextLink } from '../../../components/text/links.tsx';
import { useCreateScheduledSync } from '../../../features/scheduled-syncs/api/create-scheduled-sync.ts';
import { scheduledSyncQuery } from '../../../features/scheduled-syncs/api/get-scheduled-sync.ts';
import { timezonesQuery } from '../../../features/scheduled-syncs/api/list-timezones.ts';
import { useUpdateScheduledSync } from '../../../features/scheduled-syncs/api/update-scheduled-sync.ts';
import { ScheduleForm } from '../../../features/scheduled-syncs/components/form/schedule-form.tsx';
import { ScheduleMissing } from '../../../features/scheduled-syncs/components/schedule-missing.tsx';
import { formOf, newSchedule } from '../../../features/scheduled-syncs/schedule-form.ts';
import { storesQuery } from '../../../features/stores/api/list-stores.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError, isNotFound } from '../../../lib/api/describe-error.ts';
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
      saving={creation.isPending}
      saved={creation.isSuccess}
      error={creation.error}
      onSave={creation.mutate}
      cancelLink={<CancelLink />}
    />
  );
}

function EditForm({ schedule: current, ...choices }: ChoiceLists & { schedule: ScheduledSync }) {
  const api = useApi();
  const queryClient = useQueryClient();
  // As it was when the form began, or as somebody else has saved it since.
  const [schedule, setSchedule] = useState(current);
  const initial = useMemo(() => formOf(schedule), [schedule]);
  const update = useUpdateScheduledSync(schedule.id);
  const readAgain = async () => {
    const saved = await queryClient
      .fetchQuery({ ...scheduledSyncQuery(api, schedule.id), staleTime: 0 })
      .catch(() => null);
    if (saved === null) return;
    setSchedule(saved);
    update.reset();
  };
  const save = (input: ScheduledSyncInput) =>
    update.mutate(
      { ...input, based_on: schedule },
      { onError: (error) => void (isChangedMeanwhile(error) && readAgain()) },
    );
  useReturnToList(update.isSuccess, 'Scheduled sync updated successfully.');
  return (
    <ScheduleForm
      {...choices}
      label={EDIT_TITLE}
      submitLabel="Update Scheduled Sync"
      failedTitle={messages.scheduledSyncs.updateFailed}
      initial={initial}
      isNew={false}
      saving={update.isPending}
      saved={update.isSuccess}
      error={update.error}
      onSave={save}
      cancelLink={<CancelLink />}
    />
  );
}

function useReturnToList(saved: boolean, message: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!saved) return;
    notifications.show({ color: 'green', message });
    void navigate({ to: paths.scheduledSyncs });
  }, [saved, message, navigate]);
}

function CancelLink() {
  return (
    <ButtonLink to={paths.scheduledSyncs} variant="default">
      Cancel
    </ButtonLink>
  );
}

function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        back={
          <TextLink to={paths.scheduledSyncs} className={classes.back} size="sm">
            <IconArrowLeft size={14} aria-hidden />
            Back to Schedules
          </TextLink>
        }
      />
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
    <ErrorState
      title={title}
      detail={describeError(query.error)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    >
      <Button variant="subtle" onClick={() => router.history.back()}>
        Go Back
      </Button>
    </ErrorState>
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
