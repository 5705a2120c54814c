import type { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useReportedChanges } from './use-reported-changes.ts';

const STORE = '0190a000-0000-7000-8000-000000000001';
const webhooks = (received: string | null): StoreWebhooks => ({
  enabled: true,
  active: true,
  unavailable_because: null,
  error: null,
  topics: [],
  last_received_at: received,
});

type Read = { state: StoreWebhooks | undefined; readAt: number };

/** Counts how often products are fetched, with webhooks polled at the times 1, 2, 3 and so on. */
function watchProducts() {
  const client = new QueryClient();
  let reads = 0;
  const { rerender } = renderHook(
    ({ state, readAt }: Read) => {
      useReportedChanges(STORE, state, readAt);
      useQuery({ queryKey: ['products', 'of-store', STORE], queryFn: () => ++reads, staleTime: Infinity });
    },
    {
      initialProps: { state: undefined, readAt: 0 } as Read,
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  );
  const settled = (expected: number) =>
    waitFor(() => {
      expect(client.isFetching()).toBe(0);
      expect(reads).toBe(expected);
    });
  let readAt = 0;
  const read = (state: StoreWebhooks) => rerender({ state, readAt: ++readAt });
  return { read, settled };
}

test('products are fetched again after a webhook, and once more for changes applied meanwhile', async () => {
  const { read, settled } = watchProducts();
  await settled(1);
  read(webhooks(null));
  await settled(1);
  const told = webhooks('2026-11-21T05:00:00.000Z');
  read(told);
  await settled(2);
  read(told);
  await settled(3);
  read(told);
  await settled(3);
});

test('webhooks from before the page was opened fetch nothing again', async () => {
  const { read, settled } = watchProducts();
  const earlier = webhooks('2026-11-21T05:00:00.000Z');
  read(earlier);
  read(earlier);
  await settled(1);
});
