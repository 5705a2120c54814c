import { isAtLeast } from '@storefleet/contract/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { teamQuery } from '../team/team-api.ts';

/** Whether an owner applies alone what asks for an approval, with a reason: there is nobody else to give it. */
export function useOnlyApprover(
  me: { readonly id: string; readonly role: string } | undefined,
  asks: boolean,
) {
  const isOwner = me?.role === 'owner';
  const { data: team } = useQuery({ ...teamQuery(useApi()), enabled: asks && isOwner });
  const others = team?.members.filter(
    ({ id, role, status }) => id !== me?.id && status === 'active' && isAtLeast(role, 'editor'),
  );
  return isOwner && others?.length === 0;
}
