import pino from 'pino';
import { expect, it } from 'vitest';
import type { WorkKind } from './wake-ups.ts';
import { createWorker } from './worker.ts';

type Work = { id: number };

/** A worker of so many slots over a list of work, which a test lets end. */
function startWorker({
  slots,
  waiting,
  nextIn = async () => null,
}: {
  slots: number;
  waiting: number[];
  nextIn?: () => Promise<null>;
}) {
  const begun: number[] = [];
  const ends = new Map<number, PromiseWithResolvers<void>>();
  const looks: number[][] = [];
  let notify = () => {};
  const wakeUps = {
    wait: (_kind: WorkKind, _milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        notify = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (signal.aborted) resolve();
      }),
  };
  const worker = createWorker<Work>(
    { logger: pino({ level: 'silent' }), wakeUps },
    {
      kind: 'syncs',
      async findNext(running) {
        looks.push(running.map(({ id }) => id));
        const id = running.length < slots ? waiting.shift() : undefined;
        return id === undefined ? null : { id };
      },
      nextIn,
      run({ id }, signal) {
        begun.push(id);
        const end = Promise.withResolvers<void>();
        ends.set(id, end);
        signal.addEventListener('abort', () => end.reject(signal.reason), { once: true });
        return end.promise;
      },
    },
  );
  return { worker, begun, ends, looks, notify: () => notify() };
}

it('fills its slots, and looks again when one is free or it is notified', async () => {
  const waiting = [1, 2, 3];
  const { worker, begun, ends, looks, notify } = startWorker({ slots: 2, waiting });
  await worker.start();
  await expect.poll(() => looks.length).toBe(3);
  expect(begun).toEqual([1, 2]);
  ends.get(1)?.reject(new Error('it broke off'));
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  ends.get(2)?.resolve();
  ends.get(3)?.resolve();
  await expect.poll(() => looks.at(-1)).toEqual([]);
  waiting.push(4);
  notify();
  await expect.poll(() => begun).toContain(4);
  await worker.stop();
});

it('has what it works on handed back when it stops', async () => {
  const { worker, begun, looks } = startWorker({ slots: 2, waiting: [1, 2] });
  await worker.start();
  await expect.poll(() => begun).toEqual([1, 2]);
  const before = looks.length;
  await worker.stop();
  expect(looks.length).toBeLessThanOrEqual(before + 1);
});

it('looks again after a run that ended while it was about to sleep', async () => {
  const waiting = [1];
  const stage = startWorker({
    slots: 1,
    waiting,
    async nextIn() {
      stage.ends.get(1)?.resolve();
      waiting.push(2);
      await new Promise(setImmediate);
      return null;
    },
  });
  await stage.worker.start();
  await expect.poll(() => stage.begun).toEqual([1, 2]);
  await stage.worker.stop();
});
