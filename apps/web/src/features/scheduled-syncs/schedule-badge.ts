import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync, ScheduledSyncLog } from '@storefleet/contract/syncs/scheduled-syncs';
import type { Tone } from '../../components/text/status-badge.tsx';

type Standing = Pick<ScheduledSync, 'is_active' | 'failure_count' | 'max_failures' | 'last_run_status'>;
type Badge = { tone: Tone; label: string };

/** A schedule's state; the first that applies. */
export function scheduleBadge(schedule: Standing): Badge {
  const { badges } = messages.scheduledSyncs;
  if (!schedule.is_active) return { tone: 'neutral', label: badges.inactive };
  if (hasReachedLimit(schedule)) return { tone: 'danger', label: badges.maxRetries };
  if (schedule.last_run_status === 'failed') return { tone: 'warning', label: badges.warning };
  return { tone: 'success', label: badges.active };
}

/** Whether repeated failures have stopped it from running automatically. */
export function hasReachedLimit({
  failure_count: failures,
  max_failures: limit,
}: Pick<Standing, 'failure_count' | 'max_failures'>): boolean {
  return failures >= limit;
}

const runBadges: Record<ScheduledSyncLog['status'], Badge> = {
  in_progress: { tone: 'info', label: 'Running' },
  completed: { tone: 'success', label: 'Completed' },
  failed: { tone: 'danger', label: 'Failed' },
  skipped: { tone: 'neutral', label: 'Skipped' },
};

export function runBadge(status: ScheduledSyncLog['status']): Badge {
  return runBadges[status];
}
