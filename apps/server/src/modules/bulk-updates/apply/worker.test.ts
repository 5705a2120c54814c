import { once } from 'node:events';
import pino from 'pino';
import { expect, it } from 'vitest';
import type { Database } from '../../../platform/db/database.ts';
import { type Prepared, textOf } from '../../../platform/db/prepared.ts';
import { createBulkUpdateWorker } from './worker.ts';

it('searches again after a lease that ended while it was about to sleep', async () => {
  const storeBatch = { batchId: 'batch', storeId: 'store', kind: 'settle' };
  const leased = Promise.withResolvers<void>();
  const searchedAgain = Promise.withResolvers<void>();
  let searches = 0;
  const query = async (statement: string | Prepared) => {
    if (!textOf(statement).includes('as runnable')) {
      // Asked for the next pause: the store batch is handed back now.
      leased.resolve();
      await new Promise(setImmediate);
      return { rows: [], rowCount: 0 };
    }
    searches++;
    if (searches === 3) searchedAgain.resolve();
    return { rows: searches === 1 ? [storeBatch] : [], rowCount: 0 };
  };
  const untilStopped = async (_kind: string, _milliseconds: number, signal: AbortSignal) => {
    if (!signal.aborted) await once(signal, 'abort');
  };
  const worker = createBulkUpdateWorker({
    db: { query } as unknown as Database,
    logger: pino({ level: 'silent' }),
    concurrency: { inAll: 1, perStore: 1 },
    applier: { applyStoreBatch: () => leased.promise },
    wakeUps: { wait: untilStopped },
    soleProcess: false,
  });
  await worker.start();
  await searchedAgain.promise;
  await worker.stop();
  expect(searches).toBe(3);
});
