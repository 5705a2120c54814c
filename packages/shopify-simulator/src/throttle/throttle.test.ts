import { expect, test } from 'vitest';
import { movableClock } from '../../test/simulation.ts';
import { CostBucket } from './cost-bucket.ts';
import { LeakyBucket } from './leaky-bucket.ts';

test('points are taken, given back and restored by the second, never above the maximum', () => {
  const clock = movableClock();
  const bucket = new CostBucket(clock, { maximumAvailable: 2000, restoreRate: 100 });
  expect(bucket.take(1950)).toBe(true);
  expect(bucket.take(51)).toBe(false);
  expect(bucket.status()).toEqual({ maximumAvailable: 2000, currentlyAvailable: 50, restoreRate: 100 });
  clock.advance(1500);
  expect(bucket.status().currentlyAvailable).toBe(200);
  bucket.giveBack(100);
  expect(bucket.status().currentlyAvailable).toBe(300);
  clock.advance(60_000);
  expect(bucket.status().currentlyAvailable).toBe(2000);
});

test('forty calls at once, then two a second', () => {
  const clock = movableClock();
  const bucket = new LeakyBucket(clock, { size: 40, leakRate: 2 });
  for (let index = 0; index < 40; index += 1) expect(bucket.add()).toBe(true);
  expect(bucket.used).toBe(40);
  expect(bucket.add()).toBe(false);
  clock.advance(1000);
  expect(bucket.used).toBe(38);
  expect([bucket.add(), bucket.add(), bucket.add()]).toEqual([true, true, false]);
});
