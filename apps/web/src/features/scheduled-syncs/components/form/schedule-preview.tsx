import { Skeleton } from '@mantine/core';
import type { ScheduleTiming } from '@storefleet/contract/syncs/scheduled-syncs';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { schedulePreviewQuery } from '../../api/queries.ts';
import { formatTimeUntil, formatZoneDay, formatZoneTime, ownTimezone } from '../../schedule-times.ts';
import classes from './schedule-preview.module.css';

const NOW_MS = 15_000;
const ROWS = ['1', '2', '3', '4', '5'];

/** The form's schedule in words, and its next runs. */
export function SchedulePreview({ timing }: { timing: ScheduleTiming | null }) {
  const preview = useQuery(schedulePreviewQuery(useApi(), timing));
  const now = useNow(NOW_MS);
  if (timing === null) {
    return <p className={classes.note}>Choose when it runs to see its next runs here.</p>;
  }
  const problem = preview.error ? describeError(preview.error) : preview.data?.problem?.message;
  if (problem) {
    return (
      <p className={classes.problem} role="status">
        {problem}
      </p>
    );
  }
  if (!preview.data) return <PreviewSkeleton />;
  const { schedule_description: words, next_runs: runs, timezone } = preview.data;
  const own = ownTimezone();
  return (
    <div className={classes.preview} aria-busy={preview.isPlaceholderData}>
      <p className={classes.words} role="status">
        {words}
      </p>
      <ol className={classes.runs} aria-label="Next runs">
        {runs.map((run) => (
          <li key={run} className={classes.run}>
            <time dateTime={run} className={classes.when}>
              <span>{formatZoneDay(run, timezone)}</span>
              <b className={classes.time}>{formatZoneTime(run, timezone)}</b>
            </time>
            <span className={classes.detail}>
              {formatTimeUntil(run, now) ?? 'now'}
              {own !== timezone && <> · {ownWords(run, timezone, own)}</>}
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.note}>
        Times are those of {timezone}.
        {timezone !== 'UTC' &&
          ' When the clocks change, a skipped time runs right after it, and a repeated one runs once.'}
      </p>
    </div>
  );
}

/** The same instant in the browser's timezone, with the day if it differs. */
function ownWords(run: string, timezone: string, own: string): string {
  const day = formatZoneDay(run, own);
  const time = formatZoneTime(run, own);
  const isSameDay = day === formatZoneDay(run, timezone);
  return `${isSameDay ? time : `${day.split(',')[0]} ${time}`} for you`;
}

function PreviewSkeleton() {
  return (
    <div className={classes.preview} role="status" aria-label="Calculating the next runs">
      <Skeleton height={16} width="70%" />
      {ROWS.map((row) => (
        <Skeleton key={row} height={34} />
      ))}
    </div>
  );
}
