import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshSchedules } from './list-scheduled-syncs.ts';

export function useDeleteScheduledSync() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('scheduledSyncs.delete', { params: { id } }),
    onSuccess: () => refreshSchedules(queryClient),
  });
}
