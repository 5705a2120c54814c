import { expect, test } from 'vitest';
import {
  formatClock,
  formatDateTime,
  formatDuration,
  formatMoment,
  formatRelativeTime,
} from './format-time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [MINUTE, '1 min ago'],
  [59 * MINUTE, '59 min ago'],
  [60 * MINUTE, '1 h ago'],
  [24 * 60 * MINUTE, '1 day ago'],
  [6 * 24 * 60 * MINUTE, '6 days ago'],
])('%i ms ago', (age, words) => {
  expect(formatRelativeTime(new Date(now - age).toISOString(), now)).toBe(words);
});

test('older and future times are shown in full', () => {
  expect(formatRelativeTime('2026-11-01T12:00:00Z', now)).toContain('Nov 1, 2026');
  expect(formatRelativeTime('2026-11-21T13:00:00Z', now)).toContain('Nov 21, 2026');
});

test.each([
  [-5, 'under 1 s'],
  [999, 'under 1 s'],
  [1_000, '1 s'],
  [42_900, '42 s'],
  [200_000, '3 min 20 s'],
  [3_900_000, '1 h 05 min'],
])('a duration of %i ms', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words);
});

test('times use a 24-hour clock, like schedules', () => {
  const evening = new Date(2026, 0, 5, 21, 7, 9).toISOString();
  expect(formatDateTime(evening)).toMatch(/^Jan 5, 2026.*\b21:07:09\b(?!.*PM)/);
  expect(formatMoment(evening)).toBe('Jan 5, 2026, 21:07');
  expect(formatRelativeTime(evening, now)).toBe('Jan 5, 2026, 21:07');
  expect(formatClock(evening)).toBe('21:07:09');
  expect(formatMoment(new Date(2026, 0, 5).toISOString())).toBe('Jan 5, 2026, 00:00');
});
