import type { Store } from '@storefleet/contract/stores/stores';

/** What keeps a store from being synced although its schedule runs; undefined where nothing does. */
export function storeRemark({ store_status: status }: Store): string | undefined {
  if (status === 'inactive') return 'This store is inactive: its runs are skipped until it is active again.';
  if (status === 'archived') return 'This store is archived: its runs are skipped until it is active again.';
  return undefined;
}
