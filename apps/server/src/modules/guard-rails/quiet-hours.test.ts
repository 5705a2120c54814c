import { expect, it } from 'vitest';
import { isQuiet } from './quiet-hours.ts';

const hours = (days: number[], from: string, to: string, timezone = 'Europe/Zurich') => ({
  kind: 'quiet_hours' as const,
  days,
  from,
  to,
  timezone,
});
const workdays = [0, 1, 2, 3, 4];

// 2026-11-24 is a Tuesday; Zurich is an hour ahead of UTC in winter, two in summer.
it.each([
  [hours(workdays, '08:00', '18:00'), '2026-11-24T07:00:00Z', true],
  [hours(workdays, '08:00', '18:00'), '2026-11-24T06:59:59Z', false],
  [hours(workdays, '08:00', '18:00'), '2026-11-24T17:00:00Z', false],
  [hours(workdays, '08:00', '18:00'), '2026-07-21T06:00:00Z', true],
  [hours(workdays, '08:00', '18:00'), '2026-11-28T10:00:00Z', false],
  [hours([4], '22:00', '06:00'), '2026-11-27T23:00:00Z', true],
  [hours([4], '22:00', '06:00'), '2026-11-28T04:59:00Z', true],
  [hours([4], '22:00', '06:00'), '2026-11-28T05:00:00Z', false],
  [hours([4], '22:00', '06:00'), '2026-11-27T04:00:00Z', false],
  [hours([6], '22:00', '06:00'), '2026-11-30T02:00:00Z', true],
  [hours([1], '00:00', '24:00', 'UTC'), '2026-11-24T23:59:59Z', true],
  [hours([1], '00:00', '24:00', 'UTC'), '2026-11-25T00:00:00Z', false],
])('%j at %s: %s', (quiet, now, expected) => {
  expect(isQuiet(quiet, new Date(now))).toBe(expected);
});
