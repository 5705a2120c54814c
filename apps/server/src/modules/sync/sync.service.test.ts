import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { buildProducts } from '../../../test/sync/fake-source.ts';
import { createSyncHarness, MANUAL } from '../../../test/sync/sync-harness.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { createStopSignals } from '../../platform/work/stop-signals.ts';
import { createSyncService } from './sync.service.ts';

const harness = await createSyncHarness();
const { addStore, db, service } = harness;
const SOMEBODY = '00000000-0000-7000-8000-000000000001';

describe('starting', () => {
  it('asks the source for its counts, and creates one run that waits for a worker', async () => {
    const { start, status } = await addStore(buildProducts(12));
    const run = await start();
    expect(run.counted_products).toBe(12);
    expect(await status()).toMatchObject({
      sync_id: run.id,
      status: 'in_progress',
      stage: 'queued',
      progress: 0,
      total_products: 12,
    });
  });

  it.each([
    [new SourceError({ kind: 'auth', message: 'The token is not valid.' }), 'source_auth_failed', undefined],
    [
      new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
      'source_transient',
      'The store did not say within 30 seconds how many products it has. Try again in a moment; schedules and Sync All wait longer.',
    ],
  ])('says why it cannot start, in the response, the status and the log: %s', async (error, code, own) => {
    const { source, start, status, log } = await addStore();
    const message = own ?? error.message;
    source.countFails = error;
    await expect(start()).rejects.toMatchObject({ code, message });
    const failed = { status: 'failed', error_message: message };
    expect(await status()).toMatchObject(failed);
    expect(await log()).toMatchObject(failed);
    source.countFails = null;
    await start();
    expect((await status()).status).toBe('in_progress');
  });

  it('waits longer for the counts where nobody waits for the answer', async () => {
    const { source, storeId } = await addStore();
    source.countFails = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    const scheduled = service.start(storeId, { ...MANUAL, trigger: 'schedule' });
    await expect(scheduled).rejects.toThrow('within 300 seconds how many products it has. Try again later.');
  });

  it.each([
    {
      what: 'is force stopped',
      code: 'sync_force_stopped',
      async change(storeId: string) {
        await service.start(storeId, MANUAL);
        await service.forceStop(storeId);
      },
    },
    {
      what: 'is archived',
      code: 'store_archived',
      change: (storeId: string) =>
        db.query(`update stores set store_status = 'archived' where id = $1`, [storeId]),
    },
    {
      what: 'is deleted',
      code: 'store_not_found',
      change: (storeId: string) => db.query('update stores set deleted_at = now() where id = $1', [storeId]),
    },
  ])('is refused when the store $what while its source is asked', async ({ code, change }) => {
    const { storeId, source, start } = await addStore(buildProducts(3));
    const { count } = source.connector;
    source.connector.count = async (signal) => {
      source.connector.count = count;
      await change(storeId);
      return count(signal);
    };
    await expect(start()).rejects.toMatchObject({ code });
    const { rows } = await db.query(`select from sync_runs where store_id = $1 and status = 'in_progress'`, [
      storeId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('sync all', () => {
  it('starts every active store, reports each outcome, and skips inactive ones', async () => {
    const own = await createSyncHarness();
    await own.addStore(buildProducts(4), { name: 'A good' });
    const bad = await own.addStore([], { name: 'B bad' });
    bad.source.countFails = new SourceError({ kind: 'unavailable', message: 'The shop is frozen.' });
    await own.addStore(buildProducts(4), { name: 'C inactive', status: 'inactive' });
    const busy = await own.addStore(buildProducts(2), { name: 'D busy' });
    await busy.start();
    const result = await own.service.startAll(SOMEBODY);
    expect(result).toMatchObject({ total_stores: 3, successful_syncs: 1, failed_syncs: 2 });
    expect(result.results).toMatchObject([
      { store_name: 'A good', success: true, error: null, products_count: 4 },
      { store_name: 'B bad', success: false, error: 'The shop is frozen.', products_count: null },
      { store_name: 'D busy', success: false, error: 'A sync of this store is already in progress.' },
    ]);
  });

  it.each([
    { what: 'starts all the others', patience: {}, startedMeanwhile: 9, successes: 10 },
    { what: 'answers without it', patience: { startPatienceMs: 0 }, startedMeanwhile: null, successes: null },
  ])(
    'while one source does not answer, $what, and starts its sync when it does',
    async ({ patience, startedMeanwhile, successes }) => {
      const own = await createSyncHarness();
      const answered = Promise.withResolvers<void>();
      const { source } = await own.addStore([], { name: '0 silent' });
      const { count } = source.connector;
      source.connector.count = async (signal) => {
        await answered.promise;
        return count(signal);
      };
      for (let store = 1; store <= 9; store++) await own.addStore(buildProducts(1), { name: `${store}` });
      const started = async () =>
        (await own.db.query(`select from sync_runs where status = 'in_progress'`)).rows.length;
      const all = createSyncService({ ...own.serviceDeps, ...patience }).startAll(SOMEBODY);
      if (startedMeanwhile === null) {
        expect((await all).results[0]).toMatchObject({
          store_name: '0 silent',
          success: false,
          error: 'The store has not answered yet. Its sync starts as soon as it does.',
        });
      } else await expect.poll(started).toBe(startedMeanwhile);
      answered.resolve();
      await expect.poll(started).toBe(10);
      if (successes !== null) expect(await all).toMatchObject({ successful_syncs: successes });
    },
  );
});

it('a force stop reaches a worker of another process, and keeps what is stored', async () => {
  const { storeId, source, start, status, stored } = await addStore(buildProducts(30));
  const run = await start();
  // Separate stop signals on the same database, as in another process.
  const elsewhere = createSyncService({ ...harness.serviceDeps, stops: createStopSignals() });
  source.beforePage = async (page, signal) => {
    if (page !== 2) return;
    await elsewhere.forceStop(storeId);
    // The source never answers: only the signal ends the wait.
    signal.throwIfAborted();
    await once(signal, 'abort');
    signal.throwIfAborted();
  };
  await harness.finishRun(run.id);
  expect((await status()).message).toBe('Sync was force stopped');
  expect((await stored()).length).toBeGreaterThan(0);
});

it('a run can be reset only after 60 s without a heartbeat', async () => {
  const { storeId, start, sync, status, stored } = await addStore(buildProducts(5));
  const stuck = await start();
  harness.clock.advance(60_000);
  await expect(service.reset(storeId)).rejects.toMatchObject({
    status: 409,
    code: 'sync_reset_not_allowed',
  });
  harness.clock.advance(1);
  expect((await status()).can_reset).toBe(true);
  await service.reset(storeId);
  expect((await status()).status).toBe('idle');
  await harness.finishRun(stuck.id);
  expect(await stored()).toEqual([]);
  await sync();
  expect((await status()).status).toBe('completed');
});
