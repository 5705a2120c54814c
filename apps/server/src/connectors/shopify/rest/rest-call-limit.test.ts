import { LeakyBucket } from '@storefleet/shopify-simulator/throttle/leaky-bucket';
import { describe, expect, it } from 'vitest';
import { virtualTime } from '../testing/virtual-time.ts';
import { createCallLimit } from './rest-call-limit.ts';

const LATENCY_MS = 120;
const { signal } = new AbortController();

/** Sends calls, some at a time, to a bucket that others may use too; returns how long that took. */
async function send(
  calls: number,
  {
    size,
    rate,
    atOnce,
    others = () => undefined,
  }: { size: number; rate: number; atOnce: number; others?: (bucket: LeakyBucket) => void },
) {
  const time = virtualTime();
  const bucket = new LeakyBucket(time.clock, { size, leakRate: rate });
  const limit = createCallLimit(time);
  let left = calls;
  let refused = 0;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      const ticket = await limit.take({ signal });
      await time.sleep(LATENCY_MS / 2);
      others(bucket);
      const isAccepted = bucket.add();
      const told = `${bucket.used}/${bucket.size}`;
      await time.sleep(LATENCY_MS / 2);
      ticket.settle(isAccepted ? told : null);
      if (!isAccepted) {
        refused += 1;
        left += 1;
        limit.pause(2_000);
      }
    }
  };
  await time.run(Promise.all(Array.from({ length: atOnce }, sender)));
  return { refused, seconds: time.seconds() };
}

describe('calls to a leaky bucket', () => {
  it.each([
    { plan: 'the smallest plan', size: 40, rate: 2, atOnce: 1 },
    { plan: 'the smallest plan', size: 40, rate: 2, atOnce: 4 },
    { plan: 'a plan that leaks faster', size: 40, rate: 4, atOnce: 4 },
    { plan: 'the largest plan', size: 400, rate: 20, atOnce: 4 },
  ])('are never refused and waste no time: $plan, $atOnce at once', async ({ size, rate, atOnce }) => {
    const calls = size + 30 * rate;
    const { refused, seconds } = await send(calls, { size, rate, atOnce });
    expect(refused).toBe(0);
    const byLatency = (calls * LATENCY_MS) / atOnce / 1000;
    expect(seconds).toBeLessThanOrEqual(1.1 * Math.max((calls - size) / rate, byLatency) + 2);
  });

  it('find their pace next to others that take half of it', async () => {
    let turn = 0;
    const others = (bucket: LeakyBucket) => {
      turn += 1;
      if (turn % 2 === 0) bucket.add();
    };
    const { refused } = await send(120, { size: 40, rate: 2, atOnce: 4, others });
    expect(refused).toBe(0);
  });
});

it('stop waiting for an aborted call', async () => {
  const time = virtualTime();
  const limit = createCallLimit(time);
  limit.pause(60_000);
  const stop = new AbortController();
  const waits: Date[] = [];
  const taking = limit.take({ signal: stop.signal, onWaiting: (until) => waits.push(until) });
  stop.abort(new Error('Sync was force stopped'));
  await expect(taking).rejects.toThrow('Sync was force stopped');
  expect(waits).toHaveLength(1);
});

it.each(['a full bucket', 'a refusal'])(
  'waits no longer for %s when the clock is set back by an hour',
  async (why) => {
    const time = virtualTime();
    const limit = createCallLimit(time);
    (await limit.take({ signal })).settle(why === 'a refusal' ? '1/40' : '40/40');
    if (why === 'a refusal') limit.pause(2_000);
    time.clock.advance(-3_600_000);
    const since = time.seconds();
    await time.run(limit.take({ signal }));
    expect(time.seconds() - since).toBeLessThanOrEqual(2);
  },
);
