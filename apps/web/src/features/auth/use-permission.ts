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

/** The same for any call; the same function while the role and the stores are. */
export function usePermissions(): (call: ApiCallId) => string | null {
  const { data: role } = useQuery({ ...accountQuery(useApi()), select: ({ account }) => account?.role });
  const isLimited = Boolean(useSeenStores());
  return useCallback((call) => (role ? whyNotCall(role, call, isLimited) : null), [role, isLimited]);
}

/** The stores that the signed-in person is limited to; null for all of them, undefined until that is known. */
export function useSeenStores(): readonly string[] | null | undefined {
  const { data } = useQuery({ ...accountQuery(useApi()), select: ({ account }) => account?.store_ids });
  return data;
}
