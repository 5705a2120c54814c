import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const startedAgo = (seconds: number) => new Date(now - seconds * 1_000).toISOString();

test.each([
  [10, 50, 'less than a minute left'],
  [600, 80, 'about 3 min left'],
  [3_600, 30, 'about 2 h 20 min left'],
  [600, 1, null],
  [2, 50, null],
  [600, 100, null],
])('%i s for %i per cent: %s', (elapsed, progress, words) => {
  expect(timeLeft({ startedAt: startedAgo(elapsed), progress }, now)).toBe(words);
});

test('work that has not started has no estimate', () => {
  expect(timeLeft({ startedAt: null, progress: 50 }, now)).toBeNull();
});
