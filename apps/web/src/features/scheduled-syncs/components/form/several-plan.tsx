import { Skeleton } from '@mantine/core';
import type { ScheduleSeveralInput } from '@storefleet/contract/syncs/scheduled-syncs';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { severalPlanQuery } from '../../api/queries.ts';
import { formatZoneDay, formatZoneTime } from '../../schedule-times.ts';
import classes from './schedule-preview.module.css';

/** Start time of each store; null disables the query. */
export function SeveralPlan({ input }: { input: ScheduleSeveralInput | null }) {
  const plan = useQuery(severalPlanQuery(useApi(), input));
  if (input === null) {
    return <p className={classes.note}>Choose stores and a time to see when each one starts.</p>;
  }
  if (plan.error) {
    return (
      <p className={classes.problem} role="status">
        {describeError(plan.error)}
      </p>
    );
  }
  if (!plan.data) return <Skeleton height={120} role="status" aria-label="Calculating the start times" />;
  return (
    <div className={classes.preview} aria-busy={plan.isPlaceholderData}>
      <ol className={`${classes.runs} ${classes.manyRuns}`} aria-label="Start times" tabIndex={-1}>
        {plan.data.schedules.map(
          ({ store_id: id, store_name: name, schedule_description: words, next_run_at: at }) => (
            <li key={id} className={classes.run}>
              <span className={classes.when}>
                <span className={classes.storeName}>{name}</span>
                <time dateTime={at} className={classes.time}>
                  {formatZoneTime(at, input.timezone)}
                </time>
              </span>
              <span className={classes.detail}>
                {words} · first on {formatZoneDay(at, input.timezone)}
              </span>
            </li>
          ),
        )}
      </ol>
      <p className={classes.note}>Times are those of {input.timezone}.</p>
    </div>
  );
}
