import type { CallInput } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import type { FieldMappingInput } from '@storefleet/contract/stores/mssql/mssql';
import type { QueryClient } from '@tanstack/react-query';
import { useChange } from '../../../lib/api/use-change.ts';

/** In milliseconds; longer than the server's own limit. */
const PREVIEW_TIMEOUT = 60_000;

/** Refetches data that depends on the mappings; resolves once the list is loaded. */
const refreshMappings = (storeId: string) => async (queryClient: QueryClient) => {
  void queryClient.invalidateQueries({ queryKey: ['mssql', 'preview', storeId] });
  await queryClient.invalidateQueries({ queryKey: ['mssql', 'mappings', storeId] });
};

/** Updates a mapping, or creates one if `mappingId` is null. */
export const useSaveMapping = (storeId: string, mappingId: string | null) =>
  useChange(
    (api, body: FieldMappingInput) =>
      mappingId === null
        ? api.call('mssql.createMapping', { params: { id: storeId }, body })
        : api.call('mssql.updateMapping', { params: { id: storeId, mappingId }, body }),
    { onSuccess: refreshMappings(storeId) },
  );

/** Deletes a mapping; one already deleted by somebody else counts as success. */
export const useDeleteMapping = (storeId: string) =>
  useChange(
    async (api, mappingId: string) => {
      try {
        await api.call('mssql.deleteMapping', { params: { id: storeId, mappingId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'mapping_not_found')) throw error;
      }
    },
    { onSuccess: refreshMappings(storeId) },
  );

/** Adds mappings inferred from a table's column names. */
export const useGenerateMappings = (storeId: string) =>
  useChange(
    (api, table: string) =>
      api.call('mssql.generateMappings', {
        params: { id: storeId },
        body: { store_id: storeId, table_name: table },
      }),
    { onSuccess: refreshMappings(storeId) },
  );

/** Previews a mapping on the first rows before it is saved. */
export const useTryMapping = (storeId: string) =>
  useChange((api, { table, mapping }: { table: string; mapping: FieldMappingInput }) =>
    api.call('mssql.previewMappings', {
      params: { id: storeId },
      body: { table_name: table, mappings: [mapping] },
    }),
  );

/** Previews a table no store reads yet, with an unsaved connection. */
export const usePreviewTable = () =>
  useChange((api, body: NonNullable<CallInput<'mssql.previewTable'>['body']>) =>
    api.call('mssql.previewTable', { body, signal: AbortSignal.timeout(PREVIEW_TIMEOUT) }),
  );
