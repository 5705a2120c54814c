import type { FieldMappingInput } from '@storefleet/contract/stores/mssql';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshMappings } from './list-mappings.ts';

export function useCreateMapping(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: FieldMappingInput) =>
      api.call('mssql.createMapping', { params: { id: storeId }, body }),
    onSuccess: () => refreshMappings(queryClient, storeId),
  });
}
