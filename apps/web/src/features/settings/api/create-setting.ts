import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshSettings } from './list-settings.ts';

export function useCreateSetting() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'settings.create'>['body']) => api.call('settings.create', { body }),
    onSuccess: ({ key }) => refreshSettings(queryClient, api, [key]),
  });
}
