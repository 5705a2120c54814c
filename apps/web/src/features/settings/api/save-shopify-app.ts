import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshSettings } from './list-settings.ts';

export function useSaveShopifyApp() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'settings.saveShopify'>['body']) =>
      api.call('settings.saveShopify', { body }),
    onSuccess: () => refreshSettings(queryClient, api, []),
  });
}
