import type { SyncStage } from '@storefleet/contract/constants';
import type { SyncStatus } from '@storefleet/contract/sync';
import type { Tone } from '../../components/status-badge.tsx';
import { isSyncing } from './sync-state.ts';

const stageWords: Record<SyncStage, string> = {
  queued: 'Queued',
  counting: 'Counting products',
  exporting: 'Waiting for the store’s export',
  reading: 'Reading products',
  removing: 'Removing what is gone',
  verifying: 'Verifying the counts',
};

export function describeStage(status: SyncStatus): string {
  if (status.waiting_until) {
    const time = new Date(status.waiting_until).toLocaleTimeString('en', { timeStyle: 'medium' });
    return `Waiting for the store’s rate limit until ${time}`;
  }
  return status.stage ? stageWords[status.stage] : 'Starting';
}

export function syncTone(status: SyncStatus): Tone {
  if (isSyncing(status)) return 'info';
  if (status.status === 'failed') return 'danger';
  if (status.status === 'completed') return status.held_back > 0 ? 'warning' : 'success';
  return 'neutral';
}
