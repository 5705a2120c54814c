import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildScheduledSync } from '../../../../testing/builders/build-scheduled-sync.ts';
import { buildStore } from '../../../../testing/builders/build-store.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { addressOf } from '../../../../testing/screen-form.ts';

/** The dashboard of stores with these schedules. */
const show = (schedules: ScheduledSync[]) =>
  renderApp('/dashboard', {
    'stores.list': () => ({ stores: [buildStore()], total: 1 }),
    'sync.statusBatch': () => ({}),
    'scheduledSyncs.list': () => ({ scheduled_syncs: schedules, total: schedules.length }),
    'scheduledSyncs.summary': () => ({
      total_schedules: schedules.length,
      active_schedules: schedules.length,
      failed_schedules: schedules.filter(({ failure_count: count }) => count >= 3).length,
      next_run: null,
    }),
  });

test('names the schedules that stopped, with the way to their logs', async () => {
  const stopped = buildScheduledSync({ id: 'a', name: 'Hourly stock', failure_count: 3 });
  show([stopped, buildScheduledSync({ id: 'b', failure_count: 2, last_run_status: 'failed' })]);
  await screen.findByRole('link', { name: 'Hourly stock' });
  const title = screen.getByText('1 scheduled sync stopped after too many failures in a row');
  expect(title.closest('[role=alert]')?.textContent).not.toContain('Nightly');
  expect(addressOf('Hourly stock')).toBe('/scheduled-syncs/a/logs');
  expect(addressOf('Go to Schedules')).toBe('/scheduled-syncs');
});

test('names the first five only, and counts the others', async () => {
  show(
    Array.from({ length: 7 }, (_, index) =>
      buildScheduledSync({ id: String(index), name: `Stock ${index}`, failure_count: 3 }),
    ),
  );
  await screen.findByText('and 2 more');
  screen.getByRole('link', { name: 'Stock 4' });
  expect(screen.queryByRole('link', { name: 'Stock 5' })).toBeNull();
});
