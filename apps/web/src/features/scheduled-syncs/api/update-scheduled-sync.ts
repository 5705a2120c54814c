import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshSchedules } from './list-scheduled-syncs.ts';

export function useUpdateScheduledSync(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'scheduledSyncs.update'>['body']) =>
      api.call('scheduledSyncs.update', { params: { id }, body }),
    onSuccess: () => void refreshSchedules(queryClient),
  });
}
