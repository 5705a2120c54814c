import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** A link to choose a password: mailed, or answered to be passed on. */
export function useResetMemberPassword() {
  const api = useApi();
  return useMutation({
    mutationFn: (userId: string) => api.call('team.resetPassword', { params: { userId } }),
  });
}
