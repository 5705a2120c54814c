import { type ApplierDeps, createApplier } from '@storefleet/server/modules/bulk-updates/apply/apply-batch';
import { findRunnableStoreBatch } from '@storefleet/server/modules/bulk-updates/apply/store-batch.repository';
import { createBulkUpdateWorker } from '@storefleet/server/modules/bulk-updates/apply/worker';
import type { Database } from '@storefleet/server/platform/db/database';
import { sleep } from '@storefleet/server/platform/resilience/sleep';
import { createStopSignals } from '@storefleet/server/platform/work/stop-signals';
import { createWakeUps } from '@storefleet/server/platform/work/wake-ups';
import type { Worker } from '@storefleet/server/platform/work/worker';
import pino from 'pino';
import { createCrashingDatabase } from './crashing-database.ts';

/** Longer waits, which are for a shop or a worker, are skipped. */
const LONG_WAIT_MS = 1_000;
const POLL_MS = 10;
/** Milliseconds between checks of whether an unfinished batch is paused. */
const PAUSE_POLL_MS = 100;
const NEVER_MS = 2 ** 31 - 1;
const CONCURRENCY = { inAll: 8, perStore: 2 };

type BulkProcessDeps = Pick<ApplierDeps, 'db' | 'clock' | 'findStore' | 'connect'>;
export type BulkProcess = ReturnType<typeof startBulkProcess>;

/** A process's own dependencies: it may die, and another continues. `wokenOnly`: its worker does not poll. */
export function startBulkProcess({ db, ...deps }: BulkProcessDeps, { wokenOnly = false } = {}) {
  const ownDb = createCrashingDatabase(db);
  const pauses: number[] = [];
  const shutdown = new AbortController();
  const logger = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const applier = createApplier({
    ...deps,
    db: ownDb,
    logger,
    stops: createStopSignals(),
    async wait(milliseconds, signal) {
      signal?.throwIfAborted();
      await sleep(milliseconds >= LONG_WAIT_MS ? 0 : milliseconds, signal);
    },
  });
  const atWork = new Set<Promise<void>>();
  let begun = 0;
  const applyStoreBatch: typeof applier.applyStoreBatch = (storeBatch, signal, kind) => {
    begun++;
    const leased = applier.applyStoreBatch(storeBatch, AbortSignal.any([signal, shutdown.signal]), kind);
    atWork.add(leased);
    return leased.finally(() => atWork.delete(leased));
  };
  const worker = sharedWorker(db, wokenOnly, (wakeUps) =>
    createBulkUpdateWorker({
      db: ownDb,
      logger,
      wakeUps,
      applier: { applyStoreBatch },
      concurrency: CONCURRENCY,
      soleProcess: false,
    }),
  );
  async function whileWorking(work: () => Promise<void>): Promise<void> {
    await worker.start();
    await work();
    await worker.stop();
  }
  async function isIdle(): Promise<boolean> {
    const before = begun;
    if (atWork.size > 0) return false;
    return (await findRunnableStoreBatch(ownDb, { full: [], running: [] })) === null && begun === before;
  }
  return {
    db: ownDb,
    applier,
    worker,
    /** Milliseconds of every pause of a batch while this process waited for its end. */
    pauses,
    shutdown,
    /** Works until no store batch waits for a worker. */
    workOffQueue: () =>
      whileWorking(async () => {
        while (!shutdown.signal.aborted && !(await isIdle())) await Promise.race([sleep(POLL_MS), ...atWork]);
      }),
    /** Applies a batch and waits for its end in this process. */
    async applyFully(batchId: string, options?: { excludedItemIds?: readonly string[] }) {
      await applier.apply(batchId, options);
      await whileWorking(() => this.untilEnded(batchId));
    },
    /** Skips the batch's pauses for its store. */
    async untilEnded(batchId: string) {
      const { signal } = new AbortController();
      while (!(await applier.waitForEnd(batchId, { signal, milliseconds: PAUSE_POLL_MS }))) {
        pauses.push(...(await endPauses(db, batchId)));
      }
    },
  };
}

/** Started with the first user, and stopped with the last. */
function sharedWorker(
  db: Database,
  wokenOnly: boolean,
  create: (wakeUps: Pick<ReturnType<typeof createWakeUps>, 'wait'>) => Worker,
): Worker {
  const wakeUps = createWakeUps(db);
  let worker: Worker | null = null;
  let users = 0;
  return {
    async start() {
      if (users++ > 0) return;
      await wakeUps.open();
      worker = create({
        wait: (kind, milliseconds, signal) => wakeUps.wait(kind, wokenOnly ? NEVER_MS : milliseconds, signal),
      });
      await worker.start();
    },
    async stop() {
      if (--users > 0) return;
      await worker?.stop();
      await wakeUps.close();
    },
  };
}

/** Ends the pauses of store batches; returns how long they would have been. */
export async function endPauses(db: Database, batchId: string): Promise<number[]> {
  const { rows } = await db.query<{ pause: number }>(
    `update edit_batch_stores store_batch set waiting_until = now()
     from (
       select store_id, round(extract(epoch from waiting_until - enqueued_at) * 1000)::integer as pause
       from edit_batch_stores where batch_id = $1 and lease_id is null and waiting_until > now() for update
     ) as waiting
     where store_batch.batch_id = $1 and store_batch.store_id = waiting.store_id returning pause`,
    [batchId],
  );
  return rows.map(({ pause }) => pause);
}
