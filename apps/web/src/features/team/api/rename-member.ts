import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { showMember } from './list-members.ts';

export function useRenameMember(userId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.call('team.update', { params: { userId }, body: { name } }),
    onSuccess: (member) => showMember(queryClient, api, member),
  });
}
