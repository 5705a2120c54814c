import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import type { ScheduledSync, ScheduledSyncInput } from '@storefleet/contract/syncs/scheduled-syncs';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { announce } from '../../../components/feedback/announce.ts';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { useEdited } from '../../../components/unsaved/use-edited.ts';
import { Permitted } from '../../../features/auth/components/permitted.tsx';
import {
  useCreateScheduledSync,
  useUpdateScheduledSync,
} from '../../../features/scheduled-syncs/api/changes.ts';
import { scheduledSyncQuery, timezonesQuery } from '../../../features/scheduled-syncs/api/queries.ts';
import { ScheduleForm } from '../../../features/scheduled-syncs/components/form/schedule-form.tsx';
import { ScheduleMissing } from '../../../features/scheduled-syncs/components/schedule-missing.tsx';
import { storesByName } from '../../../features/scheduled-syncs/schedule-words.ts';
import { storesQuery } from '../../../features/stores/api/queries.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { isNotFound } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './scheduled-sync-form.module.css';

const newRoute = getRouteApi('/guarded/layout/scheduled-syncs/new');
const editRoute = getRouteApi('/guarded/layout/scheduled-syncs/$syncId/edit');

const CREATE_TITLE = 'Create Scheduled Sync';
const EDIT_TITLE = 'Edit Scheduled Sync';

export function CreateScheduledSyncScreen() {
  usePageTitle(CREATE_TITLE);
  const { from } = newRoute.useSearch();
  const original = useQuery({
    ...scheduledSyncQuery(useApi(), from ?? ''),
    enabled: from !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A copy source deleted in the meantime is no reason to block a new schedule.
  const isLoading = from !== undefined && original.isPending;
  return (
    <FormPage title={CREATE_TITLE}>
      {isLoading ? <FormSkeleton /> : <ChoicesAndForm key={from} schedule={null} original={original.data} />}
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
        <ChoicesAndForm key={syncId} schedule={schedule.data} />
      )}
    </FormPage>
  );
}

type ChoicesProps = {
  schedule: ScheduledSync | null | undefined;
  /** The schedule to copy. */
  original?: ScheduledSync | undefined;
};

/** Form of a schedule, null for a new one, or the loading or error state. */
function ChoicesAndForm({ schedule, original }: ChoicesProps) {
  const api = useApi();
  const stores = useQuery(storesQuery(api));
  const timezones = useQuery(timezonesQuery(api));
  const failed = [stores, timezones].find(({ error, data }) => error !== null && !data);
  if (failed) return <LoadError title={messages.scheduledSyncs.initialDataFailed} query={failed} />;
  if (stores.data?.length === 0) return <NoStores />;
  if (!stores.data || !timezones.data || schedule === undefined) return <FormSkeleton />;
  const choices = { stores: storesByName(stores.data), timezones: timezones.data, original };
  return <SavedForm schedule={schedule} {...choices} />;
}

type FormProps = Pick<ChoicesProps, 'original'> & {
  schedule: ScheduledSync | null;
  stores: readonly Store[];
  timezones: readonly string[];
};

function SavedForm({ schedule: current, ...choices }: FormProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { saved: schedule, followTheirs } = useEdited(
    current,
    async () =>
      current &&
      queryClient.fetchQuery({ ...scheduledSyncQuery(api, current.id), staleTime: 0 }).catch(() => null),
  );
  const creation = useCreateScheduledSync();
  const update = useUpdateScheduledSync(schedule?.id ?? '');
  const change = schedule ? update : creation;
  const save = (input: ScheduledSyncInput) =>
    schedule
      ? update.mutate(
          { ...input, based_on: schedule },
          { onError: (error) => void followTheirs(error, update) },
        )
      : creation.mutate(input);
  useReturnToList(change.isSuccess, `Scheduled sync ${schedule ? 'updated' : 'created'} successfully.`);
  return <ScheduleForm {...choices} schedule={schedule} change={change} onSave={save} />;
}

export function useReturnToList(saved: boolean, message: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!saved) return;
    announce(message);
    void navigate({ to: paths.scheduledSyncs });
  }, [saved, message, navigate]);
}

export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <PageHeader title={title} back={<BackLink to={paths.scheduledSyncs}>Back to Schedules</BackLink>} />
      <Permitted call="scheduledSyncs.create" explained>
        {children}
      </Permitted>
    </div>
  );
}

type LoadErrorProps = {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
};

export function LoadError({ title, query }: LoadErrorProps) {
  const router = useRouter();
  return (
    <QueryErrorState title={title} query={query}>
      <Button variant="subtle" onClick={() => router.history.back()}>
        Go Back
      </Button>
    </QueryErrorState>
  );
}

export function NoStores() {
  return (
    <EmptyState
      icon={<IconBuildingStore size={20} stroke={1.6} />}
      title="No stores to sync yet"
      description="Connect a store first; then choose when it is synced."
      action={<ButtonLink to={paths.addStore}>Connect a Shopify store</ButtonLink>}
    />
  );
}

export function FormSkeleton() {
  return (
    <Stack gap="md">
      <VisuallyHidden role="status">Loading the form</VisuallyHidden>
      <Skeleton height={190} />
      <Skeleton height={250} />
      <Skeleton height={150} />
    </Stack>
  );
}
