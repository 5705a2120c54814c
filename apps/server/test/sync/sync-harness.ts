import type { SyncLog } from '@storefleet/contract/sync';
import type { Connector } from '@storefleet/server/connectors/connector';
import { createHeldRemovalsService } from '@storefleet/server/modules/sync/held-removals.service';
import { createRunSync } from '@storefleet/server/modules/sync/runs/run-sync';
import { createSyncService } from '@storefleet/server/modules/sync/sync.service';
import { AppError } from '@storefleet/server/platform/http/problem';
import type { JobQueue } from '@storefleet/server/platform/jobs/job-queue';
import { createStopSignals } from '@storefleet/server/platform/work/stop-signals';
import { testClock } from '@storefleet/test-support/clock';
import { createTestDatabase } from '@storefleet/test-support/database';
import pino from 'pino';
import { insertStore } from './catalogue.ts';
import { createFakeSource, type FakeSource } from './fake-source.ts';

/** The sync module on a database of its own, with sources in memory and jobs that a test runs by hand. */
export async function createSyncHarness() {
  const db = await createTestDatabase();
  const clock = testClock();
  const stops = createStopSignals();
  const logger = pino({ level: 'silent' });
  const sources = new Map<string, FakeSource>();
  /** Of stores that have a source which speaks to a simulator. */
  const connectors = new Map<string, Connector>();
  const enqueued: string[] = [];
  const waits: number[] = [];

  const connect = async (storeId: string): Promise<Connector> => {
    const connector = connectors.get(storeId) ?? sources.get(storeId)?.connector;
    if (connector === undefined) throw new AppError({ code: 'store_not_found' });
    return connector;
  };
  const findStore = async (storeId: string) => {
    const { rows } = await db.query<{
      id: string;
      shop_name: string;
      store_type: string;
      store_status: string;
    }>('select id, shop_name, store_type, store_status from stores where id = $1', [storeId]);
    if (!rows[0]) throw new AppError({ code: 'store_not_found' });
    return rows[0];
  };
  const jobs = queueByHand(enqueued);
  const deps = { db, clock, logger, stops, connect };
  const serviceDeps = {
    ...deps,
    jobs,
    findStore,
    async identify() {},
    async listActiveStores() {
      const { rows } = await db.query<Awaited<ReturnType<typeof findStore>>>(
        `select id, shop_name, store_type, store_status from stores where store_status = 'active' order by shop_name`,
      );
      return rows;
    },
  };
  /** So many milliseconds pass without a sign of life of any worker, as if none of them had the time. */
  async function fallSilent(milliseconds: number): Promise<void> {
    const earlier = (column: string) => `${column} = ${column} - $1 * interval '1 millisecond'`;
    const times = ['heartbeat_at', 'enqueued_at', 'waiting_until'].map(earlier).join(', ');
    for (const table of ['sync_runs', 'edit_batch_stores']) {
      await db.query(`update ${table} set ${times} where status = 'in_progress'`, [milliseconds]);
    }
  }

  return {
    db,
    clock,
    sources,
    connectors,
    enqueued,
    /** Milliseconds of every wait before another try; none of them is really waited. */
    waits,
    serviceDeps,
    service: createSyncService(serviceDeps),
    heldRemovals: createHeldRemovalsService({ db, findStore }),
    runSync: createRunSync({
      ...deps,
      async enqueue(runId) {
        enqueued.push(runId);
      },
      async wait(milliseconds, signal) {
        signal?.throwIfAborted();
        waits.push(milliseconds);
      },
    }),
    async addStore(products: FakeSource['products'] = [], options: { status?: string; name?: string } = {}) {
      const storeId = await insertStore(db, options);
      const source = createFakeSource(products);
      source.readAt = () => clock.now();
      sources.set(storeId, source);
      return { storeId, source };
    },
    fallSilent,
    /** So many milliseconds pass for everybody: a living worker sends its heartbeat after them. */
    async letPass(milliseconds: number) {
      clock.advance(milliseconds);
      await fallSilent(milliseconds);
    },
    close: () => db.close(),
  };
}

export type SyncHarness = Awaited<ReturnType<typeof createSyncHarness>>;

/** Remembers what was sent: the test decides when, how often and with which signal a run is worked on. */
function queueByHand(enqueued: string[]): JobQueue {
  return {
    define: () => {},
    async send(_name, payload) {
      if ('run_id' in payload && typeof payload.run_id === 'string') enqueued.push(payload.run_id);
      return null;
    },
    work: async () => {},
    cancel: async () => {},
    start: async () => {},
    stop: async () => {},
    isHealthy: async () => true,
    counts: async () => [],
  };
}

/** What the log has of the newest run of a store. */
export async function lastLog(harness: SyncHarness, storeId: string): Promise<SyncLog> {
  const { logs } = await harness.service.logs(storeId, { limit: 1, offset: 0 });
  if (!logs[0]) throw new Error('The store has no run.');
  return logs[0];
}

/** Starts a sync of the store and works on it until the worker lets go. */
export async function syncStore(harness: SyncHarness, storeId: string): Promise<string> {
  const run = await harness.service.start(storeId, {
    method: 'graphql',
    trigger: 'manual',
    requestedBy: null,
  });
  await harness.runSync(run.id, new AbortController().signal);
  return run.id;
}
