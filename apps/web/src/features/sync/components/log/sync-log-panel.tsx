import { SYNC_LOGS_DEFAULT_LIMIT } from '@storefleet/contract/constants';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BarCharts } from '../../../../components/charts/bar-charts.tsx';
import type { ChartView } from '../../../../components/charts/chart-data.ts';
import { ChartViewToggle } from '../../../../components/charts/chart-view-toggle.tsx';
import { PageSteps } from '../../../../components/data-table/paging/page-steps.tsx';
import { PagedFrame, readBy } from '../../../../components/data-table/paging/paged-frame.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { syncLogsQuery } from '../../api/queries.ts';
import { chartPanels, chartRows } from '../../sync-log.ts';
import classes from './sync-log.module.css';
import { SyncLogTable } from './sync-log-table.tsx';

/** A store's sync runs, as a table and in two small charts. */
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
      <PagedFrame
        total={log.data?.total}
        shown={runs.length}
        {...readBy(log, 'The sync log could not be read')}
        noun="runs"
        empty={<p className="note">This store has not been synced yet.</p>}
      >
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
          <SyncLogTable runs={log.data?.logs} />
        </div>
      </PagedFrame>
      <PageSteps
        name="Pages of the sync log"
        labels={['Newer', 'Older']}
        page={page}
        pages={Math.ceil(total / SYNC_LOGS_DEFAULT_LIMIT)}
        onPage={setPage}
      />
    </Panel>
  );
}
