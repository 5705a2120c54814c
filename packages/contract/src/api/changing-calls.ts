import type { ApiCallId } from './paths.ts';
import type { HttpMethod } from './route.ts';

/** Calls that only look, though they send a body. */
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

/** Whether a call may change something: the audit log has an entry of each. */
export function mayChange({ id, method }: { readonly id: string; readonly method: HttpMethod }): boolean {
  return method !== 'GET' && !LOOKING.has(id);
}
