import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiProvider } from '../../../lib/api/api-context.ts';
import { buildSyncStatus } from '../../../testing/build-sync-status.ts';
import { syncStatusQuery } from './queries.ts';
import { useStartSync } from './start-sync.ts';

const idle = buildSyncStatus();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The page of a store before a server that answers a start so, and a record of what was asked. */
async function openStore(start: () => unknown) {
  const asked: string[] = [];
  let status: SyncStatus = idle;
  const api = {
    call: async (id: string) => {
      asked.push(id);
      if (id === 'sync.status') return status;
      status = buildSyncStatus({ status: 'in_progress', processed_products: 7, total_products: 100 });
      return start();
    },
  } as unknown as ApiClient;
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiProvider>
  );
  const { result } = renderHook(
    () => ({ start: useStartSync(), status: useQuery(syncStatusQuery(api, idle.store_id)).data }),
    { wrapper },
  );
  await pass(0);
  return { asked, page: result };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('a store shows as syncing at once, and its status is fetched a second after the start', async () => {
  const { asked, page } = await openStore(() => ({ success: true }));
  page.current.start.mutate({ storeId: idle.store_id, method: 'graphql' });
  await pass(0);
  expect(page.current.status).toMatchObject({ status: 'in_progress', processed_products: 0 });
  await pass(999);
  expect(asked).toEqual(['sync.status', 'sync.startGraphql']);
  await pass(1);
  expect(asked).toEqual(['sync.status', 'sync.startGraphql', 'sync.status']);
  await pass(1);
  expect(page.current.status).toMatchObject({ status: 'in_progress', processed_products: 7 });
});

test('a start that fails sets the status to failed with the message', async () => {
  const { page } = await openStore(() => {
    throw new Error('The shop is away.');
  });
  page.current.start.mutate({ storeId: idle.store_id, method: 'graphql' });
  await pass(0);
  expect(page.current.status).toMatchObject({ status: 'failed', error_message: 'The shop is away.' });
});
