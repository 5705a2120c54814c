import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** Longer than the server's own limits for reaching a SQL Server and for counting a table's rows. */
const TIMEOUT_MS = 60_000;

/** Tries what is typed, saved or not. */
export function useTestMssqlConnection() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: CallInput<'mssql.testConnection'>['body']) =>
      api.call('mssql.testConnection', { body, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  });
}
