import { messages } from '@storefleet/contract/messages';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { formatTimeUntil, formatZoneMoment, ownTimezone } from '../schedule-times.ts';
import classes from './schedules-table.module.css';

/** When a schedule runs next, by the clock of whoever looks. */
export function NextRun({ at, now }: { at: string | null; now: number }) {
  if (at === null) return <span className={classes.muted}>{messages.scheduledSyncs.notScheduled}</span>;
  const zone = ownTimezone();
  const left = formatTimeUntil(at, now);
  return (
    <>
      {left ?? <StatusBadge tone="warning">{messages.scheduledSyncs.overdue}</StatusBadge>}
      <time dateTime={at} className={classes.detail}>
        {formatZoneMoment(at, zone, now)}
      </time>
    </>
  );
}
