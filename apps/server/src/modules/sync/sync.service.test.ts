import type { SyncAllResult } from '@storefleet/contract/syncs/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStoredCatalogue } from '../../../test/sync/catalogue.ts';
import { buildProducts } from '../../../test/sync/fake-source.ts';
import { createSyncHarness, type SyncHarness, syncStore } from '../../../test/sync/sync-harness.ts';
import { SourceError } from '../../connectors/connector.ts';
import { createStopSignals } from '../../platform/work/stop-signals.ts';
import { createSyncService } from './sync.service.ts';

let harness: SyncHarness;
beforeAll(async () => {
  harness = await createSyncHarness();
});
afterAll(() => harness.close());

const MANUAL = { method: 'graphql', trigger: 'manual', requestedBy: null } as const;

/** As a source that never answers: only the signal ends the wait. */
function noAnswer(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}

describe('starting', () => {
  it('counts at the source, and is refused while a sync of the store is in progress', async () => {
    const { storeId } = await harness.addStore(buildProducts(12));
    const run = await harness.service.start(storeId, MANUAL);
    expect(run.counted_products).toBe(12);
    expect(await harness.service.status(storeId)).toMatchObject({
      sync_id: run.id,
      status: 'in_progress',
      stage: 'queued',
      progress: 0,
      total_products: 12,
    });
    await expect(harness.service.start(storeId, MANUAL)).rejects.toMatchObject({
      status: 409,
      code: 'sync_in_progress',
      message: 'A sync of this store is already in progress.',
    });
  });

  it('only one of two that start at the same moment gets through', async () => {
    const { storeId } = await harness.addStore(buildProducts(3));
    const starts = await Promise.allSettled([
      harness.service.start(storeId, MANUAL),
      harness.service.start(storeId, MANUAL),
    ]);
    expect(starts.map((start) => start.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await harness.service.logs(storeId, { limit: 10, offset: 0 })).total).toBe(1);
  });

  it('says in the words of the source why it cannot start, on the spot, in the status and in the log', async () => {
    const { storeId, source } = await harness.addStore();
    source.countFails = new SourceError({ kind: 'auth', message: 'The token is not valid.' });
    await expect(harness.service.start(storeId, MANUAL)).rejects.toMatchObject({
      code: 'source_auth_failed',
      message: 'The token is not valid.',
    });
    expect(await harness.service.status(storeId)).toMatchObject({
      status: 'failed',
      error_message: 'The token is not valid.',
    });
    const { logs } = await harness.service.logs(storeId, { limit: 10, offset: 0 });
    expect(logs).toMatchObject([{ status: 'failed', error_message: 'The token is not valid.' }]);

    source.countFails = null;
    await harness.service.start(storeId, MANUAL);
    expect((await harness.service.status(storeId)).status).toBe('in_progress');
  });

  it('fails with a sentence when the source takes too long to count', async () => {
    const { storeId, source } = await harness.addStore();
    source.countFails = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    const message =
      'The store did not say within 30 seconds how many products it has. Try again in a moment.';
    await expect(harness.service.start(storeId, MANUAL)).rejects.toMatchObject({
      code: 'source_transient',
      message,
    });
    expect(await harness.service.status(storeId)).toMatchObject({ status: 'failed', error_message: message });
  });

  it.each([
    {
      what: 'is force stopped',
      code: 'sync_force_stopped',
      async change(storeId: string) {
        await harness.service.start(storeId, MANUAL);
        await harness.service.forceStop(storeId);
      },
    },
    {
      what: 'is archived',
      code: 'store_archived',
      change: (storeId: string) =>
        harness.db.query(`update stores set store_status = 'archived' where id = $1`, [storeId]),
    },
    {
      what: 'is deleted',
      code: 'store_not_found',
      change: (storeId: string) =>
        harness.db.query('update stores set deleted_at = now() where id = $1', [storeId]),
    },
  ])('is refused when the store $what while its source is asked', async ({ code, change }) => {
    const { storeId, source } = await harness.addStore(buildProducts(3));
    const { count } = source.connector;
    source.connector.count = async (signal) => {
      source.connector.count = count;
      await change(storeId);
      return count(signal);
    };
    await expect(harness.service.start(storeId, MANUAL)).rejects.toMatchObject({ code });
    const { rows } = await harness.db.query(
      `select from sync_runs where store_id = $1 and status = 'in_progress'`,
      [storeId],
    );
    expect(rows).toEqual([]);
  });

  it('is refused for an archived store, a store of another kind, and one that does not exist', async () => {
    const { storeId: archived } = await harness.addStore([], { status: 'archived' });
    await expect(harness.service.start(archived, MANUAL)).rejects.toMatchObject({
      status: 409,
      code: 'store_archived',
    });
    const { storeId } = await harness.addStore();
    await expect(harness.service.start(storeId, { ...MANUAL, method: 'mssql' })).rejects.toMatchObject({
      code: 'wrong_store_type',
    });
    await expect(harness.service.start('00000000-0000-7000-8000-000000000000', MANUAL)).rejects.toMatchObject(
      {
        code: 'store_not_found',
      },
    );
  });
});

describe('sync all', () => {
  it('starts every active store, says how each went, and leaves out the inactive', async () => {
    const own = await createSyncHarness();
    try {
      await own.addStore(buildProducts(4), { name: 'A good' });
      const bad = await own.addStore([], { name: 'B bad' });
      bad.source.countFails = new SourceError({ kind: 'unavailable', message: 'The shop is frozen.' });
      await own.addStore(buildProducts(4), { name: 'C inactive', status: 'inactive' });
      const busy = await own.addStore(buildProducts(2), { name: 'D busy' });
      await own.service.start(busy.storeId, MANUAL);
      const result = await own.service.startAll('00000000-0000-7000-8000-000000000001');
      expect(result).toMatchObject({ total_stores: 3, successful_syncs: 1, failed_syncs: 2 });
      expect(result.results).toMatchObject([
        { store_name: 'A good', success: true, error: null, products_count: 4 },
        { store_name: 'B bad', success: false, error: 'The shop is frozen.', products_count: null },
        { store_name: 'D busy', success: false, error: 'A sync of this store is already in progress.' },
      ]);
    } finally {
      await own.close();
    }
  });
});

describe('sync all, while one source does not answer', () => {
  const SOMEBODY = '00000000-0000-7000-8000-000000000001';

  async function withSilentStore(
    patience: { startPatienceMs?: number },
    use: (own: SyncHarness, startAll: () => Promise<SyncAllResult>, answer: () => void) => Promise<void>,
  ): Promise<void> {
    const own = await createSyncHarness();
    try {
      const answered = Promise.withResolvers<void>();
      const silent = await own.addStore([], { name: '0 silent' });
      const { count } = silent.source.connector;
      silent.source.connector.count = async (signal) => {
        await answered.promise;
        return count(signal);
      };
      for (let store = 1; store <= 9; store++) await own.addStore(buildProducts(1), { name: `${store}` });
      const service = createSyncService({ ...own.serviceDeps, ...patience });
      await use(own, () => service.startAll(SOMEBODY), answered.resolve);
    } finally {
      await own.close();
    }
  }

  const started = async ({ db }: SyncHarness) =>
    (await db.query(`select from sync_runs where status = 'in_progress'`)).rows.length;

  it('starts all the others', () =>
    withSilentStore({}, async (own, startAll, answer) => {
      const result = startAll();
      await expect.poll(() => started(own)).toBe(9);
      answer();
      expect(await result).toMatchObject({ successful_syncs: 10 });
    }));

  it('answers without it, and starts its sync when it answers', () =>
    withSilentStore({ startPatienceMs: 0 }, async (own, startAll, answer) => {
      const { results } = await startAll();
      expect(results[0]).toMatchObject({
        store_name: '0 silent',
        success: false,
        error: 'The store has not answered yet. Its sync starts as soon as it does.',
      });
      answer();
      await expect.poll(() => started(own)).toBe(10);
    }));
});

describe('the state of several stores', () => {
  it('comes by store id; idle before the first sync, unknown stores left out', async () => {
    const fresh = await harness.addStore();
    const synced = await harness.addStore(buildProducts(1));
    await syncStore(harness, synced.storeId);
    const states = await harness.service.statusBatch([
      fresh.storeId,
      synced.storeId,
      '00000000-0000-7000-8000-000000000000',
    ]);
    expect(Object.keys(states).toSorted()).toEqual([fresh.storeId, synced.storeId].toSorted());
    expect(states[fresh.storeId]).toMatchObject({
      status: 'idle',
      progress: 0,
      sync_id: null,
      can_reset: false,
    });
    expect(states[synced.storeId]).toMatchObject({ status: 'completed', progress: 100 });
  });
});

describe('force stop', () => {
  it('ends the run at once, keeps what is stored, and prevents new syncs until reset', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(30));
    const run = await harness.service.start(storeId, MANUAL);
    source.beforePage = async (page, signal) => {
      if (page !== 2) return;
      await harness.service.forceStop(storeId);
      await noAnswer(signal);
    };
    await harness.runSync(run.id, new AbortController().signal);
    expect(await harness.service.status(storeId)).toMatchObject({
      status: 'failed',
      message: 'Sync was force stopped',
      error_message: 'Sync was force stopped',
      force_stopped: true,
      can_reset: true,
    });
    expect((await readStoredCatalogue(harness.db, storeId)).length).toBeGreaterThan(0);
    await expect(harness.service.start(storeId, MANUAL)).rejects.toMatchObject({
      status: 409,
      code: 'sync_force_stopped',
    });

    await harness.service.reset(storeId);
    expect(await harness.service.status(storeId)).toMatchObject({
      status: 'idle',
      progress: 0,
      processed_products: 0,
      force_stopped: false,
    });
    source.beforePage = () => {};
    await syncStore(harness, storeId);
    expect((await harness.service.status(storeId)).status).toBe('completed');
  });

  it('reaches a worker of another process through the database', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(30));
    const run = await harness.service.start(storeId, MANUAL);
    const elsewhere = createElsewhere();
    source.beforePage = async (page, signal) => {
      if (page !== 1) return;
      await elsewhere.forceStop(storeId);
      await noAnswer(signal);
    };
    await harness.runSync(run.id, new AbortController().signal);
    expect((await harness.service.status(storeId)).message).toBe('Sync was force stopped');
  });

  it('is refused when no sync is in progress', async () => {
    const { storeId } = await harness.addStore(buildProducts(1));
    await expect(harness.service.forceStop(storeId)).rejects.toMatchObject({
      status: 409,
      code: 'sync_not_running',
    });
    await syncStore(harness, storeId);
    await expect(harness.service.forceStop(storeId)).rejects.toMatchObject({
      status: 409,
      code: 'sync_not_running',
    });
  });

  /** The same database with stop signals of its own, as in another process. */
  function createElsewhere() {
    return createSyncService({ ...harness.serviceDeps, stops: createStopSignals() });
  }
});

describe('reset', () => {
  it('is for a run that shows no life for 60 s, and not before', async () => {
    const { storeId } = await harness.addStore(buildProducts(5));
    const stuck = await harness.service.start(storeId, MANUAL);
    harness.clock.advance(60_000);
    await expect(harness.service.reset(storeId)).rejects.toMatchObject({
      status: 409,
      code: 'sync_reset_not_allowed',
    });
    harness.clock.advance(1);
    expect((await harness.service.status(storeId)).can_reset).toBe(true);
    await harness.service.reset(storeId);
    expect((await harness.service.status(storeId)).status).toBe('idle');
    await harness.runSync(stuck.id, new AbortController().signal);
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual([]);
    await syncStore(harness, storeId);
    expect((await harness.service.status(storeId)).status).toBe('completed');
  });

  it('is refused when there is nothing to reset', async () => {
    const { storeId } = await harness.addStore(buildProducts(1));
    await expect(harness.service.reset(storeId)).rejects.toMatchObject({ status: 409 });
    await syncStore(harness, storeId);
    await expect(harness.service.reset(storeId)).rejects.toMatchObject({ status: 409 });
  });
});
