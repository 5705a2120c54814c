import { messages } from '@storefleet/contract/messages';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { useEffect, useRef } from 'react';
import { isSyncing } from './sync-state.ts';
import { isPlainSuccess } from './sync-words.ts';

type SyncNotice = { tone: 'success' | 'warning' | 'danger'; text: string };

/**
 * The notice when a running sync has ended; null for any other change, and for a failed start, which is
 * reported elsewhere.
 */
export function syncChangeNotice(before: SyncStatus | undefined, now: SyncStatus): SyncNotice | null {
  if (!isSyncing(before) || isSyncing(now)) return null;
  if (now.status === 'failed') {
    if (now.sync_id === null) return null;
    return { tone: 'danger', text: messages.sync.failedNotice(now.error_message ?? messages.unknownError) };
  }
  if (now.status !== 'completed') return null;
  if (now.message !== null && !isPlainSuccess(now)) return { tone: 'warning', text: now.message };
  return { tone: 'success', text: messages.sync.completedNotice(now.processed_products) };
}

export function useSyncChangeNotice(
  status: SyncStatus | undefined,
  onNotice: (notice: SyncNotice) => void,
): void {
  const before = useRef<SyncStatus>(undefined);
  /** The last run that ended: while another one starts, the server still returns it. */
  const ended = useRef<string>(null);
  const latest = useRef(onNotice);
  latest.current = onNotice;
  useEffect(() => {
    if (!status) return;
    const notice = syncChangeNotice(before.current, status);
    before.current = status;
    const isNews = status.sync_id === null || status.sync_id !== ended.current;
    if (!isSyncing(status) && status.sync_id !== null) ended.current = status.sync_id;
    if (notice && isNews) latest.current(notice);
  }, [status]);
}
