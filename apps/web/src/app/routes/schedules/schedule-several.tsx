import { messages } from '@storefleet/contract/messages';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useScheduleSeveral } from '../../../features/scheduled-syncs/api/changes.ts';
import { scheduledStoresQuery, timezonesQuery } from '../../../features/scheduled-syncs/api/queries.ts';
import { SeveralForm } from '../../../features/scheduled-syncs/components/form/several-form.tsx';
import { storesByName } from '../../../features/scheduled-syncs/schedule-words.ts';
import { storesQuery } from '../../../features/stores/api/queries.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { usePageTitle } from '../../use-page-title.ts';
import { FormPage, FormSkeleton, LoadError, NoStores, useReturnToList } from './scheduled-sync-form.tsx';

const TITLE = 'Schedule Several Stores';

export function ScheduleSeveralScreen() {
  usePageTitle(TITLE);
  return (
    <FormPage title={TITLE}>
      <ChoicesAndForm />
    </FormPage>
  );
}

function ChoicesAndForm() {
  const api = useApi();
  const stores = useQuery(storesQuery(api));
  const timezones = useQuery(timezonesQuery(api));
  const scheduled = useQuery(scheduledStoresQuery(api));
  const change = useScheduleSeveral();
  useReturnToList(
    change.isSuccess,
    `${formatQuantity(change.data?.total ?? 0, 'scheduled sync')} created successfully.`,
  );
  const failed = [stores, timezones, scheduled].find(({ error, data }) => error !== null && !data);
  if (failed) return <LoadError title={messages.scheduledSyncs.initialDataFailed} query={failed} />;
  if (stores.data?.length === 0) return <NoStores />;
  if (!stores.data || !timezones.data || !scheduled.data) return <FormSkeleton />;
  return (
    <SeveralForm
      stores={storesByName(stores.data)}
      scheduled={scheduled.data}
      timezones={timezones.data}
      change={change}
      onSave={(input) => change.mutate(input)}
    />
  );
}
