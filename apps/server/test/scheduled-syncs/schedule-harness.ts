import {
  ScheduledSyncInput as InputSchema,
  type ScheduledSync,
  type ScheduledSyncInput,
  type ScheduledSyncLog,
} from '@storefleet/contract/syncs/scheduled-syncs';
import { createScheduleRuns } from '@storefleet/server/modules/scheduled-syncs/runs/schedule-runs';
import {
  runLeases,
  type ScheduleRun,
} from '@storefleet/server/modules/scheduled-syncs/runs/schedule-runs.repository';
import { startClaimed } from '@storefleet/server/modules/scheduled-syncs/runs/start-run';
import { createScheduledSyncsService } from '@storefleet/server/modules/scheduled-syncs/scheduled-syncs.service';
import type { Database } from '@storefleet/server/platform/db/database';
import type { JobQueue } from '@storefleet/server/platform/jobs/job-queue';
import pino, { type Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { buildProducts } from '../sync/fake-source.ts';
import { createSyncHarness } from '../sync/sync-harness.ts';
import { nightly } from './stores.ts';

export const PERSON = '0199a6a0-0000-7000-8000-00000000000a';

/** A process's own dependencies. */
export type OwnDeps = { readonly logger?: Logger; readonly ownDb?: Database };

/**
 * Schedules and syncs with sources in memory; a test decides when a process polls, and advances the clock.
 */
export async function createScheduleHarness() {
  const syncs = await createSyncHarness();
  const { db, clock } = syncs;
  const notices: string[] = [];
  const jobs = noticesTo(notices);
  const depsOf = ({ logger = pino({ level: 'silent' }), ownDb = db }: OwnDeps = {}) => ({
    db: ownDb,
    jobs,
    clock,
    logger,
    sync: syncs.service,
    findStore: syncs.serviceDeps.findStore,
  });
  const newProcess = (own?: OwnDeps) => createScheduleRuns(depsOf(own));
  const runs = newProcess();
  const service = createScheduledSyncsService({ db, clock });
  const logsOf = async (id: string): Promise<ScheduledSyncLog[]> =>
    (await service.logs(id, { limit: 100, offset: 0 })).logs;

  const addSchedule = (storeId: string, change: object = {}): Promise<ScheduledSync> => {
    const input: ScheduledSyncInput = InputSchema.parse({ ...nightly(storeId), ...change });
    return service.create(input, PERSON);
  };

  return {
    ...syncs,
    syncs: syncs.service,
    jobs,
    service,
    runs,
    /** Runs after which a mail says that a schedule has stopped. */
    notices,
    newProcess,
    logsOf,

    addSchedule,

    /** A store of three products with a schedule at 02:00 every night. */
    async addScheduledStore(change: object = {}) {
      const { storeId, source } = await syncs.addStore(buildProducts(3));
      const { id } = await addSchedule(storeId, change);
      return { storeId, source, id };
    },

    /** Without stores, at noon of the day before the tests begin. */
    async startOver(): Promise<void> {
      await db.query('delete from stores');
      notices.length = 0;
      clock.set('2026-11-20T12:00:00Z');
    },

    look: (process = runs) => look(process),
    lookAt(time: string): Promise<void> {
      clock.set(time);
      return look(runs);
    },

    /** A due run, claimed by a process that waits until it is told to continue. */
    async claim() {
      await runs.makeDue(8);
      const lease = { runId: (await runs.findWaiting([])) ?? '', leaseId: uuidv7() };
      const run = await runLeases.claim<ScheduleRun>(db, lease);
      if (run === null) throw new Error('Nothing was claimed.');
      return { ...run, start: (signal?: AbortSignal) => startClaimed(depsOf(), run, lease, signal) };
    },

    /** Advances time without a heartbeat of any process that starts a run. */
    async fallSilent(milliseconds: number): Promise<void> {
      await db.query(
        `update scheduled_sync_runs set heartbeat_at = heartbeat_at - $1 * interval '1 millisecond'`,
        [milliseconds],
      );
    },

    /** Runs a store's sync to its end. */
    async finishSync(storeId: string): Promise<void> {
      const { sync_id } = await syncs.service.status(storeId);
      if (sync_id === null) throw new Error('The store has no sync to finish.');
      await syncs.runSync(sync_id, new AbortController().signal);
    },

    async syncsOf(storeId: string) {
      return (await syncs.service.logs(storeId, { limit: 100, offset: 0 })).logs;
    },
  };
}

export type ScheduleHarness = Awaited<ReturnType<typeof createScheduleHarness>>;

/** A queue that only records which runs to report by mail. */
function noticesTo(notices: string[]): JobQueue {
  return {
    define: () => {},
    work: async () => {},
    start: async () => {},
    stop: async () => {},
    isHealthy: async () => true,
    counts: async () => [],
    oldestWaiting: async () => [],
    async send(_name, payload) {
      if ('run_id' in payload && typeof payload.run_id === 'string') notices.push(payload.run_id);
      return '';
    },
  };
}

/** What a worker process does in one poll. */
async function look(process: ReturnType<typeof createScheduleRuns>): Promise<void> {
  const { due, setBack, ended } = await process.pending();
  if (ended) await process.settleEnded();
  if (setBack) await process.replan();
  if (due) await process.makeDue(100);
  const starting = new Map<string, Promise<unknown>>();
  for (;;) {
    const id = await process.findWaiting([...starting.keys()]);
    if (id === null) break;
    starting.set(
      id,
      process.start(id).catch(() => null),
    );
  }
  await Promise.all(starting.values());
}
