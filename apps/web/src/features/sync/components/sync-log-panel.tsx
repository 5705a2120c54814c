import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { SYNC_LOGS_DEFAULT_LIMIT } from '@storefleet/contract/constants';
import { formatQuantity } from '@storefleet/contract/quantity';
import type { SyncStatus } from '@storefleet/contract/sync';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { BarCharts } from '../../../components/charts/bar-charts.tsx';
import type { ChartView } from '../../../components/charts/chart-data.ts';
import { ChartViewToggle } from '../../../components/charts/chart-view-toggle.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api-context.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { syncLogsQuery } from '../api/list-sync-logs.ts';
import { chartPanels, chartRows } from '../sync-log.ts';
import classes from './sync-log.module.css';
import { SyncLogTable } from './sync-log-table.tsx';

/** Every sync run of a store, as a table and in two small charts. */
export function SyncLogPanel({ storeId, status }: { storeId: string; status: SyncStatus | undefined }) {
  const [page, setPage] = useState(1);
  const [view, setView] = useState<ChartView>('chart');
  const log = useQuery(syncLogsQuery(useApi(), { storeId, page, status }));
  const runs = log.data?.logs ?? [];
  const total = log.data?.total ?? 0;
  const rows = chartRows(runs);
  return (
    <Panel
      title="Sync Log"
      description={log.data && total > 0 ? formatQuantity(total, 'run') : undefined}
      actions={
        rows.length > 1 && (
          <ChartViewToggle label="Show durations and counts as" view={view} onChange={setView} />
        )
      }
    >
      {log.isPending && (
        <>
          <VisuallyHidden role="status">Loading the sync log</VisuallyHidden>
          <Skeleton height={120} />
        </>
      )}
      {log.error && (
        <Banner tone="danger" title="The sync log could not be read">
          {describeError(log.error)}{' '}
          <Button
            variant="default"
            size="compact-xs"
            loading={log.isFetching}
            onClick={() => void log.refetch()}
          >
            Retry
          </Button>
        </Banner>
      )}
      {log.data && total === 0 && <p className={classes.empty}>This store has not been synced yet.</p>}
      {total > 0 && (
        <div className={classes.log} data-stale={log.isPlaceholderData || undefined}>
          {rows.length > 1 && (
            <BarCharts
              label="Durations and counts of the last runs"
              rowHeading="Run"
              rows={rows}
              panels={chartPanels}
              view={view}
            />
          )}
          <SyncLogTable runs={runs} />
        </div>
      )}
      <Pages page={page} total={total} onPage={setPage} />
    </Panel>
  );
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const pages = Math.ceil(total / SYNC_LOGS_DEFAULT_LIMIT);
  if (pages < 2) return null;
  return (
    <nav className={classes.pages} aria-label="Pages of the sync log">
      <Button variant="default" size="xs" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <span role="status" className="tabular">
        Page {page} of {pages}
      </span>
      <Button variant="default" size="xs" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  );
}
