import type { CallInput } from '@storefleet/client/api-client';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { isNotFound } from '../../../lib/api/describe-error.ts';
import { refetch, useChange } from '../../../lib/api/use-change.ts';
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts';

/** Invalidates everything that shows schedules: the list, the counts, the week and the logs. */
const refetchSchedules = refetch(['scheduled-syncs']);

/** Idempotent: a retry after a lost response returns the schedule already created. */
export function useCreateScheduledSync() {
  const keyOf = useIdempotencyKey();
  return useChange(
    (api, body: CallInput<'scheduledSyncs.create'>['body']) =>
      api.call('scheduledSyncs.create', { body, headers: { 'idempotency-key': keyOf(body) } }),
    { onSuccess: (queryClient) => void refetchSchedules(queryClient) },
  );
}

export function useScheduleSeveral() {
  const keyOf = useIdempotencyKey();
  return useChange(
    (api, body: CallInput<'scheduledSyncs.createSeveral'>['body']) =>
      api.call('scheduledSyncs.createSeveral', { body, headers: { 'idempotency-key': keyOf(body) } }),
    {
      onSuccess: (queryClient) => void refetchSchedules(queryClient),
      // One of the stores is gone; the refetched list shows which one.
      onError: (queryClient, error) =>
        isNotFound(error) && queryClient.invalidateQueries({ queryKey: ['stores'] }),
    },
  );
}

export const useUpdateScheduledSync = (id: string) =>
  useChange(
    (api, body: CallInput<'scheduledSyncs.update'>['body']) =>
      api.call('scheduledSyncs.update', { params: { id }, body }),
    { onSuccess: (queryClient) => void refetchSchedules(queryClient) },
  );

export const useDeleteScheduledSync = () =>
  useChange((api, id: string) => api.call('scheduledSyncs.delete', { params: { id } }), {
    onSuccess: refetchSchedules,
  });

/** Enables or disables a schedule; enabling also resets its failures. */
export const useToggleScheduledSync = () =>
  useChange(
    (api, { id, is_active }: Pick<ScheduledSync, 'id' | 'is_active'>) =>
      api.call('scheduledSyncs.toggle', { params: { id }, query: { is_active: !is_active } }),
    { onSettled: refetchSchedules },
  );

/** Starts an unscheduled run. A run that did not start counts as a failure, with the server's reason. */
export const useRunScheduleNow = () =>
  useChange(
    async (api, { id }: ScheduledSync) => {
      const { success, message } = await api.call('scheduledSyncs.execute', { params: { id } });
      if (!success) throw new Error(message);
    },
    {
      onSettled: (queryClient) => {
        void queryClient.invalidateQueries({ queryKey: ['sync'] });
        return refetchSchedules(queryClient);
      },
    },
  );
