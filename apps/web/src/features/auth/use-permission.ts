import type { ApiCallId } from '@storefleet/contract/api/paths';
import { whyNotCall } from '@storefleet/contract/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { accountQuery } from './api/account.ts';

/**
 * Why the signed-in person may not make a call, in a sentence; null where they may. Until the account is known
 * nothing is withheld: the server refuses what is not allowed.
 */
export const usePermission = (call: ApiCallId): string | null => usePermissions()(call);

/** The same for any call; the same function while the role is. */
export function usePermissions(): (call: ApiCallId) => string | null {
  const { data: role } = useQuery({ ...accountQuery(useApi()), select: ({ account }) => account?.role });
  return useCallback((call) => (role ? whyNotCall(role, call) : null), [role]);
}
