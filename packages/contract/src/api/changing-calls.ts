import type { ApiCallId } from './paths.ts';
import type { HttpMethod } from './route.ts';

/** Calls with a body that only read. */
const LOOKING: ReadonlySet<string> = new Set<ApiCallId>([
  'stores.testConnection',
  'stores.testGraphqlConnection',
  'sync.statusBatch',
  'bulkUpdates.matchImport',
  'bulkUpdates.findNear',
  'history.previewUndo',
  'scheduledChanges.preview',
  'mssql.testConnection',
  'mssql.previewTable',
  'mssql.previewMappings',
  'scheduledSyncs.planSeveral',
  'scheduledSyncs.preview',
]);

/** Whether a call may change something; each such call has an entry in the audit log. */
export function mayChange({ id, method }: { readonly id: string; readonly method: HttpMethod }): boolean {
  return method !== 'GET' && !LOOKING.has(id);
}
