import type { ApiClient } from '@storefleet/client/api-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/api/use-change.ts';
import { saveFile } from '../../lib/browser/download.ts';
import type { AuditAddress } from './audit-address.ts';

/** Days are meant where the browser is. */
function filtersOf({ user, area, outcome, q, from, to }: AuditAddress) {
  const timezone = from || to ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined;
  return { user_id: user, area, outcome, target: q, start_date: from, end_date: to, timezone };
}

export function auditQuery(api: ApiClient, address: AuditAddress) {
  const query = { ...filtersOf(address), page: address.page ?? 1 };
  return queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => api.call('audit.list', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const useExportAudit = () =>
  useChange((api, address: AuditAddress) => api.download('audit.exportCsv', { query: filtersOf(address) }), {
    onSuccess: (_, file) => saveFile(file),
  });
