import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCrashingDatabase } from '../../../../test/bulk-updates/crashing-database.ts';
import { createScheduleHarness, PERSON } from '../../../../test/scheduled-syncs/schedule-harness.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import { LeaseLostError } from '../../../platform/work/lease.ts';

const REFUSED = new SourceError({ kind: 'auth', message: 'The token is not valid.' });

const harness = await createScheduleHarness();
beforeEach(() => harness.startOver());

it('a schedule waits for an unavailable database, which is no error of the process', async () => {
  const { id } = await harness.addScheduledStore();
  harness.clock.set('2026-11-21T02:00:01Z');
  const levels: number[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void levels.push(JSON.parse(line).level) });
  const ownDb = createCrashingDatabase(harness.db);
  const process = harness.newProcess({ logger, ownDb });
  ownDb.breakAt({ at: 'before', statement: /for update of schedule/ });
  await harness.look(process);
  expect(await harness.logsOf(id)).toEqual([]);
  expect(levels).toEqual([pino.levels.values.warn]);
  await harness.look(process);
  expect(await harness.logsOf(id)).toMatchObject([{ trigger: 'schedule' }]);
});

describe('a schedule reserved for newer versions', () => {
  it.each([
    ['by its form', 'set work_version = 99'],
    ['by its type', `set schedule_type = 'lunar'`],
  ])('is left to them: %s', async (_name, change) => {
    const { id, storeId } = await harness.addScheduledStore();
    const { db } = harness;
    await db.query(
      'alter table scheduled_syncs drop constraint if exists scheduled_syncs_schedule_type_check',
    );
    await db.query(`update scheduled_syncs ${change} where id = $1`, [id]);
    await harness.lookAt('2026-11-21T02:00:01Z');
    expect(await harness.runs.pending()).toMatchObject({ due: false });
    expect(await harness.syncsOf(storeId)).toEqual([]);
    const { rows } = await db.query('select next_run_at, failure_count from scheduled_syncs where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ next_run_at: new Date('2026-11-21T02:00:00Z'), failure_count: 0 }]);
  });

  it('is left to them when its run ends, too', async () => {
    const { id, storeId } = await harness.addScheduledStore();
    await harness.lookAt('2026-11-21T02:00:01Z');
    await harness.finishSync(storeId);
    await harness.db.query('update scheduled_syncs set work_version = 99 where id = $1', [id]);
    expect(await harness.runs.pending()).toMatchObject({ ended: false });
    await harness.runs.settleEnded();
    expect(await harness.logsOf(id)).toMatchObject([{ status: 'in_progress' }]);
  });
});

describe('a schedule that cannot be planned does not block others', () => {
  /** Moves it to a timezone that this process does not know. */
  async function strand(id: string): Promise<void> {
    await harness.db.query(`update scheduled_syncs set timezone = 'Mars/Olympus' where id = $1`, [id]);
  }

  it('from starting', async () => {
    const [broken, sound] = [await harness.addScheduledStore(), await harness.addScheduledStore()];
    await strand(broken.id);
    await harness.lookAt('2026-11-21T02:00:01Z');
    expect(await harness.logsOf(sound.id)).toMatchObject([{ status: 'in_progress' }]);
  });

  it('from ending', async () => {
    const [broken, sound] = [
      await harness.addScheduledStore({ max_failures: 1 }),
      await harness.addScheduledStore(),
    ];
    broken.source.countFails = REFUSED;
    await expect(harness.runs.runNow(broken.id, PERSON)).rejects.toThrow();
    await harness.look();
    broken.source.countFails = null;
    for (const { id, storeId } of [broken, sound]) {
      await harness.runs.runNow(id, PERSON);
      await harness.finishSync(storeId);
      harness.clock.advance(1_000);
    }
    await strand(broken.id);
    await harness.look();
    expect(await harness.logsOf(sound.id)).toMatchObject([{ status: 'completed' }]);
  });

  it('from being replanned', async () => {
    const [broken, sound] = [await harness.addScheduledStore(), await harness.addScheduledStore()];
    await strand(broken.id);
    harness.clock.advance(-24 * 3_600_000);
    await harness.look();
    expect((await harness.service.get(sound.id)).next_run_at).toBe('2026-11-20T02:00:00.000Z');
  });
});

describe('a due run', () => {
  it('starts a sync of its store, and ends with it', async () => {
    const { storeId, id } = await harness.addScheduledStore();
    await harness.lookAt('2026-11-21T01:59:59Z');
    expect(await harness.logsOf(id)).toEqual([]);

    await harness.lookAt('2026-11-21T02:00:00.700Z');
    const [sync] = await harness.syncsOf(storeId);
    expect(sync).toMatchObject({ method: 'graphql', trigger: 'schedule', status: 'in_progress' });
    expect(await harness.logsOf(id)).toMatchObject([
      {
        sync_id: sync?.id,
        trigger: 'schedule',
        status: 'in_progress',
        due_at: '2026-11-21T02:00:00.000Z',
        started_at: '2026-11-21T02:00:00.700Z',
        completed_at: null,
      },
    ]);
    expect(await harness.service.get(id)).toMatchObject({
      last_run_status: 'in_progress',
      last_run_at: '2026-11-21T02:00:00.700Z',
      next_run_at: '2026-11-22T02:00:00.000Z',
    });

    harness.clock.advance(90_000);
    await harness.finishSync(storeId);
    await harness.look();
    expect(await harness.logsOf(id)).toMatchObject([
      {
        status: 'completed',
        message: 'Sync completed successfully',
        completed_at: '2026-11-21T02:01:30.700Z',
        counts: { created: 3, updated: 0, unchanged: 0, removed: 0, held_back: 0 },
        error_message: null,
      },
    ]);
    expect(await harness.service.get(id)).toMatchObject({
      last_run_status: 'completed',
      last_run_at: '2026-11-21T02:00:00.700Z',
      failure_count: 0,
    });
  });

  it('runs once after days of downtime, not once per missed time', async () => {
    const { storeId, id } = await harness.addScheduledStore();
    await harness.lookAt('2026-11-25T09:00:00Z');
    await harness.look();
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    expect(await harness.logsOf(id)).toMatchObject([{ due_at: '2026-11-21T02:00:00.000Z' }]);
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-26T02:00:00.000Z');
  });

  it('is claimed by only one of several processes', async () => {
    const stores = await Promise.all([
      harness.addScheduledStore(),
      harness.addScheduledStore(),
      harness.addScheduledStore(),
    ]);
    harness.clock.set('2026-11-21T02:00:01Z');
    const processes = [harness.runs, harness.newProcess(), harness.newProcess(), harness.newProcess()];
    await Promise.all(processes.map((process) => harness.look(process)));
    for (const { storeId, id } of stores) {
      expect(await harness.syncsOf(storeId)).toHaveLength(1);
      expect(await harness.logsOf(id)).toMatchObject([{ status: 'in_progress' }]);
    }
  });

  it('starts nothing if its schedule is switched off or deleted, or its store is deleted', async () => {
    const off = await harness.addScheduledStore();
    await harness.service.toggle(off.id);
    const gone = await harness.addScheduledStore();
    await harness.service.remove(gone.id);
    const storeGone = await harness.addScheduledStore();
    await harness.db.query('update stores set deleted_at = now() where id = $1', [storeGone.storeId]);
    await harness.lookAt('2026-11-21T02:00:01Z');
    const { rows } = await harness.db.query('select from sync_runs');
    expect(rows).toEqual([]);
    expect(await harness.runs.pending()).toMatchObject({ due: false });
  });
});

describe('a process that dies between claim and start', () => {
  async function addClaimed() {
    const made = await harness.addScheduledStore();
    harness.clock.set('2026-11-21T02:00:00Z');
    return { ...made, claimed: await harness.claim() };
  }

  it('has its run started by another after 30 s of silence, and starts nothing on its return', async () => {
    const { storeId, id, claimed } = await addClaimed();
    const other = harness.newProcess();
    await harness.fallSilent(29_000);
    await harness.look(other);
    expect(await harness.syncsOf(storeId)).toEqual([]);
    await harness.fallSilent(2_000);
    await harness.look(other);
    expect(await harness.syncsOf(storeId)).toHaveLength(1);

    // The other process's sync has ended by the time the first one wakes up.
    await harness.finishSync(storeId);
    await harness.look(other);
    await expect(claimed.start()).rejects.toBeInstanceOf(LeaseLostError);
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    expect(await harness.logsOf(id)).toMatchObject([{ status: 'completed' }]);
  });

  it('returns while another is about to start its run, and starts nothing', async () => {
    const { storeId, claimed } = await addClaimed();
    await harness.fallSilent(31_000);
    const successor = await harness.claim();
    await expect(claimed.start()).rejects.toBeInstanceOf(LeaseLostError);
    expect(await harness.syncsOf(storeId)).toEqual([]);
    await successor.start();
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
  });

  it('continues at its next start if it is the database’s only process', async () => {
    const { storeId } = await addClaimed();
    const again = harness.newProcess();
    await again.releaseAll();
    await harness.look(again);
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
  });

  it('hands its claim back when stopped, for another to claim at once', async () => {
    const { storeId, source, claimed } = await addClaimed();
    source.countFails = new Error('The process is stopping.');
    await expect(claimed.start(AbortSignal.abort())).rejects.toThrow('stopping');
    source.countFails = null;
    await harness.look(harness.newProcess());
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
  });

  it('starts nothing for a schedule deleted meanwhile', async () => {
    const { storeId, id, claimed } = await addClaimed();
    await harness.service.remove(id);
    await expect(claimed.start()).rejects.toThrow();
    expect(await harness.syncsOf(storeId)).toEqual([]);
  });
});

describe('Run Now', () => {
  it('starts a sync at once and leaves the next run unchanged', async () => {
    const { storeId, id } = await harness.addScheduledStore();
    const syncId = await harness.runs.runNow(id, PERSON);
    expect(await harness.syncsOf(storeId)).toMatchObject([{ id: syncId, trigger: 'manual' }]);
    expect(await harness.logsOf(id)).toMatchObject([
      { trigger: 'manual', sync_id: syncId, status: 'in_progress', due_at: '2026-11-20T12:00:00.000Z' },
    ]);
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-21T02:00:00.000Z');
  });

  it('works for a schedule that is switched off, and for an inactive store', async () => {
    const { storeId, id } = await harness.addScheduledStore({ is_active: false });
    await harness.db.query(`update stores set store_status = 'inactive' where id = $1`, [storeId]);
    await harness.runs.runNow(id, PERSON);
    await harness.finishSync(storeId);
    await harness.look();
    expect(await harness.service.get(id)).toMatchObject({
      is_active: false,
      next_run_at: null,
      last_run_status: 'completed',
    });
  });
});

describe('a clock that jumps', () => {
  it('forward: missed runs start once', async () => {
    const { storeId, id } = await harness.addScheduledStore({
      schedule_type: 'cron',
      schedule_config: { cron: '0 * * * *' },
    });
    await harness.lookAt('2026-11-20T23:30:00Z');
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-21T00:00:00.000Z');
  });

  it('back by an hour: each schedule is checked once, even if its next run stays the same', async () => {
    const { id } = await harness.addScheduledStore();
    const { next_run_at } = await harness.service.get(id);
    harness.clock.advance(-3_600_000);
    expect((await harness.runs.pending()).setBack).toBe(true);
    await harness.look();
    expect((await harness.runs.pending()).setBack).toBe(false);
    expect((await harness.service.get(id)).next_run_at).toBe(next_run_at);
  });

  it('far ahead and back again: the schedule does not wait for that far day', async () => {
    const { storeId, id } = await harness.addScheduledStore();
    await harness.lookAt('2027-11-20T12:00:00Z');
    expect((await harness.service.get(id)).next_run_at).toBe('2027-11-21T02:00:00.000Z');

    harness.clock.set('2026-11-20T12:05:00Z');
    await harness.finishSync(storeId);
    await harness.look();
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-21T02:00:00.000Z');
    // That run was created while the clock was ahead: once is enough.
    await harness.lookAt('2026-11-21T02:00:01Z');
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-22T02:00:00.000Z');
    await harness.lookAt('2026-11-22T02:00:01Z');
    expect(await harness.syncsOf(storeId)).toHaveLength(2);
  });

  it('back: no run is repeated, and a claimed one is not stranded', async () => {
    const { storeId, id } = await harness.addScheduledStore();
    harness.clock.set('2026-11-21T02:00:00Z');
    await harness.claim();
    harness.clock.set('2026-11-21T01:30:00Z');
    await harness.fallSilent(31_000);
    await harness.look();
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    await harness.finishSync(storeId);
    await harness.lookAt('2026-11-21T02:00:01Z');
    expect(await harness.logsOf(id)).toMatchObject([{ status: 'completed' }]);
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
  });
});
