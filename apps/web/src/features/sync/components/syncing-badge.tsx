import { messages } from '@storefleet/contract/messages';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { overallSyncProgress } from '../sync-state.ts';

/** How many stores are syncing, and their overall progress. */
export function SyncingBadge({ statuses }: { statuses: readonly SyncStatus[] }) {
  const { count, percent } = overallSyncProgress(statuses);
  if (count === 0) return null;
  return (
    <StatusBadge tone="info" pulsing>
      {messages.dashboard.syncing(count)} · {percent}%
    </StatusBadge>
  );
}
