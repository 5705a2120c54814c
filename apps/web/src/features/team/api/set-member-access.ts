import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { showMember } from './list-members.ts';

/** Disables a member, or lets them in again. */
export function useSetMemberAccess() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, enabled }: { userId: string; enabled: boolean }) =>
      api.call(enabled ? 'team.enable' : 'team.disable', { params: { userId } }),
    onSuccess: (member) => showMember(queryClient, api, member),
  });
}
