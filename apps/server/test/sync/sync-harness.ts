import type { SyncLog } from '@storefleet/contract/syncs/sync';
import type { Connector } from '@storefleet/server/connectors/connector';
import { createHeldRemovalsService } from '@storefleet/server/modules/sync/held-removals.service';
import { createRunSync } from '@storefleet/server/modules/sync/runs/run-sync';
import { findReadyRun } from '@storefleet/server/modules/sync/runs/sync-run.repository';
import {
  createSyncService,
  type SyncedStore,
  type SyncService,
} from '@storefleet/server/modules/sync/sync.service';
import type { Database } from '@storefleet/server/platform/db/database';
import { AppError } from '@storefleet/server/platform/http/problem';
import { createStopSignals } from '@storefleet/server/platform/work/stop-signals';
import { testClock } from '@storefleet/test-support/clock';
import { openTestDatabase } from '@storefleet/test-support/database';
import pino from 'pino';
import { insertStore, readStoredCatalogue } from './catalogue.ts';
import { createFakeSource, type FakeSource } from './fake-source.ts';

/** The sync module with its own database until the tests end, sources in memory and jobs run by the test. */
export async function createSyncHarness() {
  const db = await openTestDatabase();
  const clock = testClock();
  const stops = createStopSignals();
  const logger = pino({ level: 'silent' });
  const sources = new Map<string, FakeSource>();
  /** For stores whose source is a simulator. */
  const connectors = new Map<string, Connector>();
  const waits: number[] = [];

  const connect = async (storeId: string): Promise<Connector> => {
    const connector = connectors.get(storeId) ?? sources.get(storeId)?.connector;
    if (connector === undefined) throw new AppError({ code: 'store_not_found' });
    return connector;
  };
  const findStore = async (storeId: string) => {
    const { rows } = await db.query<SyncedStore>('select * from stores where id = $1', [storeId]);
    if (!rows[0]) throw new AppError({ code: 'store_not_found' });
    return rows[0];
  };
  const deps = { db, clock, logger, stops, connect };
  const runSync = createRunSync(deps);
  const serviceDeps = {
    ...deps,
    findStore,
    async identify() {},
    async listActiveStores() {
      const { rows } = await db.query<SyncedStore>(
        `select * from stores where store_status = 'active' order by shop_name`,
      );
      return rows;
    },
  };
  const fallSilent = (milliseconds: number) => passWithoutHeartbeat(db, milliseconds);

  /** Works on a run until it ends or another worker has to claim it; skips its pauses. */
  async function finishRun(runId: string): Promise<void> {
    for (;;) {
      await runSync(runId, new AbortController().signal);
      const { rows } = await db.query<{ pause: number }>(
        `update sync_runs run set waiting_until = now() from sync_runs paused
         where run.id = $1 and paused.id = run.id and run.status = 'in_progress' and run.waiting_until > now()
         returning round(extract(epoch from paused.waiting_until - paused.enqueued_at) * 1000)::integer as pause`,
        [runId],
      );
      if (!rows[0]) return;
      waits.push(rows[0].pause);
    }
  }

  const service = createSyncService(serviceDeps);
  const harness = {
    db,
    clock,
    sources,
    connectors,
    /** Milliseconds of every pause before another attempt; all are skipped. */
    waits,
    serviceDeps,
    service,
    heldRemovals: createHeldRemovalsService({ db, findStore }),
    runSync,
    finishRun,
    /** The run that a free worker would claim now. */
    nextRun: () => findReadyRun(db, []),
    async addStore(products: FakeSource['products'] = [], options: { status?: string; name?: string } = {}) {
      const storeId = await insertStore(db, options);
      const source = createFakeSource(products);
      source.readAt = () => clock.now();
      sources.set(storeId, source);
      return {
        storeId,
        source,
        start: () => service.start(storeId, MANUAL),
        sync: () => syncStore(harness, storeId),
        status: () => service.status(storeId),
        log: () => lastLog(harness, storeId),
        stored: () => readStoredCatalogue(db, storeId),
      };
    },
    /** A store whose copy equals its source. */
    async addSyncedStore(products: FakeSource['products']) {
      const store = await harness.addStore(products);
      await store.sync();
      return store;
    },
    fallSilent,
    /** Advances time; a live worker then sends its heartbeat. */
    async letPass(milliseconds: number) {
      clock.advance(milliseconds);
      await fallSilent(milliseconds);
    },
  };
  return harness;
}

export const MANUAL = { method: 'graphql', trigger: 'manual', requestedBy: null } as const;

export type SyncHarness = Awaited<ReturnType<typeof createSyncHarness>>;
export type SyncTestStore = Awaited<ReturnType<SyncHarness['addStore']>>;
type Started = { service: SyncService; finishRun(runId: string): Promise<void> };

/** A store's newest log entry. */
export async function lastLog({ service }: Pick<Started, 'service'>, storeId: string): Promise<SyncLog> {
  const { logs } = await service.logs(storeId, { limit: 1, offset: 0 });
  if (!logs[0]) throw new Error('The store has no run.');
  return logs[0];
}

/** Starts a sync of the store and works on it until its end. */
export async function syncStore({ service, finishRun }: Started, storeId: string): Promise<string> {
  const { id } = await service.start(storeId, MANUAL);
  await finishRun(id);
  return id;
}

/** Advances time without a heartbeat of any worker. */
async function passWithoutHeartbeat(db: Database, milliseconds: number): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - $1 * interval '1 millisecond'`;
  const times = ['heartbeat_at', 'enqueued_at', 'waiting_until'].map(earlier).join(', ');
  for (const table of ['sync_runs', 'edit_batch_stores']) {
    await db.query(`update ${table} set ${times} where status = 'in_progress'`, [milliseconds]);
  }
}
