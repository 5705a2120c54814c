import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshSchedules } from './list-scheduled-syncs.ts';

/** Tried again after a lost answer, it answers the schedule that was made then. */
export function useCreateScheduledSync() {
  const api = useApi();
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CallInput<'scheduledSyncs.create'>['body']) =>
      api.call('scheduledSyncs.create', { body, headers: { 'idempotency-key': keyOf(body) } }),
    onSuccess: () => void refreshSchedules(queryClient),
  });
}
