import { MantineProvider } from '@mantine/core';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../../lib/api/api-client.ts';
import { ApiProvider } from '../../../../lib/api/api-context.ts';
import { buildScheduledSync } from '../../../../testing/build-scheduled-sync.ts';
import { FailedSchedulesBanner } from './failed-schedules-banner.tsx';

/** The banner over a dashboard of these schedules. */
function show(schedules: readonly ScheduledSync[]): void {
  const failed = schedules.filter(({ failure_count, max_failures }) => failure_count >= max_failures);
  const answers: Record<string, unknown> = {
    'scheduledSyncs.summary': {
      total_schedules: schedules.length,
      active_schedules: schedules.length,
      failed_schedules: failed.length,
      next_run: null,
    },
    'scheduledSyncs.list': { scheduled_syncs: schedules, total: schedules.length },
  };
  const api = { call: async (id: string) => answers[id] } as unknown as ApiClient;
  const rootRoute = createRootRoute({
    component: () => (
      <main>
        <h1>Store Dashboard</h1>
        <FailedSchedulesBanner />
      </main>
    ),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <RouterProvider
            router={createRouter({ routeTree: rootRoute, history: createMemoryHistory() }) as never}
          />
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('names the schedules that stopped, with the way to their logs', async () => {
  const stopped = buildScheduledSync({ id: 'a', name: 'Hourly stock', failure_count: 3 });
  show([stopped, buildScheduledSync({ id: 'b', failure_count: 2, last_run_status: 'failed' })]);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 scheduled sync stopped after too many failures in a row');
  const link = await screen.findByRole('link', { name: 'Hourly stock' });
  expect(link.getAttribute('href')).toBe('/scheduled-syncs/a/logs');
  expect(alert.textContent).not.toContain('Nightly');
  expect(screen.getByRole('link', { name: 'Go to Schedules' }).getAttribute('href')).toBe('/scheduled-syncs');
});

test('names the first five only, and counts the others', async () => {
  show(
    Array.from({ length: 7 }, (_, index) =>
      buildScheduledSync({ id: String(index), name: `Stock ${index}`, failure_count: 3 }),
    ),
  );
  expect(await screen.findByText('and 2 more')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Stock 4' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Stock 5' })).toBeNull();
});

test('says nothing while no schedule has stopped', async () => {
  show([buildScheduledSync({ failure_count: 2, last_run_status: 'failed' })]);
  expect(await screen.findByRole('heading', { name: 'Store Dashboard' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
