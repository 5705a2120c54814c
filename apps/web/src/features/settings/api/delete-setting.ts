import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshSettings } from './list-settings.ts';

export function useDeleteSetting() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => api.call('settings.delete', { params: { key } }),
    onSuccess: (_, key) => refreshSettings(queryClient, api, [key]),
  });
}
