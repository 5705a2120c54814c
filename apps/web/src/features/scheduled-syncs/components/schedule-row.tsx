import { Button } from '@mantine/core';
import { SYNC_METHOD_LABELS } from '@storefleet/contract/constants';
import type { ScheduledSync } from '@storefleet/contract/scheduled-syncs';
import { paths } from '../../../app/paths.ts';
import { ButtonLink, TextLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { isRunning } from '../api/list-scheduled-syncs.ts';
import { hasReachedLimit, runBadge, scheduleBadge } from '../schedule-badge.ts';
import { NextRun } from './next-run.tsx';
import classes from './schedules-table.module.css';

export type ScheduleActions = {
  onRunNow: (schedule: ScheduledSync) => void;
  onToggle: (schedule: ScheduledSync) => void;
  onDelete: (schedule: ScheduledSync) => void;
};

type Props = ScheduleActions & {
  schedule: ScheduledSync;
  now: number;
  starting: boolean;
  toggling: boolean;
};

export function ScheduleRow({ schedule, now, starting, toggling, onRunNow, onToggle, onDelete }: Props) {
  const { id, name } = schedule;
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.cell} data-column="name">
        {name}
        <TextLink to={paths.store} params={{ storeId: schedule.store_id }} className={classes.detail}>
          {schedule.store_name}
        </TextLink>
      </th>
      <td className={classes.cell} data-column="schedule">
        {schedule.schedule_description}
        <span className={classes.detail}>
          {schedule.timezone} · {SYNC_METHOD_LABELS[schedule.sync_method]}
        </span>
      </td>
      <td className={classes.cell} data-column="next" data-label="Next run">
        <NextRun at={schedule.next_run_at} now={now} />
      </td>
      <td className={classes.cell} data-column="last" data-label="Last run">
        <LastRun schedule={schedule} />
      </td>
      <td className={classes.cell} data-column="status">
        <ScheduleStatus schedule={schedule} />
      </td>
      <td className={classes.cell} data-column="actions">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Run Now: ${name}`}
          loading={starting}
          disabled={isRunning(schedule)}
          onClick={() => onRunNow(schedule)}
        >
          Run Now
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${schedule.is_active ? 'Disable' : 'Enable'} ${name}`}
          loading={toggling}
          onClick={() => onToggle(schedule)}
        >
          {schedule.is_active ? 'Disable' : 'Enable'}
        </Button>
        <ButtonLink
          variant="default"
          size="compact-sm"
          aria-label={`Edit ${name}`}
          to={paths.scheduledSyncEdit}
          params={{ syncId: id }}
        >
          Edit
        </ButtonLink>
        <ButtonLink
          variant="default"
          size="compact-sm"
          aria-label={`Logs of ${name}`}
          to={paths.scheduledSyncLogs}
          params={{ syncId: id }}
        >
          Logs
        </ButtonLink>
        <Button
          variant="subtle"
          color="red"
          c="var(--sf-danger-text)"
          size="compact-sm"
          aria-label={`Delete ${name}`}
          onClick={() => onDelete(schedule)}
        >
          Delete
        </Button>
      </td>
    </tr>
  );
}

function LastRun({ schedule: { last_run_status: status, last_run_at: at } }: { schedule: ScheduledSync }) {
  if (status === null || at === null) return <span className={classes.muted}>Never</span>;
  const { tone, label } = runBadge(status);
  return (
    <>
      <StatusBadge tone={tone} pulsing={status === 'in_progress'}>
        {label}
      </StatusBadge>
      <span className={classes.detail}>
        <RelativeTime value={at} />
      </span>
    </>
  );
}

/** The badge, with how near a schedule is to its limit. */
export function ScheduleStatus({ schedule }: { schedule: ScheduledSync }) {
  const { tone, label } = scheduleBadge(schedule);
  const { failure_count: failures, max_failures: limit } = schedule;
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {schedule.is_active && failures > 0 && (
        <span className={classes.detail}>
          {hasReachedLimit(schedule)
            ? 'Stopped until it is run, edited or enabled anew'
            : `Failed ${failures} of ${limit} times in a row`}
        </span>
      )}
    </>
  );
}
