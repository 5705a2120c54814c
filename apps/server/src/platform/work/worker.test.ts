import { once } from 'node:events';
import pino from 'pino';
import { expect, it } from 'vitest';
import type { WorkKind } from './wake-ups.ts';
import { createWorker } from './worker.ts';

it('searches again after a run that ended just before it went to sleep', async () => {
  const waiting = ['first'];
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  const wakeUps = {
    wait: async (_kind: WorkKind, _milliseconds: number, signal: AbortSignal) =>
      void (await once(signal, 'abort')),
  };
  const worker = createWorker<{ name: string }>(
    { logger: pino({ level: 'silent' }), wakeUps },
    {
      kind: 'syncs',
      async findNext(running) {
        const name = running.length === 0 ? waiting.shift() : undefined;
        return name === undefined ? null : { name };
      },
      async nextIn() {
        end.resolve();
        waiting.push('second');
        await new Promise(setImmediate);
        return null;
      },
      async run({ name }, signal) {
        begun.push(name);
        return name === 'first' ? end.promise : once(signal, 'abort');
      },
    },
  );
  await worker.start();
  await expect.poll(() => begun).toEqual(['first', 'second']);
  await worker.stop();
});
