import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { accountQuery } from '../../auth/api/account.ts';

/** Whether the signed-in person planned it; null until that is known. */
export function useIsMine({ requested_by }: Pick<BulkUpdateBatch, 'requested_by'>): boolean | null {
  const { data: me } = useQuery({ ...accountQuery(useApi()), select: ({ account }) => account?.id });
  return me === undefined ? null : me === requested_by?.id;
}
