import type { ApiClient } from '@storefleet/client/api-client';
import type { FileWork } from '@storefleet/contract/files';
import type { Running } from '@storefleet/contract/overview';
import { callQuery } from '../../../lib/api/call-query.ts';
import { refetch, useChange } from '../../../lib/api/use-change.ts';

/** Milliseconds. */
const WHILE_RUNNING = 2_000;
const WHILE_IDLE = 10_000;

/** Everything running now. Hidden tabs poll only if end notifications are on and something runs. */
export const runningQuery = (api: ApiClient, { alsoHidden }: { alsoHidden: boolean }) =>
  callQuery(api, 'overview.running', ['running'], {
    refetchInterval: ({ state }) => (countOf(state.data) > 0 ? WHILE_RUNNING : WHILE_IDLE),
    refetchIntervalInBackground: alsoHidden,
    staleTime: 0,
  });

export function countOf(running: Running | undefined): number {
  if (!running) return 0;
  return running.syncs.length + running.bulk_updates.length + running.files.filter(isRunning).length;
}

export function isRunning({ status }: FileWork): boolean {
  return status === 'in_progress';
}

/** Stops an export or import, or dismisses its result. */
export const useStopFile = () =>
  useChange((api, id: string) => api.call('files.stop', { params: { id } }), {
    onSettled: refetch(['running']),
  });
