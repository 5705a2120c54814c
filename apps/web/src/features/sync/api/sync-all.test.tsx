import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiProvider } from '../../../lib/api/api-context.ts';
import { buildSyncStatus } from '../../../testing/build-sync-status.ts';
import { useSyncStatuses } from '../use-sync-statuses.ts';
import { useSyncAll } from './sync-all.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('what a look at the stores saw before Sync All does not stand afterwards', async () => {
  const server = {
    busy: buildSyncStatus({ store_id: 'busy', status: 'in_progress' }),
    started: buildSyncStatus({ store_id: 'started', status: 'completed' }),
    refused: buildSyncStatus({ store_id: 'refused', status: 'completed' }),
  };
  /** While it is set, looks are not answered; then they tell what was so when they were asked. */
  let held: Promise<void> | undefined;
  const api = {
    call: async (
      id: string,
      input: { body: { store_ids: (keyof typeof server)[] }; signal?: AbortSignal },
    ) => {
      if (id === 'sync.startAll') {
        server.started = buildSyncStatus({ store_id: 'started', status: 'in_progress' });
        server.refused = buildSyncStatus({ store_id: 'refused', status: 'failed' });
        return {
          results: [
            { store_id: 'started', success: true },
            { store_id: 'refused', success: false },
          ],
        };
      }
      const seen = Object.fromEntries(input.body.store_ids.map((store) => [store, server[store]]));
      if (input.signal) await held;
      return seen;
    },
  } as unknown as ApiClient;
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiProvider>
  );
  const { result } = renderHook(
    () => ({ all: useSyncAll(), following: useSyncStatuses(Object.keys(server), () => undefined) }),
    { wrapper },
  );
  const shown = () =>
    Object.values(result.current.following.statuses).map(({ store_id, status }: SyncStatus) => [
      store_id,
      status,
    ]);
  // The next look is one at all stores.
  await pass(10_000);

  let answer = () => undefined as undefined;
  held = new Promise((resolve) => {
    answer = () => void resolve();
  });
  await pass(3_000);
  result.current.all.mutate();
  await pass(0);
  answer();
  held = undefined;
  const expected = [
    ['busy', 'in_progress'],
    ['started', 'in_progress'],
    ['refused', 'failed'],
  ];
  await pass(0);
  expect(shown()).toEqual(expected);
  await pass(4_000);
  expect(shown()).toEqual(expected);
});
