import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCrashingDatabase } from '../../../test/bulk-updates/crashing-database.ts';
import {
  createScheduleHarness,
  PERSON,
  type ScheduleHarness,
} from '../../../test/scheduled-syncs/schedule-harness.ts';
import { nightly } from '../../../test/scheduled-syncs/stores.ts';
import { buildProducts } from '../../../test/sync/fake-source.ts';
import { SourceError } from '../../connectors/connector.ts';
import { LeaseLostError } from '../../platform/lease/lease.ts';

const MINUTE_MS = 60_000;
const REFUSED = new SourceError({ kind: 'auth', message: 'The token is not valid.' });

let harness: ScheduleHarness;
beforeAll(async () => {
  harness = await createScheduleHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.db.query('delete from stores');
  harness.notices.length = 0;
  harness.clock.set('2026-11-20T12:00:00Z');
});

async function setUp(change: object = {}) {
  const { storeId, source } = await harness.addStore(buildProducts(3));
  const schedule = await harness.addSchedule(storeId, change);
  return { storeId, source, id: schedule.id };
}

it('a schedule waits for a database that is away, which is no error of the process', async () => {
  const { id } = await setUp();
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

describe('a schedule that only newer versions understand', () => {
  it.each([
    ['by its form', 'set work_version = 99'],
    ['by its type', `set schedule_type = 'lunar'`],
  ])('is left to them: %s', async (_name, change) => {
    const { id, storeId } = await setUp();
    const { db } = harness;
    await db.query(
      'alter table scheduled_syncs drop constraint if exists scheduled_syncs_schedule_type_check',
    );
    await db.query(`update scheduled_syncs ${change} where id = $1`, [id]);
    harness.clock.set('2026-11-21T02:00:01Z');
    await harness.look();
    expect(await harness.runs.look()).toMatchObject({ due: false });
    expect(await harness.syncsOf(storeId)).toEqual([]);
    const { rows } = await db.query('select next_run_at, failure_count from scheduled_syncs where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ next_run_at: new Date('2026-11-21T02:00:00Z'), failure_count: 0 }]);
  });

  it('also with the end of a run of it', async () => {
    const { id, storeId } = await setUp();
    harness.clock.set('2026-11-21T02:00:01Z');
    await harness.look();
    await harness.finishSync(storeId);
    await harness.db.query('update scheduled_syncs set work_version = 99 where id = $1', [id]);
    expect(await harness.runs.look()).toMatchObject({ ended: false });
    await harness.runs.settleEnded();
    expect(await harness.logsOf(id)).toMatchObject([{ status: 'in_progress' }]);
  });
});

describe('a schedule that cannot be planned holds up no other', () => {
  /** In a timezone that this process does not know. */
  async function strand(id: string): Promise<void> {
    await harness.db.query(`update scheduled_syncs set timezone = 'Mars/Olympus' where id = $1`, [id]);
  }

  it('in being started', async () => {
    const [broken, sound] = [await setUp(), await setUp()];
    await strand(broken.id);
    harness.clock.set('2026-11-21T02:00:01Z');
    await harness.look();
    expect(await harness.logsOf(sound.id)).toMatchObject([{ status: 'in_progress' }]);
  });

  it('in being ended', async () => {
    const [broken, sound] = [await setUp({ max_failures: 1 }), await setUp()];
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

  it('in being planned anew', async () => {
    const [broken, sound] = [await setUp(), await setUp()];
    await strand(broken.id);
    harness.clock.advance(-24 * 60 * MINUTE_MS);
    await harness.look();
    expect((await harness.service.get(sound.id)).next_run_at).toBe('2026-11-20T02:00:00.000Z');
  });
});

describe('a run that is due', () => {
  it('starts a sync of its store, and ends with it', async () => {
    const { storeId, id } = await setUp();
    harness.clock.set('2026-11-21T01:59:59Z');
    await harness.look();
    expect(await harness.logsOf(id)).toEqual([]);

    harness.clock.set('2026-11-21T02:00:00.700Z');
    await harness.look();
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

  it('is run once after days without a server, not once for each time that was missed', async () => {
    const { storeId, id } = await setUp();
    harness.clock.set('2026-11-25T09:00:00Z');
    await harness.look();
    await harness.look();
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    expect(await harness.logsOf(id)).toMatchObject([{ due_at: '2026-11-21T02:00:00.000Z' }]);
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-26T02:00:00.000Z');
  });

  it('is claimed by one of several processes', async () => {
    const stores = await Promise.all([setUp(), setUp(), setUp()]);
    harness.clock.set('2026-11-21T02:00:01Z');
    const processes = [harness.runs, harness.newProcess(), harness.newProcess(), harness.newProcess()];
    await Promise.all(processes.map((process) => harness.look(process)));
    for (const { storeId, id } of stores) {
      expect(await harness.syncsOf(storeId)).toHaveLength(1);
      expect(await harness.logsOf(id)).toMatchObject([{ status: 'in_progress' }]);
    }
  });

  it('of a schedule that is switched off, deleted, or whose store is deleted starts nothing', async () => {
    const off = await setUp();
    await harness.service.toggle(off.id);
    const gone = await setUp();
    await harness.service.remove(gone.id);
    const storeGone = await setUp();
    await harness.db.query('update stores set deleted_at = now() where id = $1', [storeGone.storeId]);
    harness.clock.set('2026-11-21T02:00:01Z');
    await harness.look();
    const { rows } = await harness.db.query('select from sync_runs');
    expect(rows).toEqual([]);
    expect(await harness.runs.look()).toMatchObject({ due: false });
  });
});

describe('a process that dies between claim and start', () => {
  it('has its run started by another within a minute, and starts nothing when it comes back', async () => {
    const { storeId, id } = await setUp();
    harness.clock.set('2026-11-21T02:00:00Z');
    const [claimed] = await harness.runs.claimDue(8);
    if (!claimed) throw new Error('Nothing was claimed.');

    const other = harness.newProcess();
    harness.clock.advance(MINUTE_MS);
    await harness.look(other);
    expect(await harness.syncsOf(storeId)).toEqual([]);
    harness.clock.advance(1_000);
    await harness.look(other);
    expect(await harness.syncsOf(storeId)).toHaveLength(1);

    // The other's sync has ended by the time the first one wakes up.
    await harness.finishSync(storeId);
    await harness.look(other);
    await expect(harness.runs.start(claimed)).rejects.toBeInstanceOf(LeaseLostError);
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    expect(await harness.logsOf(id)).toMatchObject([{ status: 'completed' }]);
  });

  it('comes back while another is about to start its run, and starts nothing', async () => {
    const { storeId } = await setUp();
    harness.clock.set('2026-11-21T02:00:00Z');
    const [claimed] = await harness.runs.claimDue(8);
    const other = harness.newProcess();
    harness.clock.advance(2 * MINUTE_MS);
    const [takenOver] = await other.takeOver(8, { all: false });
    if (!claimed || !takenOver) throw new Error('Nothing was claimed.');
    await expect(harness.runs.start(claimed)).rejects.toBeInstanceOf(LeaseLostError);
    expect(await harness.syncsOf(storeId)).toEqual([]);
    await other.start(takenOver);
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
  });

  it('that is the only process of its database goes on at its next start', async () => {
    const { storeId } = await setUp();
    harness.clock.set('2026-11-21T02:00:00Z');
    await harness.runs.claimDue(8);
    const again = harness.newProcess();
    const claims = await again.takeOver(100, { all: true });
    await Promise.all(claims.map((run) => again.start(run)));
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
  });

  it('told to stop, hands its claim back for another to take at once', async () => {
    const { storeId, source } = await setUp();
    harness.clock.set('2026-11-21T02:00:00Z');
    const [claimed] = await harness.runs.claimDue(8);
    if (!claimed) throw new Error('Nothing was claimed.');
    source.countFails = new Error('The process is stopping.');
    await expect(harness.runs.start(claimed, AbortSignal.abort())).rejects.toThrow('stopping');
    source.countFails = null;
    await harness.look(harness.newProcess());
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
  });

  it('starts nothing for a schedule that was deleted meanwhile', async () => {
    const { storeId, id } = await setUp();
    harness.clock.set('2026-11-21T02:00:00Z');
    const [claimed] = await harness.runs.claimDue(8);
    if (!claimed) throw new Error('Nothing was claimed.');
    await harness.service.remove(id);
    await expect(harness.runs.start(claimed)).rejects.toThrow();
    expect(await harness.syncsOf(storeId)).toEqual([]);
  });
});

describe('skipped, with why', () => {
  async function skippedWith(storeId: string, id: string, message: string): Promise<void> {
    const before = await harness.syncsOf(storeId);
    harness.clock.set('2026-11-21T02:00:01Z');
    await harness.look();
    expect(await harness.logsOf(id)).toMatchObject([
      { status: 'skipped', message, sync_id: null, counts: null, completed_at: '2026-11-21T02:00:01.000Z' },
    ]);
    expect(await harness.service.get(id)).toMatchObject({
      failure_count: 0,
      next_run_at: '2026-11-22T02:00:00.000Z',
      last_run_status: 'skipped',
    });
    expect(await harness.syncsOf(storeId)).toEqual(before);
  }

  it.each([
    ['inactive', 'Skipped: the store is inactive.'],
    ['archived', 'Skipped: the store is archived.'],
  ])('the store is %s', async (status, message) => {
    const { storeId, id } = await setUp();
    await harness.db.query('update stores set store_status = $2 where id = $1', [storeId, status]);
    await skippedWith(storeId, id, message);
  });

  it('the store was deleted after the run was claimed', async () => {
    const { storeId } = await setUp();
    harness.clock.set('2026-11-21T02:00:01Z');
    const [claimed] = await harness.runs.claimDue(8);
    if (!claimed) throw new Error('Nothing was claimed.');
    await harness.db.query('update stores set deleted_at = now() where id = $1', [storeId]);
    await expect(harness.runs.start(claimed)).rejects.toMatchObject({ code: 'store_not_found' });
    const { rows } = await harness.db.query('select status, message from scheduled_sync_runs where id = $1', [
      claimed.id,
    ]);
    expect(rows).toEqual([{ status: 'skipped', message: 'Skipped: the store was deleted.' }]);
  });

  const MANUAL = { method: 'graphql', trigger: 'manual', requestedBy: null } as const;

  it('a sync of the store is running', async () => {
    const { storeId, id } = await setUp();
    harness.clock.set('2026-11-21T01:59:30Z');
    await harness.syncs.start(storeId, MANUAL);
    await skippedWith(storeId, id, 'Skipped: a sync of the store was still in progress.');
  });

  it('a sync of the store has shown no sign of life', async () => {
    const { storeId, id } = await setUp();
    await harness.syncs.start(storeId, MANUAL);
    await skippedWith(
      storeId,
      id,
      'Skipped: the last sync of the store has shown no sign of life. Reset its sync status to allow new syncs.',
    );
  });

  it('the last sync was force stopped, until the reset', async () => {
    const { storeId, id } = await setUp();
    await harness.syncs.start(storeId, MANUAL);
    await harness.syncs.forceStop(storeId);
    await skippedWith(
      storeId,
      id,
      'Skipped: the last sync of the store was force stopped. Reset its sync status to allow new syncs.',
    );
    await harness.syncs.reset(storeId);
    harness.clock.set('2026-11-22T02:00:01Z');
    await harness.look();
    expect((await harness.logsOf(id))[0]).toMatchObject({ status: 'in_progress' });
  });

  it('the sync of its own last run is still going on, which then counts', async () => {
    const { storeId, id } = await setUp({ schedule_type: 'cron', schedule_config: { cron: '* * * * *' } });
    harness.clock.set('2026-11-21T02:00:00Z');
    await harness.look();
    harness.clock.advance(MINUTE_MS);
    await harness.look();
    expect(await harness.logsOf(id)).toMatchObject([
      { status: 'skipped', message: 'Skipped: a sync of the store was still in progress.' },
      { status: 'in_progress' },
    ]);
    expect((await harness.service.get(id)).last_run_status).toBe('in_progress');
    await harness.finishSync(storeId);
    await harness.look();
    expect(await harness.service.get(id)).toMatchObject({
      last_run_status: 'completed',
      last_run_at: '2026-11-21T02:00:00.000Z',
    });
  });

  it('two schedules of one store at the same time: one sync', async () => {
    const { storeId } = await setUp();
    await harness.addSchedule(storeId, { name: 'The same again' });
    harness.clock.set('2026-11-21T02:00:01Z');
    await harness.look();
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    const { rows } = await harness.db.query<{ status: string }>('select status from scheduled_sync_runs');
    expect(rows.map(({ status }) => status).sort()).toEqual(['in_progress', 'skipped']);
  });
});

describe('failures', () => {
  /** The runs of so many nights, each with its end. */
  async function nights(storeId: string, days: readonly number[]): Promise<void> {
    for (const day of days) {
      harness.clock.set(`2026-11-${day}T02:00:01Z`);
      await harness.look();
      const { status } = await harness.syncs.status(storeId);
      if (status === 'in_progress') await harness.finishSync(storeId);
      await harness.look();
    }
  }

  async function failUntilStopped() {
    const made = await setUp({ max_failures: 2 });
    made.source.countFails = REFUSED;
    await nights(made.storeId, [21, 22]);
    expect(await harness.service.get(made.id)).toMatchObject({ failure_count: 2, next_run_at: null });
    return made;
  }

  it('are counted, logged with their reason, and stop the schedule at the limit; somebody is told once', async () => {
    const { storeId, id, source } = await setUp({ max_failures: 3 });
    source.countFails = REFUSED;
    await nights(storeId, [21]);
    const [failed] = await harness.logsOf(id);
    expect(failed).toMatchObject({
      status: 'failed',
      error_message: 'The token is not valid.',
      sync_id: (await harness.syncsOf(storeId))[0]?.id,
    });
    expect(await harness.service.get(id)).toMatchObject({
      failure_count: 1,
      last_run_status: 'failed',
      next_run_at: '2026-11-22T02:00:00.000Z',
    });
    await nights(storeId, [22, 23]);
    expect(await harness.service.get(id)).toMatchObject({ failure_count: 3, next_run_at: null });
    const logs = await harness.logsOf(id);
    expect(harness.notices).toEqual([logs[0]?.id]);
    expect(await harness.service.summary()).toMatchObject({ failed_schedules: 1, next_run: null });

    await nights(storeId, [24, 25]);
    expect(await harness.logsOf(id)).toHaveLength(3);
  });

  it('of a sync that breaks off on its way count as well', async () => {
    const { storeId, id, source } = await setUp();
    source.beforePage = () => {
      throw new SourceError({ kind: 'rejected', message: 'The shop is frozen.' });
    };
    await nights(storeId, [21]);
    expect(await harness.logsOf(id)).toMatchObject([
      { status: 'failed', error_message: 'The shop is frozen.' },
    ]);
    expect((await harness.service.get(id)).failure_count).toBe(1);
  });

  it('are forgotten after a good run', async () => {
    const { storeId, id, source } = await setUp();
    source.countFails = REFUSED;
    await nights(storeId, [21, 22]);
    source.countFails = null;
    await nights(storeId, [23]);
    expect(await harness.service.get(id)).toMatchObject({ failure_count: 0, last_run_status: 'completed' });
  });

  it('no more keep a schedule from running once it was switched off and on', async () => {
    const { id } = await failUntilStopped();
    await harness.service.toggle(id);
    expect(await harness.service.toggle(id)).toMatchObject({
      failure_count: 0,
      next_run_at: '2026-11-23T02:00:00.000Z',
    });
  });

  it('nor once it was edited', async () => {
    const { storeId, id } = await failUntilStopped();
    expect(await harness.service.update(id, { ...nightly(storeId), name: 'Renamed' })).toMatchObject({
      failure_count: 0,
      next_run_at: '2026-11-23T02:00:00.000Z',
    });
  });

  it('nor once Run Now has succeeded; a Run Now that fails changes nothing about it', async () => {
    const { storeId, id, source } = await failUntilStopped();
    await expect(harness.runs.runNow(id, PERSON)).rejects.toMatchObject({
      message: 'The token is not valid.',
    });
    await harness.look();
    expect(await harness.service.get(id)).toMatchObject({ failure_count: 3, next_run_at: null });
    expect(harness.notices).toHaveLength(1);

    source.countFails = null;
    await harness.runs.runNow(id, PERSON);
    expect((await harness.service.get(id)).next_run_at).toBeNull();
    await harness.finishSync(storeId);
    await harness.look();
    expect(await harness.service.get(id)).toMatchObject({
      failure_count: 0,
      next_run_at: '2026-11-23T02:00:00.000Z',
    });
  });
});

describe('Run Now', () => {
  it('starts a sync at once and leaves the next run where it was', async () => {
    const { storeId, id } = await setUp();
    const syncId = await harness.runs.runNow(id, PERSON);
    expect(await harness.syncsOf(storeId)).toMatchObject([{ id: syncId, trigger: 'manual' }]);
    expect(await harness.logsOf(id)).toMatchObject([
      { trigger: 'manual', sync_id: syncId, status: 'in_progress', due_at: '2026-11-20T12:00:00.000Z' },
    ]);
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-21T02:00:00.000Z');
  });

  it('runs a schedule that is switched off, and one of an inactive store', async () => {
    const { storeId, id } = await setUp({ is_active: false });
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

  it('is refused while a sync is running, and says so in the log as well', async () => {
    const { id } = await setUp();
    await harness.runs.runNow(id, PERSON);
    await expect(harness.runs.runNow(id, PERSON)).rejects.toMatchObject({
      status: 409,
      code: 'sync_in_progress',
    });
    expect(await harness.logsOf(id)).toHaveLength(2);
    await expect(harness.runs.runNow(PERSON, PERSON)).rejects.toMatchObject({ code: 'schedule_not_found' });
  });
});

describe('a clock that jumps', () => {
  it('forward runs what it jumped over once', async () => {
    const { storeId, id } = await setUp({ schedule_type: 'cron', schedule_config: { cron: '0 * * * *' } });
    harness.clock.set('2026-11-20T23:30:00Z');
    await harness.look();
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-21T00:00:00.000Z');
  });

  it('back by an hour has each schedule looked at once, also where its next run stays the same', async () => {
    const { id } = await setUp();
    const { next_run_at } = await harness.service.get(id);
    harness.clock.advance(-3_600_000);
    expect((await harness.runs.look()).setBack).toBe(true);
    await harness.look();
    expect((await harness.runs.look()).setBack).toBe(false);
    expect((await harness.service.get(id)).next_run_at).toBe(next_run_at);
  });

  it('far ahead and back again does not leave the schedule waiting for that far day', async () => {
    const { storeId, id } = await setUp();
    harness.clock.set('2027-11-20T12:00:00Z');
    await harness.look();
    expect((await harness.service.get(id)).next_run_at).toBe('2027-11-21T02:00:00.000Z');

    harness.clock.set('2026-11-20T12:05:00Z');
    await harness.finishSync(storeId);
    await harness.look();
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-21T02:00:00.000Z');
    // That run was made while the clock was ahead: once is enough.
    harness.clock.set('2026-11-21T02:00:01Z');
    await harness.look();
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    expect((await harness.service.get(id)).next_run_at).toBe('2026-11-22T02:00:00.000Z');
    harness.clock.set('2026-11-22T02:00:01Z');
    await harness.look();
    expect(await harness.syncsOf(storeId)).toHaveLength(2);
  });

  it('back does not repeat a run, nor strand one that was claimed before', async () => {
    const { storeId, id } = await setUp();
    harness.clock.set('2026-11-21T02:00:00Z');
    await harness.runs.claimDue(8);
    harness.clock.set('2026-11-21T01:30:00Z');
    await harness.look();
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    await harness.finishSync(storeId);
    harness.clock.set('2026-11-21T02:00:01Z');
    await harness.look();
    expect(await harness.logsOf(id)).toMatchObject([{ status: 'completed' }]);
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
  });
});

it('the log forgets what is older than 90 days', async () => {
  const { storeId, id } = await setUp();
  harness.clock.set('2026-11-21T02:00:01Z');
  await harness.look();
  await harness.finishSync(storeId);
  await harness.look();
  harness.clock.set('2027-03-01T02:00:01Z');
  await harness.look();
  expect(await harness.logsOf(id)).toMatchObject([{ status: 'in_progress' }]);
});
