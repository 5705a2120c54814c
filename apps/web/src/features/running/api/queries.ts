import type { Running } from '@storefleet/contract/catalogue/overview';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Milliseconds. */
const WHILE_RUNNING = 2_000;
const WHILE_IDLE = 10_000;

/** What runs at this moment. Hidden tabs ask only where somebody wants to hear of the end, and something runs. */
export function runningQuery(api: ApiClient, { alsoHidden }: { alsoHidden: boolean }) {
  return queryOptions({
    queryKey: ['running'],
    queryFn: ({ signal }) => api.call('overview.running', { signal }),
    refetchInterval: ({ state }) => (countOf(state.data) > 0 ? WHILE_RUNNING : WHILE_IDLE),
    refetchIntervalInBackground: alsoHidden,
    staleTime: 0,
  });
}

export function countOf(
  running: (Record<keyof Running, readonly unknown[]> & { files?: readonly unknown[] }) | undefined,
): number {
  if (!running) return 0;
  return running.syncs.length + running.bulk_updates.length + (running.files?.length ?? 0);
}
