import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { showMember } from './list-members.ts';

export function useInviteMember() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'team.invite'>['body']) => api.call('team.invite', { body }),
    onSuccess: ({ member }) => showMember(queryClient, api, member),
  });
}
