import type { SyncStage } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import type { Tone } from '../../components/text/status-badge.tsx';
import { formatClock, formatMoment } from '../../lib/format/format-time.ts';
import { isSyncing } from './sync-state.ts';

const stageWords: Record<SyncStage, string> = {
  queued: 'Queued',
  counting: 'Counting products',
  exporting: 'Waiting for the store’s export',
  reading: 'Reading products',
  removing: 'Removing vanished products',
  verifying: 'Verifying the counts',
};

/** The current step. Waiting for the store to prepare an export is not a pause. */
export function describeStage(status: SyncStatus): string {
  const pause = status.stage === 'exporting' && !status.waiting_reason ? null : describePause(status);
  return pause ?? (status.stage ? stageWords[status.stage] : 'Starting');
}

/** Until when the sync is paused, by a rate limit or after an error, and why. */
export function describePause({ waiting_until: until, waiting_reason: reason }: SyncStatus): string | null {
  if (!until && !reason) return null;
  const pause = until ? `Waiting for the store until ${formatClock(until)}` : 'Trying again';
  return reason ? `${pause}: ${reason}` : pause;
}

/** What a sync of changes has verified, and what it has not. */
export function changesProof({
  scope,
  status,
  changes_since: since,
}: Pick<SyncStatus, 'scope' | 'status' | 'changes_since'>): string | null {
  if (scope !== 'changes' || status !== 'completed' || since === null) return null;
  return (
    `Everything that the store reports as changed since ${formatMoment(since)} is here. Webhooks and the next ` +
    'full sync find removed products, and changes that the store does not report.'
  );
}

export function syncTone(status: SyncStatus): Tone {
  if (isSyncing(status)) return 'info';
  if (status.status === 'failed') return 'danger';
  if (status.status === 'completed') {
    return isPlainSuccess(status) ? 'success' : 'warning';
  }
  return 'neutral';
}

const PLAIN = [
  messages.sync.completed,
  messages.sync.changesCompletedWith({ fullDue: false, skippedRows: 0 }),
];

/** Whether a completed run skipped nothing and awaits no decision. */
export function isPlainSuccess({
  message,
  held_back: heldBack,
}: Pick<SyncStatus, 'message' | 'held_back'>): boolean {
  return heldBack === 0 && (message === null || PLAIN.includes(message));
}
