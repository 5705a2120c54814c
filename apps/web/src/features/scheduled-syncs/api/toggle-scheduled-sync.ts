import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshSchedules } from './list-scheduled-syncs.ts';

/** Switches a schedule on or off; switching it on again also forgives its failures. */
export function useToggleScheduledSync() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, is_active }: ScheduledSync) =>
      api.call('scheduledSyncs.toggle', { params: { id }, query: { is_active: !is_active } }),
    onSettled: () => refreshSchedules(queryClient),
  });
}
