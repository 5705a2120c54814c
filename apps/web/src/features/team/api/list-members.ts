import type { TeamMember } from '@storefleet/contract/team';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client.ts';

export function membersQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['team'],
    queryFn: async ({ signal }) => (await api.call('team.list', { signal })).members,
  });
}

/** Shows a member as the server has just answered it, and reads the whole team again. */
export function showMember(queryClient: QueryClient, api: ApiClient, member: TeamMember): void {
  const { queryKey } = membersQuery(api);
  queryClient.setQueryData(queryKey, (members) =>
    members?.map((present) => (present.id === member.id ? member : present)),
  );
  void queryClient.invalidateQueries({ queryKey });
}
