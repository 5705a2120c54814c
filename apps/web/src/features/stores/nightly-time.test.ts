import { expect, test } from 'vitest';
import { freeNightTime } from './nightly-time.ts';

const at = (...times: string[]) => times.map((time) => ({ next_run_at: `2026-11-24T${time}:00.000Z` }));

test.each([
  ['nothing is planned', [], 'UTC', '2:00'],
  ['schedules that are switched off do not count', [{ next_run_at: null }], 'UTC', '2:00'],
  ['others begin around it', at('01:50', '02:05', '02:30'), 'UTC', '2:45'],
  ['the clock is the one of the timezone', at('01:00'), 'Europe/Berlin', '2:15'],
  ['one just before midnight is far away', at('23:59'), 'UTC', '2:00'],
])('a nightly time keeps a distance: %s', (_case, schedules, zone, expected) => {
  const { hour, minute } = freeNightTime(schedules, zone);
  expect(`${hour}:${String(minute).padStart(2, '0')}`).toBe(expected);
});

test('if every time is close to another one, the farthest is used', () => {
  const everyTwentyMinutes = Array.from({ length: 12 }, (_, index) => 110 + 20 * index).map(
    (minutes) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  );
  expect(freeNightTime(at(...everyTwentyMinutes), 'UTC')).toEqual({ hour: 2, minute: 0 });
});
