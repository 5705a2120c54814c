import { expect, test } from 'vitest';
import { buildScheduledSync } from '../../testing/builders/build-scheduled-sync.ts';
import { scheduleBadge } from './schedule-badge.ts';

const failedOften = { failure_count: 3, max_failures: 3, last_run_status: 'failed' } as const;

test.each([
  [{ is_active: false, ...failedOften }, 'Inactive'],
  [failedOften, 'Failed (Max retries)'],
  [{ ...failedOften, last_run_status: 'skipped' as const }, 'Failed (Max retries)'],
  [{ failure_count: 4, max_failures: 3 }, 'Failed (Max retries)'],
  [{ failure_count: 2, last_run_status: 'failed' as const }, 'Warning'],
  [{ last_run_status: 'skipped' as const }, 'Active'],
  [{ last_run_status: 'completed' as const }, 'Active'],
  [{}, 'Active'],
])('the first of its states is shown: %j', (fields, label) => {
  expect(scheduleBadge(buildScheduledSync(fields)).label).toBe(label);
});
