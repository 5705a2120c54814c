import { Skeleton } from '@mantine/core';
import type { ScheduledSync } from '@storefleet/contract/scheduled-syncs';
import { useNow } from '../../../lib/use-now.ts';
import { type ScheduleActions, ScheduleRow } from './schedule-row.tsx';
import classes from './schedules-table.module.css';

const columns = ['Name', 'Schedule', 'Next run', 'Last run', 'Status'] as const;
const NOW_MS = 15_000;
const SKELETON_WIDTHS = [62, 48, 71, 55];

type Props = ScheduleActions & {
  schedules: readonly ScheduledSync[];
  /** The schedules whose start, or whose switch, is on its way. */
  starting: ReadonlySet<string>;
  toggling: ReadonlySet<string>;
  stale: boolean;
};

export function SchedulesTable({ schedules, starting, toggling, stale, ...actions }: Props) {
  const now = useNow(NOW_MS);
  return (
    <table
      aria-label="Scheduled syncs"
      aria-busy={stale}
      className={classes.table}
      data-stale={stale || undefined}
    >
      <thead className={classes.head}>
        <tr className={classes.row}>
          {columns.map((label) => (
            <th key={label} scope="col" className={classes.headCell}>
              {label}
            </th>
          ))}
          <th scope="col" className={classes.headCell} data-column="actions">
            Actions
          </th>
        </tr>
      </thead>
      <tbody className={classes.body}>
        {schedules.map((schedule) => (
          <ScheduleRow
            key={schedule.id}
            schedule={schedule}
            now={now}
            starting={starting.has(schedule.id)}
            toggling={toggling.has(schedule.id)}
            {...actions}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Keeps the layout of the table while the schedules are on their way. */
export function SchedulesSkeleton() {
  return (
    <div className={classes.table} role="status" aria-label="Loading scheduled syncs">
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className={`${classes.row} ${classes.skeletonRow}`}>
          <div>
            <Skeleton height={12} width={`${width}%`} mb={8} />
            <Skeleton height={10} width={`${width / 2}%`} />
          </div>
          <Skeleton height={12} width="80%" />
          <Skeleton height={12} width="60%" />
          <Skeleton height={12} width="60%" />
          <Skeleton height={12} width="50%" />
          <Skeleton height={24} />
        </div>
      ))}
    </div>
  );
}
