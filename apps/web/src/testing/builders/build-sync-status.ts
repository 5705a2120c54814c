import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { idleStatus } from '../../features/sync/starting-status.ts';

/** A sync status as returned by the server, with overrides. */
export function buildSyncStatus(fields: Partial<SyncStatus> = {}): SyncStatus {
  return { ...idleStatus('0190a000-0000-7000-8000-000000000001'), ...fields };
}
