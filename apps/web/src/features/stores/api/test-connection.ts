import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** Longer than the server's own limit for reaching a shop. */
const TIMEOUT_MS = 30_000;

/** Tries what is typed, saved or not. */
export function useTestConnection() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'stores.testConnection'>['body']) =>
      api.call('stores.testConnection', { body, signal: AbortSignal.timeout(TIMEOUT_MS) }),
    // What the shop said of itself is kept with a saved store.
    onSuccess: ({ success }, { store_id }) => {
      if (success && store_id) void queryClient.invalidateQueries({ queryKey: ['stores'] });
    },
  });
}
