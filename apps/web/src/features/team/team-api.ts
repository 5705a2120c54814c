import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import type { Role } from '@storefleet/contract/people/permissions';
import type { TeamMember } from '@storefleet/contract/people/team';
import type { QueryClient } from '@tanstack/react-query';
import { cacheAnswer } from '../../lib/api/cache-answer.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { refetch, useChange } from '../../lib/api/use-change.ts';
import { accountQuery } from '../auth/api/account.ts';

export const teamQuery = (api: ApiClient) => callQuery(api, 'team.list', ['team']);

/** Shows a member as returned by the server, and refreshes the team. */
function showMember(queryClient: QueryClient, member: TeamMember, _: unknown, api: ApiClient): void {
  const { queryKey } = teamQuery(api);
  const replaced = (present: TeamMember) => (present.id === member.id ? member : present);
  queryClient.setQueryData(queryKey, (team) => team && { ...team, members: team.members.map(replaced) });
  void queryClient.invalidateQueries({ queryKey });
}

export const useInviteMember = () =>
  useChange((api, body: CallInput<'team.invite'>['body']) => api.call('team.invite', { body }), {
    onSuccess: (queryClient, { member }, body, api) => showMember(queryClient, member, body, api),
  });

export const useRenameMember = (userId: string) =>
  useChange((api, name: string) => api.call('team.update', { params: { userId }, body: { name } }), {
    onSuccess: showMember,
  });

/** Changes a role; one's own screens follow at once. */
export const useChangeRole = (userId: string) =>
  useChange((api, role: Role) => api.call('team.update', { params: { userId }, body: { role } }), {
    onSuccess: async (queryClient, member, role, api) => {
      showMember(queryClient, member, role, api);
      await queryClient.invalidateQueries({ queryKey: accountQuery(api).queryKey });
    },
  });

/** Null for all stores. */
export const useChangeStores = (userId: string) =>
  useChange(
    (api, store_ids: string[] | null) => api.call('team.update', { params: { userId }, body: { store_ids } }),
    { onSuccess: showMember },
  );

/** A link to choose a password: mailed, or returned to be passed on. */
export const useResetMemberPassword = () =>
  useChange((api, userId: string) => api.call('team.resetPassword', { params: { userId } }));

export const useDeleteMember = () =>
  useChange((api, userId: string) => api.call('team.remove', { params: { userId } }), {
    onSuccess: refetch(['team']),
  });

/** Disables or enables a member. */
export const useSetMemberAccess = () =>
  useChange(
    (api, { userId, enabled }: { userId: string; enabled: boolean }) =>
      api.call(enabled ? 'team.enable' : 'team.disable', { params: { userId } }),
    { onSuccess: showMember },
  );

/** Removes a lost second factor. */
export const useResetSecondFactor = () =>
  useChange((api, userId: string) => api.call('team.resetSecondFactor', { params: { userId } }), {
    onSuccess: showMember,
  });

export const useDemandSecondFactor = () =>
  useChange(
    (api, isDemanded: boolean) => api.call('team.demandSecondFactor', { body: { is_demanded: isDemanded } }),
    {
      onSuccess: (queryClient, team, _isDemanded, api) =>
        cacheAnswer(queryClient, teamQuery(api).queryKey, team),
    },
  );
