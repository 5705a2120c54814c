import { expect, it } from 'vitest';
import { describeSchedule } from './description.ts';

it.each([
  ['0 2 * * *', 'Every day at 02:00'],
  ['0 8,12,20 * * *', 'Every day at 08:00, 12:00 and 20:00'],
  ['0 2 * * sun,7', 'At 02:00, only on Sunday'],
  ['30 2 1 * *', 'At 02:30, on day 1 of the month'],
  ['5 * * * *', 'At 5 minutes past the hour'],
])('describes the cron expression %s as: %s', (cron, words) => {
  expect(describeSchedule({ schedule_type: 'cron', schedule_config: { cron }, timezone: 'UTC' })).toBe(words);
});
