import { PREFERENCE_KEYS, SYNC_STATUS_FULL_CHECK_MS } from '@storefleet/contract/constants';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { readText, writeText } from '../../lib/browser/browser-storage.ts';

export type SyncStatuses = Readonly<Record<string, SyncStatus>>;

/** An idle store with partial progress counts as still syncing. */
export function isSyncing(status: SyncStatus | undefined): boolean {
  if (!status) return false;
  if (status.status === 'in_progress') return true;
  return (
    status.status === 'idle' &&
    status.processed_products > 0 &&
    status.processed_products < status.total_products
  );
}

/** Whether a percentage can be computed: without a total there is only a count. */
export function hasTotal(status: SyncStatus): boolean {
  return status.total_products > 0;
}

/** A whole percentage, never 100 during a run. */
export function syncPercent(status: SyncStatus): number {
  const percent = Math.floor(status.progress);
  return isSyncing(status) ? Math.min(99, percent) : percent;
}

/** Progress over all syncing stores: by products if every total is known, otherwise the mean. */
export function overallSyncProgress(statuses: readonly SyncStatus[]): { count: number; percent: number } {
  const running = statuses.filter(isSyncing);
  if (running.length === 0) return { count: 0, percent: 0 };
  const products = running.every(hasTotal);
  const total = products ? sum(running, (status) => status.total_products) : running.length * 100;
  const done = products
    ? sum(running, (status) => (status.total_products * Math.min(100, status.progress)) / 100)
    : sum(running, (status) => status.progress);
  return { count: running.length, percent: Math.min(99, Math.floor((done / total) * 100)) };
}

function sum(statuses: readonly SyncStatus[], value: (status: SyncStatus) => number): number {
  return statuses.reduce((total, status) => total + value(status), 0);
}

/** Which stores to poll now: unknown and syncing ones, or all if the last full check is old enough. */
export function storesToCheck({
  storeIds,
  known,
  lastFullCheck,
  now,
}: {
  storeIds: readonly string[];
  known: SyncStatuses;
  lastFullCheck: number;
  now: number;
}): { ids: string[]; isFull: boolean } {
  // Robust against a clock that was set back.
  const age = Math.abs(now - lastFullCheck);
  if (age >= SYNC_STATUS_FULL_CHECK_MS) return { ids: [...storeIds], isFull: true };
  return { ids: storeIds.filter((id) => !known[id] || isSyncing(known[id])), isFull: false };
}

export function readLastFullCheck(): number {
  return Number(readText(PREFERENCE_KEYS.lastFullSyncCheck)) || 0;
}

export function saveLastFullCheck(now: number): void {
  writeText(PREFERENCE_KEYS.lastFullSyncCheck, String(now));
}
