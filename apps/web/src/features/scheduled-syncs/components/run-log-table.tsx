import { Skeleton } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { formatCount } from '@storefleet/contract/quantity';
import type { ScheduledSyncLog } from '@storefleet/contract/scheduled-syncs';
import { Absent } from '../../../components/absent.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { formatDuration } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { runBadge } from '../schedule-badge.ts';
import { formatZoneMoment, ownTimezone } from '../schedule-times.ts';
import classes from './run-log-table.module.css';

const columns = ['Due', 'Status', 'Started by', 'Duration', 'Products', 'Outcome'] as const;
const NOW_MS = 1_000;
const SKELETON_ROWS = ['1', '2', '3', '4', '5', '6'];

const triggerLabels: Record<ScheduledSyncLog['trigger'], string> = {
  schedule: 'Schedule',
  manual: 'Run Now',
};

type Props = { logs: readonly ScheduledSyncLog[]; stale: boolean };

/** The runs of a schedule, newest first. */
export function RunLogTable({ logs, stale }: Props) {
  const now = useNow(NOW_MS);
  return (
    <table aria-label="Runs" aria-busy={stale} className={classes.table} data-stale={stale || undefined}>
      <thead className={classes.head}>
        <tr className={classes.row}>
          {columns.map((label) => (
            <th key={label} scope="col" className={classes.headCell}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={classes.body}>
        {logs.map((log) => (
          <RunRow key={log.id} log={log} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function RunRow({ log, now }: { log: ScheduledSyncLog; now: number }) {
  const { tone, label } = runBadge(log.status);
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.cell} data-column="due">
        <time dateTime={log.due_at}>{formatZoneMoment(log.due_at, ownTimezone(), now)}</time>
        <span className={classes.detail}>
          <RelativeTime value={log.started_at} />
        </span>
      </th>
      <td className={classes.cell} data-column="status">
        <StatusBadge tone={tone} pulsing={log.status === 'in_progress'}>
          {label}
        </StatusBadge>
      </td>
      <td className={classes.cell} data-column="trigger" data-label="Started by">
        {triggerLabels[log.trigger]}
      </td>
      <td className={classes.cell} data-column="duration" data-label="Duration">
        {log.status === 'skipped' ? <Absent what="duration" /> : durationOf(log, now)}
      </td>
      <td className={classes.cell} data-column="counts" data-label="Products">
        {log.counts ? <Counts counts={log.counts} /> : <Absent what="counts" />}
      </td>
      <td className={classes.cell} data-column="outcome" data-tone={log.error_message ? 'danger' : undefined}>
        {log.error_message !== null
          ? messages.sync.productsFailed(log.error_message)
          : (log.message ?? <Absent what="message" />)}
      </td>
    </tr>
  );
}

function durationOf({ started_at: started, completed_at: completed }: ScheduledSyncLog, now: number): string {
  const end = completed === null ? now : Date.parse(completed);
  return formatDuration(end - Date.parse(started));
}

/** What changed in our copy; kinds of change that there were none of are left out. */
function Counts({ counts }: { counts: NonNullable<ScheduledSyncLog['counts']> }) {
  const { created, updated, unchanged, removed, held_back: heldBack } = counts;
  const kinds = { created, updated, removed, 'held back': heldBack, unchanged };
  const present = Object.entries(kinds).filter(([, count]) => count > 0);
  if (present.length === 0) return 'none';
  return present.map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
}

/** Keeps the layout of the table while the runs are on their way. */
export function RunLogSkeleton() {
  return (
    <div className={classes.table} role="status" aria-label="Loading runs">
      {SKELETON_ROWS.map((row) => (
        <div key={row} className={`${classes.row} ${classes.skeletonRow}`}>
          <Skeleton height={12} width="80%" />
          <Skeleton height={12} width="60%" />
          <Skeleton height={12} width="60%" />
          <Skeleton height={12} width="50%" />
          <Skeleton height={12} width="80%" />
          <Skeleton height={12} width="60%" />
        </div>
      ))}
    </div>
  );
}
