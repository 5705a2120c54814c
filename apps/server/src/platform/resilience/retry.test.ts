import { describe, expect, it } from 'vitest';
import { fullJitterDelay } from './backoff.ts';
import { retry } from './retry.ts';
import { sleep } from './sleep.ts';

const noWait = async () => {};

describe('retry', () => {
  it('retries until it succeeds', async () => {
    const result = await retry(
      async (attempt) => {
        if (attempt < 3) throw new Error('not yet');
        return attempt;
      },
      { attempts: 5, wait: noWait },
    );
    expect(result).toBe(3);
  });

  it('gives up after its attempts, or at once on an error not worth retrying', async () => {
    let tries = 0;
    const failing = async () => {
      tries++;
      throw new Error('broken');
    };
    await expect(retry(failing, { attempts: 4, wait: noWait })).rejects.toThrow('broken');
    expect(tries).toBe(4);
    await expect(retry(failing, { attempts: 4, wait: noWait, shouldRetry: () => false })).rejects.toThrow(
      'broken',
    );
    expect(tries).toBe(5);
  });

  it('stops waiting when aborted', async () => {
    const controller = new AbortController();
    const failing = retry(
      async () => {
        queueMicrotask(() => controller.abort(new Error('stopped')));
        throw new Error('broken');
      },
      { attempts: 2, delay: () => 3_600_000, signal: controller.signal },
    );
    await expect(failing).rejects.toThrow('stopped');
  });
});

describe('sleep', () => {
  it('ends at once if already aborted', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(sleep(3_600_000, signal)).rejects.toThrow('stopped');
  });
});

describe('full jitter', () => {
  it('lies between zero and the doubled bound', () => {
    const options = { base: 100, max: 1000 };
    expect(
      [1, 2, 3, 4, 5, 50].map((attempt) => fullJitterDelay(attempt, { ...options, random: () => 1 })),
    ).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(fullJitterDelay(3, { ...options, random: () => 0 })).toBe(0);
  });
});
