import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useAuth } from '../auth-context.tsx';

/** Makes the first account with the one-time link, and signs its owner in. */
export function useCreateFirstAccount() {
  const api = useApi();
  const auth = useAuth();
  return useMutation({
    mutationFn: async (body: CallInput<'setup.create'>['body']) => {
      const { email } = await api.call('setup.create', { body });
      const { error } = await auth.client.signInWithPassword({ email, password: body.password });
      if (error) throw error;
    },
  });
}
