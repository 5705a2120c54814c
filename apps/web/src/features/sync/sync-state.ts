import { PREFERENCE_KEYS, SYNC_STATUS_FULL_CHECK_MS } from '@storefleet/contract/constants';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { readText, writeText } from '../../lib/browser/browser-storage.ts';

export type SyncStatuses = Readonly<Record<string, SyncStatus>>;

/** An idle store part of the way through its products counts as still syncing. */
export function isSyncing(status: SyncStatus | undefined): boolean {
  if (!status) return false;
  if (status.status === 'in_progress') return true;
  return (
    status.status === 'idle' &&
    status.processed_products > 0 &&
    status.processed_products < status.total_products
  );
}

/** Whether there is a percentage: without a total there is only a count. */
export function hasTotal(status: SyncStatus): boolean {
  return status.total_products > 0;
}

/** Whole percent, and never 100 while work is running. */
export function syncPercent(status: SyncStatus): number {
  const percent = Math.floor(status.progress);
  return isSyncing(status) ? Math.min(99, percent) : percent;
}

/** Progress over all syncing stores: by products where every total is known, else their mean. */
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

/**
 * Which stores to ask about now: those nothing is known of and those that are syncing; every store, when the
 * last full check is long enough ago.
 */
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
  // A clock that was set back must not keep the check from happening.
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
