import { once } from 'node:events';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { sortedById } from '../../../../test/sync/catalogue.ts';
import { buildProducts } from '../../../../test/sync/fake-source.ts';
import { createSyncHarness, type SyncTestStore } from '../../../../test/sync/sync-harness.ts';
import { ReadingHandedOnError } from '../../../connectors/connector.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import {
  claimRun,
  findReadyRun,
  mayYield,
  nextRunIn,
  runLeases,
  type SyncRun,
} from './sync-run.repository.ts';

const harness = await createSyncHarness();
const { addStore, clock, db, letPass } = harness;
const ALL_CREATED = { status: 'completed', counts: { created: 30, unchanged: 0 } };

beforeEach(() => db.query(`update sync_runs set status = 'failed' where status = 'in_progress'`));

const work = (runId: string, signal = new AbortController().signal) => harness.runSync(runId, signal);
const claim = (runId: string) => claimRun(db, { runId, leaseId: uuidv7() }, clock.now());

/** A run that waits for a worker. */
async function startOne(): Promise<string> {
  return (await (await addStore(buildProducts(3))).start()).id;
}

/** A run of three pages, with a hook before one of them. */
async function startLarge(
  page: number,
  meet: (signal: AbortSignal, run: SyncRun) => Promise<unknown> | unknown,
): Promise<SyncTestStore & { id: string }> {
  const store = await addStore(buildProducts(30));
  const run = await store.start();
  store.source.beforePage = async (number, signal) => {
    if (number === page) await meet(signal, run);
  };
  return { ...store, id: run.id };
}

/** The next worker resumes where the first one stopped. */
async function finish({ id, source, log }: SyncTestStore & { id: string }): Promise<void> {
  source.beforePage = () => {};
  await work(id);
  expect(source.checkpoints.at(-1)).not.toBeNull();
  expect(await log()).toMatchObject(ALL_CREATED);
}

it.each([
  ['that this one does not understand', 'update sync_runs set work_version = 99 where id = $1'],
  ['by a method that this one does not know', `update sync_runs set method = 'telepathy' where id = $1`],
])('a run of a newer version %s is left alone', async (_name, change) => {
  const id = await startOne();
  await db.query('alter table sync_runs drop constraint if exists sync_runs_method_check');
  await db.query(change, [id]);
  await work(id);
  await letPass(60_000);
  expect(await harness.nextRun()).not.toBe(id);
  const { rows } = await db.query(
    'select status, lease_id, attempt, error_message from sync_runs where id = $1',
    [id],
  );
  expect(rows).toEqual([{ status: 'in_progress', lease_id: null, attempt: 0, error_message: null }]);
  await db.query('delete from sync_runs where id = $1', [id]);
});

describe('a free worker', () => {
  const pass = (id: string, seconds: number) =>
    db.query(
      `update sync_runs set heartbeat_at = heartbeat_at - $2 * interval '1 s',
         waiting_until = waiting_until - $2 * interval '1 s', enqueued_at = enqueued_at - $2 * interval '1 s'
       where id = $1`,
      [id, seconds],
    );

  it('claims the longest-waiting run, but first one whose worker has been silent for 30 s', async () => {
    const [first, second, cutOff] = [await startOne(), await startOne(), await startOne()];
    await claim(cutOff);
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

  it('claims a failed run when its backoff is over, during which it holds no slot', async () => {
    const { id, status } = await startLarge(0, () => {
      throw new SourceError({ kind: 'unavailable', message: 'The shop does not answer.', retryable: true });
    });
    await work(id);
    expect(await status()).toMatchObject({
      status: 'in_progress',
      waiting_reason: 'The shop does not answer.',
      waiting_until: expect.any(String),
    });
    expect(await harness.nextRun()).toBeNull();
    expect(await nextRunIn(db)).toBeLessThanOrEqual(2_000);
    await pass(id, 2);
    expect(await harness.nextRun()).toBe(id);
  });
});

describe('when more stores wait than there are workers', () => {
  it.each([
    { when: 'after its time slice', cutOff: false, milliseconds: 61_000 },
    { when: 'after some seconds if another worker died', cutOff: true, milliseconds: 36_000 },
  ])('a large run yields $when, and resumes where it stopped', async ({ cutOff, milliseconds }) => {
    const other = await startOne();
    if (cutOff) await claim(other);
    const large = await startLarge(2, async (signal, { id }) => {
      await letPass(milliseconds);
      // This run's worker is alive.
      await db.query('update sync_runs set heartbeat_at = now() where id = $1', [id]);
      await once(signal, 'abort');
      signal.throwIfAborted();
    });
    await work(large.id);
    expect(await large.status()).toMatchObject({ status: 'in_progress', stage: 'queued' });
    await work(other);
    await finish(large);
  });

  it('a run without progress does not yield, nor does one that nobody waits for', async () => {
    const id = await startOne();
    const claimed = await claim(id);
    if (claimed === null) throw new Error('The run cannot be claimed.');
    const yields = (among: 'all' | 'cut_off') => mayYield(db, claimed, { waitedMs: 5_000, among });
    await db.query(`update sync_runs set stage = 'reading' where id = $1`, [id]);
    await startOne();
    await letPass(6_000);
    await runLeases.watched(db, { runId: id, leaseId: claimed.lease_id ?? '' }).beat();
    expect(await yields('all')).toBe(false);
    await db.query(`update sync_runs set checkpoint = '10' where id = $1`, [id]);
    expect(await yields('all')).toBe(true);
    expect(await yields('cut_off')).toBe(false);
    await db.query(`update sync_runs set stage = 'exporting' where id = $1`, [id]);
    expect(await yields('cut_off')).toBe(true);
    await db.query(`update sync_runs set status = 'failed' where id <> $1 and status = 'in_progress'`, [id]);
    expect(await yields('all')).toBe(false);
  });
});

describe('two workers', () => {
  it('a worker that has lost its lease changes nothing', async () => {
    const successor = uuidv7();
    const { id, stored } = await startLarge(2, (_signal, run) =>
      db.query('update sync_runs set lease_id = $2 where id = $1', [run.id, successor]),
    );
    await work(id);
    const { rows } = await db.query<SyncRun>('select * from sync_runs where id = $1', [id]);
    expect(rows[0]).toMatchObject({ lease_id: successor, status: 'in_progress' });
    expect(await stored()).toHaveLength(rows[0]?.processed_products ?? 0);
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
      const reasons: unknown[] = [];
      const { id } = await startLarge(1, async (signal, run) => {
        await db.query(change, [run.id]);
        // The source does not answer before the worker is told to stop.
        await once(signal, 'abort');
        reasons.push(signal.reason);
      });
      await work(id);
      expect(reasons).toHaveLength(1);
      expect(reasons[0] instanceof ReadingHandedOnError).toBe(isHandedOn);
    },
  );

  it('only one claims a run; the other takes over after missed heartbeats, from the checkpoint', async () => {
    const store = await startLarge(2, async () => {
      await work(store.id);
      expect((await store.status()).status).toBe('in_progress');
      // Writing the previous page while this one is read counts as a heartbeat.
      await expect.poll(async () => (await store.stored()).length).toBe(20);
      await harness.fallSilent(31_000);
      await finish(store);
    });
    await work(store.id);
    expect(await store.log()).toMatchObject(ALL_CREATED);
    expect(await store.stored()).toEqual(sortedById(store.source.products));
  });

  it('a worker that is told to stop hands back the run with all its progress', async () => {
    const shutdown = new AbortController();
    const store = await startLarge(2, () => shutdown.abort(new Error('stopping')));
    await work(store.id, shutdown.signal);
    expect(await store.status()).toMatchObject({ status: 'in_progress', stage: 'queued' });
    await finish(store);
  });
});
