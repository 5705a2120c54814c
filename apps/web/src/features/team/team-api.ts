import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import type { Role } from '@storefleet/contract/people/permissions';
import type { TeamMember } from '@storefleet/contract/people/team';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { cacheAnswer } from '../../lib/api/cache-answer.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { accountQuery } from '../auth/api/account.ts';

export function teamQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['team'],
    queryFn: ({ signal }) => api.call('team.list', { signal }),
  });
}

/** Shows a member as returned by the server, and refreshes the team. */
function showMember(queryClient: QueryClient, api: ApiClient, member: TeamMember): void {
  const { queryKey } = teamQuery(api);
  const replaced = (present: TeamMember) => (present.id === member.id ? member : present);
  queryClient.setQueryData(queryKey, (team) => team && { ...team, members: team.members.map(replaced) });
  void queryClient.invalidateQueries({ queryKey });
}

export function useInviteMember() {
  return useChange((api, body: CallInput<'team.invite'>['body']) => api.call('team.invite', { body }), {
    onSuccess: (queryClient, { member }, _body, api) => showMember(queryClient, api, member),
  });
}

export function useRenameMember(userId: string) {
  return useChange((api, name: string) => api.call('team.update', { params: { userId }, body: { name } }), {
    onSuccess: (queryClient, member, _name, api) => showMember(queryClient, api, member),
  });
}

/** Changes a role; one's own screens follow at once. */
export function useChangeRole(userId: string) {
  return useChange((api, role: Role) => api.call('team.update', { params: { userId }, body: { role } }), {
    onSuccess: async (queryClient, member, _role, api) => {
      showMember(queryClient, api, member);
      await queryClient.invalidateQueries({ queryKey: accountQuery(api).queryKey });
    },
  });
}

/** Null for all stores. */
export function useChangeStores(userId: string) {
  return useChange(
    (api, store_ids: string[] | null) => api.call('team.update', { params: { userId }, body: { store_ids } }),
    { onSuccess: (queryClient, member, _ids, api) => showMember(queryClient, api, member) },
  );
}

/** A link to choose a password: mailed, or returned to be passed on. */
export function useResetMemberPassword() {
  return useChange((api, userId: string) => api.call('team.resetPassword', { params: { userId } }));
}

export function useDeleteMember() {
  return useChange((api, userId: string) => api.call('team.remove', { params: { userId } }), {
    onSuccess: (queryClient, _member, _id, api) =>
      queryClient.invalidateQueries({ queryKey: teamQuery(api).queryKey }),
  });
}

/** Disables or enables a member. */
export function useSetMemberAccess() {
  return useChange(
    (api, { userId, enabled }: { userId: string; enabled: boolean }) =>
      api.call(enabled ? 'team.enable' : 'team.disable', { params: { userId } }),
    { onSuccess: (queryClient, member, _access, api) => showMember(queryClient, api, member) },
  );
}

/** Removes a lost second factor. */
export function useResetSecondFactor() {
  return useChange((api, userId: string) => api.call('team.resetSecondFactor', { params: { userId } }), {
    onSuccess: (queryClient, member, _id, api) => showMember(queryClient, api, member),
  });
}

export function useDemandSecondFactor() {
  return useChange(
    (api, isDemanded: boolean) => api.call('team.demandSecondFactor', { body: { is_demanded: isDemanded } }),
    {
      onSuccess: (queryClient, team, _isDemanded, api) =>
        cacheAnswer(queryClient, teamQuery(api).queryKey, team),
    },
  );
}
