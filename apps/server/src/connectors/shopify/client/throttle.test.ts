import { testClock } from '@storefleet/test-support/clock';
import { describe, expect, it } from 'vitest';
import { waitingClock } from '../testing/test-client.ts';
import { createCostBucket, createCostBuckets, type Priority, type Ticket } from './throttle.ts';

/** A source's bucket, which reports its level after each request; only waiting advances the clock. */
function setUp({ maximum = 1000, rate = 50, available = 1000 } = {}) {
  const { clock, waits, sleep } = waitingClock();
  const status = (currentlyAvailable: number) => ({
    maximumAvailable: maximum,
    currentlyAvailable,
    restoreRate: rate,
  });
  const bucket = createCostBucket({ clock, sleep });
  const signal = new AbortController().signal;
  const take = (cost: number, priority: Priority = 'person') => bucket.take(cost, { priority, signal });
  const known = async () => {
    (await take(10)).settle(status(available));
  };
  return { clock, waits, status, bucket, take, known };
}

describe('the cost bucket', () => {
  it('does not wait longer when the clock is set back by an hour', async () => {
    const { clock, take, known, waits } = setUp({ available: 100 });
    await known();
    clock.advance(-3_600_000);
    await take(300);
    expect(waits).toEqual([4000]);
  });

  it.each<[string, { available: number; maximum?: number }, [cost: number, who?: Priority][], number[]]>([
    ['sends at once while there are points', { available: 1000 }, [[400]], []],
    ['waits exactly as long as the missing points take to come back', { available: 100 }, [[300]], [4000]],
    ['counts what is under way as spent', { available: 500 }, [[300], [300]], [2000]],
    [
      'does not wait for ever for a cost above the whole bucket',
      { available: 50, maximum: 100 },
      [[150]],
      [1000],
    ],
    [
      'keeps points for people out of reach of background work',
      { available: 100 },
      [[100], [100, 'background']],
      [3000],
    ],
  ])('%s', async (_what, options, costs, expected) => {
    const { take, known, waits } = setUp(options);
    await known();
    for (const [cost, who] of costs) await take(cost, who);
    expect(waits).toEqual(expected);
  });

  it('keeps as many points for edits as a store says, and reports the available ones', async () => {
    const { bucket, take, known, waits } = setUp({ available: 500 });
    expect(bucket.status()).toBeNull();
    bucket.keepForPeople(450);
    await known();
    await take(50, 'background');
    expect(bucket.status()).toMatchObject({
      maximumAvailable: 1000,
      currentlyAvailable: 450,
      restoreRate: 50,
    });
    await take(100, 'background');
    expect(waits).toEqual([2000]);
    await take(400);
    expect(waits).toEqual([2000]);
  });

  it('sends the first request alone until the bucket is known', async () => {
    const { take, status } = setUp();
    const first = await take(100);
    let second: Ticket | undefined;
    const waiting = take(100).then((ticket) => {
      second = ticket;
    });
    await Promise.resolve();
    expect(second).toBeUndefined();
    first.settle(status(900));
    await waiting;
    expect(second).toBeDefined();
  });

  it('pauses for a second after a refusal, then leaves points for other clients', async () => {
    const { take, known, status, waits } = setUp({ available: 1000 });
    await known();
    (await take(200)).settle(status(190), { throttled: true, spent: 0 });
    const again = await take(200);
    expect(waits).toEqual([4200]);
    again.settle(status(200));
    await take(200);
    expect(waits).toHaveLength(1);
  });

  describe('with several requests under way', () => {
    it('does not count twice what an answer already includes', async () => {
      const { take, known, status, waits } = setUp({ available: 300 });
      await known();
      const [one, other] = [await take(100), await take(100)];
      // Both were charged before the first answer.
      one.settle(status(100));
      await take(100);
      expect(waits).toEqual([]);
      other.settle(status(0));
    });

    it('does not treat an overtaken answer as the latest', async () => {
      const { take, known, status, waits } = setUp({ available: 300 });
      await known();
      const [one, other] = [await take(150), await take(150)];
      other.settle(status(0));
      one.settle(status(150));
      await take(50);
      expect(waits).toEqual([1000]);
    });

    it('learns from an answer that another client spent points', async () => {
      const { take, known, status, waits } = setUp({ available: 1000 });
      await known();
      const [one, other] = [await take(100), await take(100)];
      one.settle(status(50));
      await take(100);
      expect(waits).toEqual([1000]);
      other.settle(status(0));
    });

    it('returns unspent points at once', async () => {
      const { take, known, status, waits } = setUp({ available: 200 });
      await known();
      const [one, other] = [await take(100), await take(100)];
      one.settle(status(90), { spent: 10 });
      await take(90);
      expect(waits).toEqual([]);
      other.settle(status(0), { spent: 100 });
    });
  });

  it('lets an edit go before background work that has waited longer', async () => {
    const { take, status } = setUp({ available: 100 });
    const order: string[] = [];
    const first = await take(10);
    const background = take(50, 'background').then(() => order.push('background'));
    const person = take(50, 'person').then(() => order.push('person'));
    first.settle(status(1000));
    await Promise.all([background, person]);
    expect(order).toEqual(['person', 'background']);
  });

  it('does not pace a shop without a throttle status', async () => {
    const { take, waits } = setUp();
    (await take(10)).settle('unmetered');
    await Promise.all([take(5000), take(5000)]);
    expect(waits).toEqual([]);
  });

  it('counts a lost answer as charged', async () => {
    const { take, known, waits } = setUp({ available: 300 });
    await known();
    (await take(300)).settle('unknown');
    await take(100);
    expect(waits).toEqual([2000]);
  });

  it('reports until when it waits', async () => {
    const { bucket, known, clock } = setUp({ available: 0 });
    await known();
    const until: Date[] = [];
    await bucket.take(100, {
      priority: 'person',
      signal: new AbortController().signal,
      onWaiting: (date) => until.push(date),
    });
    expect(until).toEqual([clock.now()]);
  });

  it('leaves the queue when aborted, and lets the next one through', async () => {
    const clock = testClock();
    const bucket = createCostBucket({ clock, sleep: () => new Promise(() => undefined) });
    const idle = new AbortController().signal;
    const first = await bucket.take(10, { priority: 'person', signal: idle });
    first.settle({ maximumAvailable: 1000, currentlyAvailable: 100, restoreRate: 50 });
    const stop = new AbortController();
    const stopped = bucket.take(900, { priority: 'person', signal: stop.signal });
    const next = bucket.take(50, { priority: 'person', signal: idle });
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    await expect(next).resolves.toBeDefined();
  });
});

it('is shared by connectors with the same shop and app only', () => {
  const buckets = createCostBuckets({ clock: testClock() });
  const one = buckets.of('a.myshopify.com', 'app');
  expect(buckets.of('a.myshopify.com', 'app')).toBe(one);
  expect(buckets.of('b.myshopify.com', 'app')).not.toBe(one);
  expect(buckets.of('a.myshopify.com', 'other')).not.toBe(one);
});
