import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshSchedules } from './list-scheduled-syncs.ts';

/** Starts a run beside the plan. A run that was not started is a failure, with the server's reason. */
export function useRunScheduleNow() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: ScheduledSync) => {
      const { success, message } = await api.call('scheduledSyncs.execute', { params: { id } });
      if (!success) throw new Error(message);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['sync'] });
      return refreshSchedules(queryClient);
    },
  });
}
