import { messages } from '@storefleet/contract/messages';
import type { SyncStatus } from '@storefleet/contract/sync';
import { useEffect, useRef } from 'react';
import { isSyncing } from './sync-state.ts';

export type SyncNotice = { tone: 'success' | 'warning' | 'danger'; text: string };

/** What to say when a sync that was seen running has ended; null for every other change. */
export function syncChangeNotice(before: SyncStatus | undefined, now: SyncStatus): SyncNotice | null {
  if (!isSyncing(before) || isSyncing(now)) return null;
  if (now.status === 'failed') {
    return { tone: 'danger', text: messages.sync.failedNotice(now.error_message ?? messages.unknownError) };
  }
  if (now.status !== 'completed') return null;
  if (now.message?.startsWith(messages.sync.completedWithGaps)) return { tone: 'warning', text: now.message };
  return { tone: 'success', text: messages.sync.completedNotice(now.processed_products) };
}

export function useSyncChangeNotice(
  status: SyncStatus | undefined,
  onNotice: (notice: SyncNotice) => void,
): void {
  const before = useRef<SyncStatus>(undefined);
  const latest = useRef(onNotice);
  latest.current = onNotice;
  useEffect(() => {
    if (!status) return;
    const notice = syncChangeNotice(before.current, status);
    before.current = status;
    if (notice) latest.current(notice);
  }, [status]);
}
