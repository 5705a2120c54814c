import { Button, Stack } from '@mantine/core';
import type { ApiClient } from '@storefleet/client/api-client';
import type { AuditRecord } from '@storefleet/contract/people/audit';
import { AUDIT_PAGE_SIZE } from '@storefleet/contract/people/audit-areas';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PagedFrame, readBy } from '../../../components/data-table/paging/paged-frame.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { type AuditAddress, parseAuditAddress } from '../../../features/audit/audit-address.ts';
import { AuditEntry } from '../../../features/audit/components/audit-entry.tsx';
import { AuditFilters } from '../../../features/audit/components/audit-filters.tsx';
import { AuditTable } from '../../../features/audit/components/audit-table.tsx';
import { accountQuery } from '../../../features/auth/api/account.ts';
import { usePermission } from '../../../features/auth/use-permission.ts';
import { teamQuery } from '../../../features/team/team-api.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { callQuery } from '../../../lib/api/call-query.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';

export function AuditScreen() {
  usePageTitle('Audit log');
  const reason = usePermission('audit.list');
  // The role is unknown until then.
  const isKnown = useQuery(accountQuery(useApi())).isFetched;
  const address = parseAuditAddress(useSearch({ strict: false }));
  const exporting = useExportAudit();
  return (
    <>
      <PageHeader
        back={<BackLink to={paths.settings}>Back to Settings</BackLink>}
        title="Audit log"
        description="Every change and every sign-in: who, from where, before and after."
        actions={
          reason === null && (
            <Button
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate(address)}
            >
              Export CSV
            </Button>
          )
        }
      />
      <FailureBanner title="The audit log was not exported" error={exporting.error} />
      {reason !== null && <Banner tone="info" title={reason} />}
      {reason === null && isKnown && <Entries address={address} />}
    </>
  );
}

function Entries({ address }: { address: AuditAddress }) {
  const api = useApi();
  const navigate = useNavigate();
  const entries = useQuery(auditQuery(api, address));
  const team = useQuery(teamQuery(api));
  const [opened, setOpened] = useState<AuditRecord | null>(null);
  const go = (search: AuditAddress) => void navigate({ to: paths.audit, search });
  const { data } = entries;
  return (
    <Stack gap="md">
      <Panel>
        <AuditFilters
          key={JSON.stringify({ ...address, page: undefined })}
          applied={{ ...address, page: undefined }}
          members={team.data?.members ?? []}
          onApply={go}
        />
      </Panel>
      <PagedFrame
        total={data?.total}
        isMore={data?.is_more ?? false}
        shown={data?.entries.length ?? 0}
        {...readBy(entries, 'The audit log could not be read')}
        noun="entries"
        summary={
          data && {
            text: `${data.is_more ? 'More than ' : ''}${formatQuantity(data.total, 'entry', 'entries')}`,
          }
        }
        empty={
          <EmptyState
            icon={<IconShieldCheck size={20} stroke={1.6} />}
            title="No entries"
            description="No entries match these filters."
          />
        }
        paging={{
          page: address.page ?? 1,
          size: AUDIT_PAGE_SIZE,
          sizes: [AUDIT_PAGE_SIZE],
          onPage: (page) => go({ ...address, page }),
          onSize: () => undefined,
        }}
      >
        <AuditTable entries={data?.entries} stale={entries.isPlaceholderData} onOpen={setOpened} />
      </PagedFrame>
      {opened && <AuditEntry entry={opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

/** Days are meant where the browser is. */
function filtersOf({ user, area, outcome, q, from, to }: AuditAddress) {
  const timezone = from || to ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined;
  return { user_id: user, area, outcome, target: q, start_date: from, end_date: to, timezone };
}

function auditQuery(api: ApiClient, address: AuditAddress) {
  const query = { ...filtersOf(address), page: address.page ?? 1 };
  return callQuery(api, 'audit.list', ['audit', query], { query, placeholderData: keepPreviousData });
}

const useExportAudit = () =>
  useChange((api, address: AuditAddress) => api.download('audit.exportCsv', { query: filtersOf(address) }), {
    onSuccess: (_, file) => saveFile(file),
  });
