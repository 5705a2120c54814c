import { messages } from '@storefleet/contract/messages';
import type { ScheduledSyncLog } from '@storefleet/contract/syncs/scheduled-syncs';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useMemo } from 'react';
import type { Column } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { CellDetail } from '../../../../components/data-table/table-row.tsx';
import { Absent } from '../../../../components/text/absent.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../../components/text/status-badge.tsx';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { formatDuration } from '../../../../lib/format/format-time.ts';
import { runBadge } from '../../schedule-badge.ts';
import { formatZoneMoment, ownTimezone } from '../../schedule-times.ts';

const NOW_MS = 1_000;
const cards = {
  areas: '"due status" "trigger duration" "counts counts" "outcome outcome"',
  columns: 'minmax(0, 1fr) auto',
};

const triggerLabels: Record<ScheduledSyncLog['trigger'], string> = {
  schedule: 'Schedule',
  manual: 'Run Now',
};

type Props = { logs: readonly ScheduledSyncLog[] | undefined; stale: boolean };

/** A schedule's runs, newest first. */
export function RunLogTable({ logs, stale }: Props) {
  const now = useNow(NOW_MS);
  const columns = useMemo(() => columnsAt(now), [now]);
  return (
    <DataTable
      label="Runs"
      loading="Loading runs"
      columns={columns}
      rows={logs}
      keyOf={(log) => log.id}
      cards={cards}
      stale={stale}
    />
  );
}

function columnsAt(now: number): Column<ScheduledSyncLog>[] {
  return [
    {
      id: 'due',
      label: 'Due',
      width: 'minmax(0, 1.2fr)',
      namesRow: true,
      look: 'strong',
      skeleton: 'two lines',
      cell: (log) => (
        <>
          <time dateTime={log.due_at}>{formatZoneMoment(log.due_at, ownTimezone(), now)}</time>
          <CellDetail>
            <RelativeTime value={log.started_at} />
          </CellDetail>
        </>
      ),
    },
    {
      id: 'status',
      label: 'Status',
      width: 'minmax(6rem, 0.6fr)',
      cell: ({ status }) => (
        <StatusBadge tone={runBadge(status).tone} pulsing={status === 'in_progress'}>
          {runBadge(status).label}
        </StatusBadge>
      ),
    },
    {
      id: 'trigger',
      label: 'Started by',
      width: 'minmax(0, 0.6fr)',
      cardLabel: 'Started by',
      cell: ({ trigger }) => triggerLabels[trigger],
    },
    {
      id: 'duration',
      label: 'Duration',
      width: 'minmax(0, 0.6fr)',
      cardLabel: 'Duration',
      look: 'number',
      cell: (log) => (log.status === 'skipped' ? <Absent what="duration" /> : durationOf(log, now)),
    },
    {
      id: 'counts',
      label: 'Products',
      width: 'minmax(0, 1.2fr)',
      cardLabel: 'Products',
      look: 'number',
      cell: ({ counts }) => (counts ? <Counts counts={counts} /> : <Absent what="counts" />),
    },
    {
      id: 'outcome',
      label: 'Outcome',
      width: 'minmax(0, 2fr)',
      look: 'muted',
      cell: ({ error_message: error, message }) =>
        error === null ? (
          (message ?? <Absent what="message" />)
        ) : (
          <span className="danger">{messages.sync.productsFailed(error)}</span>
        ),
    },
  ];
}

function durationOf({ started_at: started, completed_at: completed }: ScheduledSyncLog, now: number): string {
  const end = completed === null ? now : Date.parse(completed);
  return formatDuration(end - Date.parse(started));
}

/** What changed in our copy; zero counts are omitted. */
function Counts({ counts }: { counts: NonNullable<ScheduledSyncLog['counts']> }) {
  const { created, updated, unchanged, removed, held_back: heldBack } = counts;
  const kinds = { created, updated, removed, 'held back': heldBack, unchanged };
  const present = Object.entries(kinds).filter(([, count]) => count > 0);
  if (present.length === 0) return 'none';
  return present.map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
}
