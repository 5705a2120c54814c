import { expect, it } from 'vitest';
import { MAX_ATTEMPTS_WITHOUT_PROGRESS, retryDelay } from './attempts.ts';

it('retryDelay doubles up to half a minute, outlasts a restart of a server, and ends', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS_WITHOUT_PROGRESS }, (_, index) => retryDelay(index + 1));
  const longest = Array.from({ length: 7 }, () => 30_000);
  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, ...longest, null]);
});
