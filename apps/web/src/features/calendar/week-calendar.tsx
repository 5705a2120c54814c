import { Skeleton } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { UpcomingRuns } from '@storefleet/contract/syncs/scheduled-syncs';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { QueryErrorBanner } from '../../components/feedback/query-error.tsx';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../../lib/api/api-context.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { openChangesQuery } from '../scheduled-changes/scheduled-changes-api.ts';
import { upcomingRunsQuery } from '../scheduled-syncs/api/queries.ts';
import { type CalendarDay, type ComingRun, type Slot, weekOf } from '../scheduled-syncs/coming-week.ts';
import { formatZoneTime, ownTimezone, zoneMinutes } from '../scheduled-syncs/schedule-times.ts';
import { type ComingChange, comingChanges } from './coming-changes.ts';
import classes from './week-calendar.module.css';

const NOW_MS = 60_000;
const NONE: readonly BulkUpdateBatch[] = [];
const DAY_KEYS = ['1', '2', '3', '4', '5', '6', '7'];
const MINUTES_PER_DAY = 24 * 60;

/** Runs of the coming week by day, with overlapping ones marked. */
export function WeekCalendar() {
  const upcoming = useQuery(upcomingRunsQuery(useApi()));
  const changes = useQuery(openChangesQuery(useApi()));
  return (
    <Panel title="Coming week" description={`Times are those of ${ownTimezone()}, where you are.`}>
      {upcoming.error && <QueryErrorBanner title="Failed to load the upcoming runs" query={upcoming} />}
      {upcoming.data && <Week upcoming={upcoming.data} batches={changes.data?.scheduled_changes ?? NONE} />}
      {upcoming.isPending && <WeekSkeleton />}
    </Panel>
  );
}

type WeekProps = { upcoming: UpcomingRuns; batches: readonly BulkUpdateBatch[] };

function Week({ upcoming: { runs, truncated }, batches }: WeekProps) {
  const now = useNow(NOW_MS);
  const timeZone = ownTimezone();
  const days = useMemo(() => weekOf(runs, now, timeZone), [runs, now, timeZone]);
  const changes = useMemo(() => comingChanges(batches, runs, timeZone), [batches, runs, timeZone]);
  return (
    <div className={classes.week}>
      <ol className={classes.days} aria-label="Coming week">
        {days.map((day, index) => (
          <Day
            key={day.key}
            day={day}
            changes={changes.get(day.key) ?? []}
            now={index === 0 ? now : null}
            timeZone={timeZone}
          />
        ))}
      </ol>
      {truncated && (
        <p className={classes.note}>
          There are more runs than can be listed: schedules that run very often are shown for the first days
          only.
        </p>
      )}
    </div>
  );
}

type DayProps = {
  day: CalendarDay;
  changes?: readonly ComingChange[];
  /** The current time, on its day. */
  now: number | null;
  timeZone: string;
};

function Day({ day, changes = [], now, timeZone }: DayProps) {
  // Noon is on the same calendar day in UTC, which the key uses.
  const noon = new Date(`${day.key}T12:00:00Z`);
  return (
    <li
      className={classes.day}
      data-today={now !== null || undefined}
      data-free={day.count + changes.length === 0 || undefined}
    >
      <div className={classes.date}>
        <span className={classes.weekday}>
          {now === null ? noon.toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' }) : 'Today'}
        </span>
        <time dateTime={day.key} className={classes.dayOfMonth}>
          {noon.toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })}
        </time>
        <span className={classes.count}>{day.count > 0 && formatQuantity(day.count, 'run')}</span>
      </div>
      <DayBar day={day} now={now} timeZone={timeZone} />
      {day.count + changes.length === 0 && <p className={classes.free}>No runs</p>}
      {changes.length > 0 && (
        <ul className={classes.slots}>
          {changes.map((change) => (
            <ChangeEntry key={change.key} change={change} timeZone={timeZone} />
          ))}
        </ul>
      )}
      {day.count > 0 && (
        <ul className={classes.slots}>
          {day.slots.map((slot) => (
            <SlotEntry
              key={`${slot.at} ${slot.runs[0]?.run.scheduled_sync_id}`}
              slot={slot}
              timeZone={timeZone}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The 24 hours of a day with a mark per run; the list below is the text alternative. */
function DayBar({ day, now, timeZone }: DayProps) {
  return (
    <div className={classes.bar} aria-hidden>
      {now !== null && (
        <span
          className={classes.passed}
          style={{ inlineSize: `${(zoneMinutes(now, timeZone) / MINUTES_PER_DAY) * 100}%` }}
        />
      )}
      {day.marks.map(({ at, clashes }) => (
        <span
          key={at}
          className={classes.mark}
          data-clashes={clashes || undefined}
          style={{ insetInlineStart: `${at * 100}%` }}
        />
      ))}
    </div>
  );
}

function SlotEntry({ slot: { at, last, count, runs }, timeZone }: { slot: Slot; timeZone: string }) {
  const timeOf = (moment: string) => <time dateTime={moment}>{formatZoneTime(moment, timeZone)}</time>;
  return (
    <li className={classes.slot}>
      <div className={classes.time}>
        <span>
          {timeOf(at)}
          {last !== null && <>–{timeOf(last)}</>}
        </span>
        {count > 1 && (
          <span className={classes.together}>
            {formatCount(count)} {last === null ? 'together' : 'times'}
          </span>
        )}
      </div>
      <div className={classes.runs}>
        {runs.map(({ run, clashes }) => (
          <RunEntry key={run.scheduled_sync_id} run={run} clashes={clashes} />
        ))}
      </div>
    </li>
  );
}

function RunEntry({ run, clashes }: { run: ComingRun; clashes: boolean }) {
  return (
    <div className={classes.run} data-clashes={clashes || undefined}>
      <Link to={paths.scheduledSyncEdit} params={{ syncId: run.scheduled_sync_id }} className={classes.name}>
        {run.name}
      </Link>
      <span className={classes.store}>{run.store_name}</span>
      {clashes && (
        <span className={classes.clash}>
          <IconAlertTriangle size={12} stroke={1.8} aria-hidden />
          Clash
        </span>
      )}
    </div>
  );
}

function ChangeEntry({ change, timeZone }: { change: ComingChange; timeZone: string }) {
  const { at, batchId, title, what, stores, meetsSync } = change;
  return (
    <li className={classes.slot}>
      <div className={classes.time}>
        <time dateTime={at}>{formatZoneTime(at, timeZone)}</time>
      </div>
      <div className={classes.runs}>
        <div className={classes.run} data-change>
          <Link to={paths.bulkUpdate} params={{ batchId }} className={classes.name}>
            {what === 'starts' ? 'Start' : 'End'}: {title}
          </Link>
          <span className={classes.store}>{stores}</span>
          {meetsSync && <span className={classes.store}>A sync starts then, too. Changes go first.</span>}
        </div>
      </div>
    </li>
  );
}

function WeekSkeleton() {
  return (
    <div className={classes.days} role="status" aria-label="Loading the upcoming runs">
      {DAY_KEYS.map((key) => (
        <div key={key} className={classes.day}>
          <Skeleton height={12} width="60%" mb={12} />
          <Skeleton height={44} />
        </div>
      ))}
    </div>
  );
}
