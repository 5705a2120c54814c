import type { ApiCallId } from '@storefleet/contract/api/paths';
import { whyNotCall } from '@storefleet/contract/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { accountQuery } from './api/account.ts';

/**
 * Why the signed-in user may not make a call, as a sentence; null if allowed. Until the account is loaded
 * everything is allowed: the server enforces permissions anyway.
 */
export const usePermission = (call: ApiCallId): string | null => usePermissions()(call);

/** The same for any call; stable while role and stores are unchanged. */
export function usePermissions(): (call: ApiCallId) => string | null {
  const { data: role } = useQuery({ ...accountQuery(useApi()), select: ({ account }) => account?.role });
  const isLimited = Boolean(useVisibleStores());
  return useCallback((call) => (role ? whyNotCall(role, call, isLimited) : null), [role, isLimited]);
}

/** Stores the user is restricted to; null for all, undefined while loading. */
export function useVisibleStores(): readonly string[] | null | undefined {
  const { data } = useQuery({ ...accountQuery(useApi()), select: ({ account }) => account?.store_ids });
  return data;
}
