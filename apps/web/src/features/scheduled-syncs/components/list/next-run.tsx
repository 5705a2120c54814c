import { messages } from '@storefleet/contract/messages';
import { CellDetail } from '../../../../components/data-table/table-row.tsx';
import { StatusBadge } from '../../../../components/text/status-badge.tsx';
import { formatTimeUntil, formatZoneMoment, ownTimezone } from '../../schedule-times.ts';

/** A schedule's next run, in the browser's timezone. */
export function NextRun({ at, now }: { at: string | null; now: number }) {
  if (at === null) return <span className="muted">{messages.scheduledSyncs.notScheduled}</span>;
  const zone = ownTimezone();
  const left = formatTimeUntil(at, now);
  return (
    <>
      {left ?? <StatusBadge tone="warning">{messages.scheduledSyncs.overdue}</StatusBadge>}
      <CellDetail>
        <time dateTime={at}>{formatZoneMoment(at, zone, now)}</time>
      </CellDetail>
    </>
  );
}
