import type { ScheduledSyncSummary } from '@storefleet/contract/syncs/scheduled-syncs';
import { formatCount } from '@storefleet/contract/values/quantity';
import { FailedCount, Figure, Figures } from '../../../../components/text/figures.tsx';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { NextRun } from './next-run.tsx';

const NOW_MS = 15_000;

/** Total, active and failed schedules, and the next run. */
export function SchedulesSummary({ summary }: { summary: ScheduledSyncSummary | undefined }) {
  const now = useNow(NOW_MS);
  return (
    <Figures aria-busy={summary === undefined}>
      <Figure name="Total schedules" value={summary && formatCount(summary.total_schedules)} />
      <Figure name="Active schedules" value={summary && formatCount(summary.active_schedules)} />
      <Figure name="Failed schedules" value={summary && <FailedCount count={summary.failed_schedules} />} />
      <Figure name="Next run" value={summary && <NextRun at={summary.next_run} now={now} />} />
    </Figures>
  );
}
