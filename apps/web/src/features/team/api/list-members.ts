import type { TeamMember } from '@storefleet/contract/people/team';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export function teamQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['team'],
    queryFn: ({ signal }) => api.call('team.list', { signal }),
  });
}

/** Shows a member as the server has just answered it, and reads the whole team again. */
export function showMember(queryClient: QueryClient, api: ApiClient, member: TeamMember): void {
  const { queryKey } = teamQuery(api);
  queryClient.setQueryData(
    queryKey,
    (team) =>
      team && {
        ...team,
        members: team.members.map((present) => (present.id === member.id ? member : present)),
      },
  );
  void queryClient.invalidateQueries({ queryKey });
}
