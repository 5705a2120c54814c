import { CostBucket as ShopifyBucket } from '@storefleet/shopify-simulator/throttle/cost-bucket';
import { describe, expect, it } from 'vitest';
import { virtualTime } from '../testing/virtual-time.ts';
import { createCostBucket } from './throttle.ts';

/** A deterministic generator of uniform numbers between 0 and 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

type Course = {
  plan: { maximum: number; rate: number };
  calls: number;
  sideBySide: number;
  /** For a call: its cost charged in advance, and its final cost. */
  costs: (call: number) => { requested: number; actual: number };
  seed: number;
};

/**
 * Concurrent calls with answers that take 40 to 400 ms, are charged anywhere in between, and overtake each
 * other.
 */
async function runCourse({ plan, calls, sideBySide, costs, seed }: Course) {
  const time = virtualTime();
  const { maximum: maximumAvailable, rate: restoreRate } = plan;
  const shopify = new ShopifyBucket(time.clock, { maximumAvailable, restoreRate });
  const bucket = createCostBucket({ clock: time.clock, sleep: time.sleep });
  const random = dice(seed);
  const { signal } = new AbortController();
  let next = 0;
  let throttled = 0;
  let spent = 0;

  async function worker(): Promise<void> {
    while (next < calls) {
      const { requested, actual } = costs(next);
      next += 1;
      const ticket = await bucket.take(requested, { priority: 'person', signal });
      await time.sleep(20 + random() * 180);
      const ran = shopify.take(requested);
      let status = shopify.status();
      if (ran) {
        await time.sleep(random() * 20);
        shopify.giveBack(requested - actual);
        status = shopify.status();
        spent += actual;
      } else {
        throttled += 1;
      }
      await time.sleep(20 + random() * 180);
      ticket.settle(status, { throttled: !ran, spent: ran ? actual : 0 });
    }
  }

  await time.run(Promise.all(Array.from({ length: sideBySide }, worker)));
  const seconds = time.seconds();
  return { throttled, used: spent / (plan.maximum + plan.rate * seconds) };
}

const STANDARD = { maximum: 2000, rate: 100 };
const PLUS = { maximum: 20_000, rate: 1000 };

describe('many concurrent calls', () => {
  it.each([
    ['one variant each', STANDARD, () => ({ requested: 11, actual: 11 })],
    ['hundreds of variants each', STANDARD, () => ({ requested: 110, actual: 110 })],
    [
      'small and large ones mixed',
      STANDARD,
      (call: number) => (call % 7 === 0 ? { requested: 420, actual: 420 } : { requested: 11, actual: 11 }),
    ],
    ['ones that cost less than was asked', STANDARD, () => ({ requested: 40, actual: 12 })],
  ])('use up the bucket and are never refused: %s', async (_name, plan, costs) => {
    for (const seed of [1, 2, 3]) {
      const { throttled, used } = await runCourse({ plan, calls: 1_500, sideBySide: 16, costs, seed });
      expect(throttled).toBe(0);
      expect(used).toBeGreaterThan(0.95);
    }
  });

  it('are never refused if answers are too slow to use up a large bucket', async () => {
    const costs = () => ({ requested: 11, actual: 11 });
    const { throttled } = await runCourse({ plan: PLUS, calls: 3_000, sideBySide: 16, costs, seed: 4 });
    expect(throttled).toBe(0);
  });
});
