import { expect, it } from 'vitest';
import { MAX_ATTEMPTS_WITHOUT_PROGRESS, retryDelay } from './attempts.ts';

it('retryDelay doubles, and ends', () => {
  expect([1, 2, 3, 4].map((attempt) => retryDelay(attempt))).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(retryDelay(MAX_ATTEMPTS_WITHOUT_PROGRESS)).toBeNull();
  expect(retryDelay(8, 9)).toBe(60_000);
});
