import type { RouteById } from '@storefleet/contract/api/api';
import type { RouteBody } from '@storefleet/contract/api/route';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { bulkUpdateQuery } from './get-bulk-update.ts';

export type PreviewRequest = RouteBody<RouteById<'bulkUpdates.preview'>>;

/** Works out every old and new value on the server; nothing is written. */
export function usePreview() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PreviewRequest) => api.call('bulkUpdates.preview', { body }),
    onSuccess: (batch) => queryClient.setQueryData(bulkUpdateQuery(api, batch.batch_id).queryKey, batch),
  });
}
