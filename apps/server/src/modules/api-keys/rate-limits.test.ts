import { expect, test } from 'vitest';
import { createRateLimits } from './rate-limits.ts';

test('allows a minute’s worth of requests at once, then refills over time, per key', () => {
  const limits = createRateLimits();
  const waits = (id: string, at: number, times: number) =>
    Array.from({ length: times }, () => limits.take(id, 3, at));
  expect(waits('one', 0, 4)).toEqual([0, 0, 0, 20]);
  expect(waits('other', 0, 1)).toEqual([0]);
  expect(waits('one', 19_000, 1)).toEqual([1]);
  expect(waits('one', 20_000, 2)).toEqual([0, 20]);
  expect(waits('one', 600_000, 4)).toEqual([0, 0, 0, 20]);
});
