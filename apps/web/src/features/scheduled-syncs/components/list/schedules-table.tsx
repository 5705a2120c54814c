import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import type { Column } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { RowButton } from '../../../../components/data-table/row-button.tsx';
import {
  Cell,
  CellDetail,
  type RowPosition,
  TableRow,
} from '../../../../components/data-table/table-row.tsx';
import { ButtonLink, TextLink } from '../../../../components/text/links.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../../components/text/status-badge.tsx';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { paths } from '../../../../lib/paths.ts';
import { Permitted } from '../../../auth/components/permitted.tsx';
import { isRunning } from '../../api/queries.ts';
import { hasReachedLimit, runBadge, scheduleBadge } from '../../schedule-badge.ts';
import { methodWords } from '../../schedule-words.ts';
import { NextRun } from './next-run.tsx';
import classes from './schedules-table.module.css';

const columns: readonly Column<ScheduledSync>[] = [
  {
    id: 'name',
    label: 'Name',
    width: 'minmax(0, 1.3fr)',
    namesRow: true,
    look: 'strong',
    skeleton: 'two lines',
  },
  { id: 'schedule', label: 'Schedule', width: 'minmax(0, 1.5fr)' },
  { id: 'next', label: 'Next run', cardLabel: 'Next run', look: 'number' },
  { id: 'last', label: 'Last run', width: 'minmax(0, 0.8fr)', cardLabel: 'Last run' },
  { id: 'status', label: 'Status' },
  { id: 'actions', label: 'Actions', width: '25rem', align: 'end', skeleton: 'none' },
];
const cards = {
  areas: '"name status" "schedule schedule" "next last" "actions actions"',
  from: 'wide',
} as const;
const NOW_MS = 15_000;

type ScheduleActions = {
  onRunNow: (schedule: ScheduledSync) => void;
  onToggle: (schedule: ScheduledSync) => void;
  onDelete: (schedule: ScheduledSync) => void;
};

type Props = ScheduleActions & {
  schedules: readonly ScheduledSync[] | undefined;
  /** Schedules being started or toggled. */
  starting: ReadonlySet<string>;
  toggling: ReadonlySet<string>;
  stale: boolean;
};

export function SchedulesTable({ schedules, starting, toggling, stale, ...actions }: Props) {
  const now = useNow(NOW_MS);
  return (
    <DataTable
      label="Scheduled syncs"
      loading="Loading scheduled syncs"
      columns={columns}
      rows={schedules}
      keyOf={({ id }) => id}
      cards={cards}
      stale={stale}
    >
      {(schedule, position) => (
        <ScheduleRow
          {...position}
          schedule={schedule}
          now={now}
          starting={starting.has(schedule.id)}
          toggling={toggling.has(schedule.id)}
          {...actions}
        />
      )}
    </DataTable>
  );
}

type RowProps = ScheduleActions &
  RowPosition & { schedule: ScheduledSync; now: number; starting: boolean; toggling: boolean };

function ScheduleRow({
  schedule,
  now,
  starting,
  toggling,
  onRunNow,
  onToggle,
  onDelete,
  ...position
}: RowProps) {
  const { id, name } = schedule;
  return (
    <TableRow {...position} className={classes.row}>
      <Cell column="name">
        {name}
        <TextLink to={paths.store} params={{ storeId: schedule.store_id }} className={classes.store}>
          {schedule.store_name}
        </TextLink>
      </Cell>
      <Cell column="schedule">
        {schedule.schedule_description}
        <CellDetail>
          {schedule.timezone} · {methodWords(schedule)}
        </CellDetail>
      </Cell>
      <Cell column="next" className={classes.stacked}>
        <NextRun at={schedule.next_run_at} now={now} />
      </Cell>
      <Cell column="last" className={classes.stacked}>
        <LastRun schedule={schedule} />
      </Cell>
      <Cell column="status" className={classes.stacked}>
        <ScheduleStatus schedule={schedule} />
      </Cell>
      <Cell column="actions">
        <Permitted call="scheduledSyncs.execute">
          <RowButton
            aria-label={`Run Now: ${name}`}
            loading={starting}
            disabled={isRunning(schedule)}
            onClick={() => onRunNow(schedule)}
          >
            Run Now
          </RowButton>
          <RowButton
            aria-label={`${schedule.is_active ? 'Disable' : 'Enable'} ${name}`}
            loading={toggling}
            onClick={() => onToggle(schedule)}
          >
            {schedule.is_active ? 'Disable' : 'Enable'}
          </RowButton>
        </Permitted>
        <ScheduleLinks id={id} name={name} />
        <Permitted call="scheduledSyncs.delete">
          <RowButton danger aria-label={`Delete ${name}`} onClick={() => onDelete(schedule)}>
            Delete
          </RowButton>
        </Permitted>
      </Cell>
    </TableRow>
  );
}

function ScheduleLinks({ id, name }: { id: string; name: string }) {
  const link = { variant: 'default', size: 'compact-sm', params: { syncId: id } } as const;
  return (
    <>
      <ButtonLink {...link} aria-label={`Edit ${name}`} to={paths.scheduledSyncEdit}>
        Edit
      </ButtonLink>
      <ButtonLink
        variant="default"
        size="compact-sm"
        aria-label={`Duplicate ${name}`}
        to={paths.scheduledSyncNew}
        search={{ from: id }}
      >
        Duplicate
      </ButtonLink>
      <ButtonLink {...link} aria-label={`Logs of ${name}`} to={paths.scheduledSyncLogs}>
        Logs
      </ButtonLink>
    </>
  );
}

function LastRun({ schedule: { last_run_status: status, last_run_at: at } }: { schedule: ScheduledSync }) {
  if (status === null || at === null) return <span className="muted">Never</span>;
  const { tone, label } = runBadge(status);
  return (
    <>
      <StatusBadge tone={tone} pulsing={status === 'in_progress'}>
        {label}
      </StatusBadge>
      <CellDetail>
        <RelativeTime value={at} />
      </CellDetail>
    </>
  );
}

/** Status badge, with the failure count relative to the limit. */
function ScheduleStatus({ schedule }: { schedule: ScheduledSync }) {
  const { tone, label } = scheduleBadge(schedule);
  const { failure_count: failures, max_failures: limit } = schedule;
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {schedule.is_active && failures > 0 && (
        <CellDetail>
          {hasReachedLimit(schedule)
            ? 'Stopped until it is run, edited or enabled again'
            : `Failed ${failures} of ${limit} times in a row`}
        </CellDetail>
      )}
    </>
  );
}
