import { expect, test } from 'vitest';
import { SCHEDULE_CONFIG_DEFAULTS, SCHEDULE_SCOPE_DEFAULTS, SCHEDULE_TYPES } from './schedule-constants.ts';
import { ScheduledSyncInput } from './scheduled-syncs.ts';

const nightly = {
  name: 'Nightly',
  store_id: '0199a6a0-0000-7000-8000-000000000001',
  schedule_type: 'daily',
  schedule_config: {},
};

function sentences(value: unknown): string[] {
  return ScheduledSyncInput.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

test('a schedule has the defaults of the specification, and syncs everything', () => {
  expect(ScheduledSyncInput.parse(nightly)).toEqual({
    ...nightly,
    schedule_config: { hour: 2, minute: 0 },
    sync_method: 'graphql',
    ...SCHEDULE_SCOPE_DEFAULTS,
    timezone: 'UTC',
    is_active: true,
    max_failures: 3,
  });
});

test.each(SCHEDULE_TYPES)('what the form starts from is a valid %s schedule', (schedule_type) => {
  const schedule_config = SCHEDULE_CONFIG_DEFAULTS[schedule_type];
  expect(ScheduledSyncInput.parse({ ...nightly, schedule_type, schedule_config }).schedule_config).toEqual(
    schedule_config,
  );
});

test('the days of a week are unique and in order', () => {
  const weekly = { ...nightly, schedule_type: 'weekly', schedule_config: { days: [6, 0, 6] } };
  expect(ScheduledSyncInput.parse(weekly).schedule_config).toMatchObject({ days: [0, 6] });
});

test.each([
  [{ name: ' ' }, 'Name is required'],
  [{ store_id: '' }, 'Store selection is required'],
  [{ store_id: undefined }, 'Store selection is required'],
  [
    { schedule_type: 'weekly', schedule_config: { days: [] } },
    'At least one day must be selected for weekly schedule',
  ],
  [{ schedule_type: 'weekly', schedule_config: {} }, 'At least one day must be selected for weekly schedule'],
  [{ schedule_type: 'weekly', schedule_config: { days: [7] } }, 'Day must be a whole number from 0 to 6.'],
  [
    { schedule_type: 'cron', schedule_config: { cron: ' ' } },
    'Cron expression is required for cron schedule',
  ],
  [
    { schedule_type: 'monthly', schedule_config: { day_of_month: 0 } },
    'Day of month must be a whole number from 1 to 31.',
  ],
  [{ schedule_type: 'yearly' }, 'Schedule type must be daily, weekly, monthly or cron.'],
  [{ schedule_config: { hour: 24 } }, 'Hour must be a whole number from 0 to 23.'],
  [{ schedule_config: { minute: 60 } }, 'Minute must be a whole number from 0 to 59.'],
  [{ schedule_config: { hour: -1 } }, 'Hour must be a whole number from 0 to 23.'],
  [{ schedule_config: { minute: -1 } }, 'Minute must be a whole number from 0 to 59.'],
  [
    { schedule_type: 'monthly', schedule_config: { day_of_month: 32 } },
    'Day of month must be a whole number from 1 to 31.',
  ],
  [{ max_failures: 0 }, 'Max failures must be a whole number from 1 to 10.'],
  [{ max_failures: 11 }, 'Max failures must be a whole number from 1 to 10.'],
])('the schedule %j is refused', (change, sentence) => {
  expect(sentences({ ...nightly, ...change })).toEqual([sentence]);
});
