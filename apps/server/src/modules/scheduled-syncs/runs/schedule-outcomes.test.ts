import { beforeEach, describe, expect, it } from 'vitest';
import { createScheduleHarness, PERSON } from '../../../../test/scheduled-syncs/schedule-harness.ts';
import { nightly } from '../../../../test/scheduled-syncs/stores.ts';
import { SourceError } from '../../../connectors/source-error.ts';

const MINUTE_MS = 60_000;
const REFUSED = new SourceError({ kind: 'auth', message: 'The token is not valid.' });

const harness = await createScheduleHarness();
beforeEach(() => harness.startOver());

describe('skipped, with the reason', () => {
  async function skippedWith(storeId: string, id: string, message: string): Promise<void> {
    const before = await harness.syncsOf(storeId);
    await harness.lookAt('2026-11-21T02:00:01Z');
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
    const { storeId, id } = await harness.addScheduledStore();
    await harness.db.query('update stores set store_status = $2 where id = $1', [storeId, status]);
    await skippedWith(storeId, id, message);
  });

  it('the store was deleted after the run was claimed', async () => {
    const { storeId } = await harness.addScheduledStore();
    harness.clock.set('2026-11-21T02:00:01Z');
    const claimed = await harness.claim();
    await harness.db.query('update stores set deleted_at = now() where id = $1', [storeId]);
    await expect(claimed.start()).rejects.toMatchObject({ code: 'store_not_found' });
    const { rows } = await harness.db.query('select status, message from scheduled_sync_runs where id = $1', [
      claimed.id,
    ]);
    expect(rows).toEqual([{ status: 'skipped', message: 'Skipped: the store was deleted.' }]);
  });

  const MANUAL = { method: 'graphql', trigger: 'manual', requestedBy: null } as const;

  it.each([
    ['is running', '2026-11-21T01:59:30Z', 'Skipped: a sync of the store was still in progress.'],
    [
      'has shown no sign of life',
      '2026-11-20T12:00:00Z',
      'Skipped: the last sync of the store has shown no sign of life. Reset its sync status to allow new syncs.',
    ],
  ])('a sync of the store %s', async (_name, startedAt, message) => {
    const { storeId, id } = await harness.addScheduledStore();
    harness.clock.set(startedAt);
    await harness.syncs.start(storeId, MANUAL);
    await skippedWith(storeId, id, message);
  });

  it('the last sync was force stopped, until reset', async () => {
    const { storeId, id } = await harness.addScheduledStore();
    await harness.syncs.start(storeId, MANUAL);
    await harness.syncs.forceStop(storeId);
    await skippedWith(
      storeId,
      id,
      'Skipped: the last sync of the store was force stopped. Reset its sync status to allow new syncs.',
    );
    await harness.syncs.reset(storeId);
    await harness.lookAt('2026-11-22T02:00:01Z');
    expect((await harness.logsOf(id))[0]).toMatchObject({ status: 'in_progress' });
  });

  it('the sync of its own previous run is still running, and then counts', async () => {
    const { storeId, id } = await harness.addScheduledStore({
      schedule_type: 'cron',
      schedule_config: { cron: '* * * * *' },
    });
    await harness.lookAt('2026-11-21T02:00:00Z');
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
    const { storeId } = await harness.addScheduledStore();
    await harness.addSchedule(storeId, { name: 'The same again' });
    await harness.lookAt('2026-11-21T02:00:01Z');
    expect(await harness.syncsOf(storeId)).toHaveLength(1);
    const { rows } = await harness.db.query<{ status: string }>('select status from scheduled_sync_runs');
    expect(rows.map(({ status }) => status).sort()).toEqual(['in_progress', 'skipped']);
  });
});

describe('failures', () => {
  /** Runs on this many nights, each with its outcome. */
  async function nights(storeId: string, days: readonly number[]): Promise<void> {
    for (const day of days) {
      await harness.lookAt(`2026-11-${day}T02:00:01Z`);
      const { status } = await harness.syncs.status(storeId);
      if (status === 'in_progress') await harness.finishSync(storeId);
      await harness.look();
    }
  }

  async function failUntilStopped() {
    const made = await harness.addScheduledStore({ max_failures: 2 });
    made.source.countFails = REFUSED;
    await nights(made.storeId, [21, 22]);
    expect(await harness.service.get(made.id)).toMatchObject({ failure_count: 2, next_run_at: null });
    return made;
  }

  it('are counted, logged with their reason, and stop the schedule at the limit, with one mail', async () => {
    const { storeId, id, source } = await harness.addScheduledStore({ max_failures: 3 });
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

  it('include syncs that fail midway', async () => {
    const { storeId, id, source } = await harness.addScheduledStore();
    source.beforePage = () => {
      throw new SourceError({ kind: 'rejected', message: 'The shop is frozen.' });
    };
    await nights(storeId, [21]);
    expect(await harness.logsOf(id)).toMatchObject([
      { status: 'failed', error_message: 'The shop is frozen.' },
    ]);
    expect((await harness.service.get(id)).failure_count).toBe(1);
  });

  it('are reset by a successful run', async () => {
    const { storeId, id, source } = await harness.addScheduledStore();
    source.countFails = REFUSED;
    await nights(storeId, [21, 22]);
    source.countFails = null;
    await nights(storeId, [23]);
    expect(await harness.service.get(id)).toMatchObject({ failure_count: 0, last_run_status: 'completed' });
  });

  it.each([
    [
      'switched off and on',
      async ({ id }: { id: string }) => {
        await harness.service.toggle(id);
        return harness.service.toggle(id);
      },
    ],
    [
      'edited',
      ({ id, storeId }: { id: string; storeId: string }) =>
        harness.service.update(id, { ...nightly(storeId), name: 'Renamed' }),
    ],
  ])('no longer stop a schedule once it was %s', async (_name, change) => {
    expect(await change(await failUntilStopped())).toMatchObject({
      failure_count: 0,
      next_run_at: '2026-11-23T02:00:00.000Z',
    });
  });

  it('nor once Run Now has succeeded; a failed Run Now changes nothing', async () => {
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
