import type { FieldMappingInput } from '@storefleet/contract/stores/mssql';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** Shows what a mapping makes of the first rows before it is saved. */
export function useTryMapping(storeId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ table, mapping }: { table: string; mapping: FieldMappingInput }) =>
      api.call('mssql.previewMappings', {
        params: { id: storeId },
        body: { table_name: table, mappings: [mapping] },
      }),
  });
}
