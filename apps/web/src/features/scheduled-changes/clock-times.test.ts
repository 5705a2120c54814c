import { expect, test } from 'vitest';
import { clockTimeOf, thisWeekend, tonight } from './clock-times.ts';

test.each([
  ['a Tuesday', '2026-11-24T10:00:00Z', '2026-11-27T00:00', '2026-11-30T00:00'],
  ['a Thursday that is Friday already', '2026-11-26T23:30:00Z', '2026-11-28T00:00', '2026-11-30T00:00'],
  ['a Saturday', '2026-11-28T10:00:00Z', '2026-11-29T00:00', '2026-11-30T00:00'],
  ['a Sunday', '2026-11-29T10:00:00Z', '2026-12-04T00:00', '2026-12-07T00:00'],
])('the weekend as seen on %s', (_, now, starts, ends) => {
  const timezone = 'Europe/Berlin';
  expect(thisWeekend(Date.parse(now), timezone)).toEqual({ starts, ends, timezone });
});

test('shows local times of a timezone', () => {
  expect(clockTimeOf('2026-11-26T23:05:00.000Z', 'Europe/Berlin')).toBe('2026-11-27T00:05');
  expect(tonight(Date.parse('2026-11-24T10:00:00Z'), 'UTC').starts).toBe('2026-11-25T00:00');
});
