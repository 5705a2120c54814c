import { once } from 'node:events';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStoredCatalogue, sortedById } from '../../../../test/sync/catalogue.ts';
import { buildProducts } from '../../../../test/sync/fake-source.ts';
import { createSyncHarness, lastLog, type SyncHarness } from '../../../../test/sync/sync-harness.ts';
import { ReadingHandedOnError, SourceError } from '../../../connectors/connector.ts';
import { claimRun, findReadyRun, mayYield, nextRunIn, runLeases } from './sync-run.repository.ts';

const MANUAL = { method: 'graphql', trigger: 'manual', requestedBy: null } as const;

let harness: SyncHarness;
beforeAll(async () => {
  harness = await createSyncHarness();
});
afterAll(() => harness.close());

describe('a run of a newer version', () => {
  it.each([
    ['that this one does not understand', 'update sync_runs set work_version = 99 where id = $1'],
    ['by a method that this one does not know', `update sync_runs set method = 'telepathy' where id = $1`],
  ])('%s is left to it', async (_name, change) => {
    const { storeId } = await harness.addStore(buildProducts(3));
    const run = await harness.service.start(storeId, MANUAL);
    await harness.db.query('alter table sync_runs drop constraint if exists sync_runs_method_check');
    await harness.db.query(change, [run.id]);
    await harness.runSync(run.id, new AbortController().signal);
    await harness.letPass(60_000);
    expect(await harness.nextRun()).not.toBe(run.id);
    const { rows } = await harness.db.query(
      'select status, lease_id, attempt, error_message from sync_runs where id = $1',
      [run.id],
    );
    expect(rows).toEqual([{ status: 'in_progress', lease_id: null, attempt: 0, error_message: null }]);
    await harness.db.query('delete from sync_runs where id = $1', [run.id]);
  });
});

describe('a free worker', () => {
  const start = async () => {
    const { storeId } = await harness.addStore(buildProducts(3));
    return (await harness.service.start(storeId, MANUAL)).id;
  };
  const pass = (id: string, seconds: number) =>
    harness.db.query(
      `update sync_runs set heartbeat_at = heartbeat_at - $2 * interval '1 s',
         waiting_until = waiting_until - $2 * interval '1 s', enqueued_at = enqueued_at - $2 * interval '1 s'
       where id = $1`,
      [id, seconds],
    );

  it('takes up the run that waits longest, but first the one of a worker that is silent for 30 s', async () => {
    const { db } = harness;
    await db.query(`update sync_runs set status = 'failed' where status = 'in_progress'`);
    const [first, second, cutOff] = [await start(), await start(), await start()];
    await claimRun(db, { runId: cutOff, leaseId: uuidv7() }, harness.clock.now());
    await pass(cutOff, 29);
    expect(await findReadyRun(db, [])).toBe(first);
    expect(await findReadyRun(db, [first])).toBe(second);
    await pass(cutOff, 2);
    expect(await findReadyRun(db, [])).toBe(cutOff);
    await runLeases.releaseAll(db);
    await db.query(`update sync_runs set status = 'failed' where id <> $1 and status = 'in_progress'`, [
      cutOff,
    ]);
    expect(await findReadyRun(db, [])).toBe(cutOff);
  });

  it('takes up a run that broke off when its pause is over, until when it holds no slot', async () => {
    await harness.db.query(`update sync_runs set status = 'failed' where status = 'in_progress'`);
    const { storeId, source } = await harness.addStore(buildProducts(30));
    source.beforePage = () => {
      throw new SourceError({ kind: 'unavailable', message: 'The shop does not answer.', retryable: true });
    };
    const { id } = await harness.service.start(storeId, MANUAL);
    await harness.runSync(id, new AbortController().signal);
    expect(await harness.service.status(storeId)).toMatchObject({
      status: 'in_progress',
      waiting_reason: 'The shop does not answer.',
      waiting_until: expect.any(String),
    });
    expect(await harness.nextRun()).toBeNull();
    expect(await nextRunIn(harness.db)).toBeLessThanOrEqual(2_000);
    await pass(id, 2);
    expect(await harness.nextRun()).toBe(id);
  });
});

describe('when more stores wait than there are workers', () => {
  async function startOther(): Promise<string> {
    const { storeId } = await harness.addStore(buildProducts(3));
    return (await harness.service.start(storeId, MANUAL)).id;
  }

  it('a large one yields after its time slice, and resumes where it was', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(30));
    const run = await harness.service.start(storeId, MANUAL);
    const other = await startOther();
    source.beforePage = async (page, signal) => {
      if (page !== 2) return;
      await harness.letPass(61_000);
      await once(signal, 'abort');
      signal.throwIfAborted();
    };
    await harness.runSync(run.id, new AbortController().signal);
    expect(await harness.service.status(storeId)).toMatchObject({ status: 'in_progress', stage: 'queued' });

    source.beforePage = () => {};
    await harness.runSync(other, new AbortController().signal);
    await harness.runSync(run.id, new AbortController().signal);
    expect(source.checkpoints.at(-1)).not.toBeNull();
    expect(await lastLog(harness, storeId)).toMatchObject({ status: 'completed', counts: { created: 30 } });
  });

  it('one that has not moved on stays, and so does one that keeps nobody waiting', async () => {
    const { storeId } = await harness.addStore(buildProducts(3));
    const { id } = await harness.service.start(storeId, MANUAL);
    const { db, clock } = harness;
    const claimed = await claimRun(db, { runId: id, leaseId: uuidv7() }, clock.now());
    if (claimed === null) throw new Error('The run cannot be claimed.');
    const yields = (among: 'all' | 'cut_off') => mayYield(db, claimed, { waitedMs: 5_000, among });
    const lease = { runId: id, leaseId: claimed.lease_id ?? '' };
    await db.query(`update sync_runs set stage = 'reading' where id = $1`, [id]);
    await startOther();
    await harness.letPass(6_000);
    await runLeases.watched(db, lease).beat();
    expect(await yields('all')).toBe(false);
    await db.query(`update sync_runs set checkpoint = '10' where id = $1`, [id]);
    expect(await yields('all')).toBe(true);
    expect(await yields('cut_off')).toBe(false);
    await db.query(`update sync_runs set stage = 'exporting' where id = $1`, [id]);
    expect(await yields('cut_off')).toBe(true);
    await db.query(`update sync_runs set status = 'failed' where id <> $1 and status = 'in_progress'`, [id]);
    expect(await yields('all')).toBe(false);
  });

  it('one that a dead worker left unfinished does not wait for a whole time slice of another', async () => {
    const { db } = harness;
    const other = await startOther();
    await claimRun(db, { runId: other, leaseId: uuidv7() }, harness.clock.now());
    const { storeId, source } = await harness.addStore(buildProducts(30));
    const run = await harness.service.start(storeId, MANUAL);
    source.beforePage = async (page, signal) => {
      if (page !== 2) return;
      await harness.letPass(36_000);
      // The worker of this one is alive.
      await db.query('update sync_runs set heartbeat_at = now() where id = $1', [run.id]);
      await once(signal, 'abort');
      signal.throwIfAborted();
    };
    await harness.runSync(run.id, new AbortController().signal);
    expect(await harness.service.status(storeId)).toMatchObject({ status: 'in_progress', stage: 'queued' });
    await harness.runSync(other, new AbortController().signal);
    source.beforePage = () => {};
    await harness.runSync(run.id, new AbortController().signal);
    expect(await lastLog(harness, storeId)).toMatchObject({ status: 'completed', counts: { created: 30 } });
  });
});

describe('two workers', () => {
  it('a worker whose lease has passed on changes nothing', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(30));
    const run = await harness.service.start(storeId, MANUAL);
    const successor = '00000000-0000-7000-8000-000000000001';
    source.beforePage = async (page) => {
      if (page !== 2) return;
      await harness.db.query('update sync_runs set lease_id = $2 where id = $1', [run.id, successor]);
    };
    await harness.runSync(run.id, new AbortController().signal);
    const { rows } = await harness.db.query<{ lease_id: string; status: string; processed_products: number }>(
      'select lease_id, status, processed_products from sync_runs where id = $1',
      [run.id],
    );
    expect(rows[0]).toMatchObject({ lease_id: successor, status: 'in_progress' });
    expect(await readStoredCatalogue(harness.db, storeId)).toHaveLength(rows[0]?.processed_products ?? 0);
    expect(rows[0]?.processed_products).toBeLessThan(30);
  });

  it.each([
    {
      when: 'another worker has the run',
      change: 'update sync_runs set lease_id = gen_random_uuid() where id = $1',
      isHandedOn: true,
    },
    {
      when: 'somebody ended it elsewhere',
      change: `update sync_runs set status = 'failed', lease_id = null where id = $1`,
      isHandedOn: false,
    },
  ])(
    'what the source prepares is called off only where nobody goes on: $when',
    async ({ change, isHandedOn }) => {
      const { storeId, source } = await harness.addStore(buildProducts(30));
      const run = await harness.service.start(storeId, MANUAL);
      const reasons: unknown[] = [];
      source.beforePage = async (page, signal) => {
        if (page !== 1) return;
        await harness.db.query(change, [run.id]);
        // The source is silent until the worker hears of it.
        await once(signal, 'abort');
        reasons.push(signal.reason);
      };
      await harness.runSync(run.id, new AbortController().signal);
      expect(reasons).toHaveLength(1);
      expect(reasons[0] instanceof ReadingHandedOnError).toBe(isHandedOn);
    },
  );

  it('only one takes up a run, another only when the first shows no life, and it goes on from the checkpoint', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(30));
    const run = await harness.service.start(storeId, MANUAL);
    const stopFirst = new AbortController();
    source.beforePage = async (page) => {
      if (page !== 2) return;
      await harness.runSync(run.id, new AbortController().signal);
      expect((await harness.service.status(storeId)).status).toBe('in_progress');
      // The page before is written while this one is read, and that is a sign of life.
      await expect.poll(async () => (await readStoredCatalogue(harness.db, storeId)).length).toBe(20);
      await harness.fallSilent(31_000);
      source.beforePage = () => {};
      await harness.runSync(run.id, new AbortController().signal);
    };
    await harness.runSync(run.id, stopFirst.signal);
    expect(await lastLog(harness, storeId)).toMatchObject({
      status: 'completed',
      counts: { created: 30, unchanged: 0 },
    });
    expect(await readStoredCatalogue(harness.db, storeId)).toEqual(sortedById(source.products));
    expect(source.checkpoints.at(-1)).not.toBeNull();
  });

  it('a worker that is told to go hands the run back with all it has done', async () => {
    const { storeId, source } = await harness.addStore(buildProducts(30));
    const run = await harness.service.start(storeId, MANUAL);
    const shutdown = new AbortController();
    source.beforePage = (page) => {
      if (page === 2) shutdown.abort(new Error('stopping'));
    };
    await harness.runSync(run.id, shutdown.signal);
    expect(await harness.service.status(storeId)).toMatchObject({ status: 'in_progress', stage: 'queued' });
    source.beforePage = () => {};
    await harness.runSync(run.id, new AbortController().signal);
    expect(await lastLog(harness, storeId)).toMatchObject({
      status: 'completed',
      counts: { created: 30, unchanged: 0 },
    });
  });
});
