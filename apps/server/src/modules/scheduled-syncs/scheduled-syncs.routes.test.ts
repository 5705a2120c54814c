import { messages } from '@storefleet/contract/messages';
import type {
  ScheduledSync,
  ScheduledSyncList,
  ScheduledSyncLogList,
  ScheduledSyncSummary,
  SchedulePreview,
  ScheduleSeveralPlan,
  UpcomingRuns,
} from '@storefleet/contract/syncs/scheduled-syncs';
import { openTestApp } from '@storefleet/test-support/app';
import { testClock } from '@storefleet/test-support/clock';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { nightly } from '../../../test/scheduled-syncs/stores.ts';
import { insertStore } from '../../../test/sync/catalogue.ts';

const clock = testClock('2026-11-21T12:00:00Z');
// Only the API: nothing due is started.
const app = await openTestApp({ clock, environment: { PROCESS_ROLE: 'web' } });
const storeId = await insertStore(app.db, { name: 'Atlas' });

const call = <Body>(method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
  app.call<Body>(method, `/scheduled-syncs${path}`, json, { headers });

async function create(change: object = {}): Promise<ScheduledSync> {
  const { status, body } = await call<ScheduledSync>('POST', '', { ...nightly(storeId), ...change });
  expect(status).toBe(201);
  return body;
}

type Problem = { detail: string; code: string; errors?: { path: string; message: string }[] };

describe('a schedule', () => {
  it('is created, read, changed and deleted', async () => {
    const made = await create();
    expect(made).toEqual({
      ...nightly(storeId),
      id: made.id,
      store_name: 'Atlas',
      schedule_description: 'Every day at 02:00',
      failure_count: 0,
      last_run_status: null,
      last_run_at: null,
      next_run_at: '2026-11-22T02:00:00.000Z',
    });
    expect((await call<ScheduledSync>('GET', `/${made.id}`)).body).toEqual(made);

    const change = {
      ...nightly(storeId),
      name: 'Weekly',
      schedule_type: 'weekly',
      schedule_config: { hour: 6, minute: 30, days: [0, 4] },
      timezone: 'Europe/Berlin',
    };
    const { body: changed } = await call<ScheduledSync>('PUT', `/${made.id}`, change);
    expect(changed).toMatchObject({
      ...change,
      schedule_description: 'Every Monday and Friday at 06:30',
      next_run_at: '2026-11-23T05:30:00.000Z',
    });

    expect((await call('DELETE', `/${made.id}`)).body).toEqual({
      success: true,
      message: 'Scheduled sync deleted successfully.',
    });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/toggle'],
      ['POST', '/execute'],
      ['GET', '/logs'],
      ['PUT', ''],
    ] as const) {
      const answer = await call<Problem>(method, `/${made.id}${path}`, method === 'PUT' ? change : undefined);
      expect(answer).toMatchObject({ status: 404, body: { code: 'schedule_not_found' } });
    }
  });

  it('is created once by identical requests, however many and whenever they are sent', async () => {
    const before = (await call<ScheduledSyncList>('GET', '')).body.total;
    const send = (key: string, name = 'Once') =>
      call<ScheduledSync>('POST', '', { ...nightly(storeId), name }, { 'idempotency-key': key });
    const [first, second] = await Promise.all([send('key-1'), send('key-1')]);
    await call('PUT', `/${first.body.id}`, { ...nightly(storeId), name: 'Renamed since' });
    const later = await send('key-1');
    expect([first.status, second.body.id, later.body]).toEqual([
      201,
      first.body.id,
      { ...first.body, name: 'Renamed since' },
    ]);
    // Another key or body is another request.
    const others = [await send('key-2'), await send('key-1', 'Another')];
    expect(new Set([first, ...others].map(({ body }) => body.id)).size).toBe(3);
    expect((await call<ScheduledSyncList>('GET', '')).body.total).toBe(before + 3);
    expect(await send(' ')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('is created for several stores at once, staggered, and once by identical requests', async () => {
    const others = await Promise.all(['Second', 'Third'].map((name) => insertStore(app.db, { name })));
    const body = {
      name: '🌙'.repeat(255),
      store_ids: others,
      schedule_type: 'weekly',
      schedule_config: { hour: 23, minute: 55, days: [6] },
      minutes_apart: 7,
    };
    const planned = await call<ScheduleSeveralPlan>('POST', '/several/plan', body);
    const words = ['Every Sunday at 23:55', 'Every Monday at 00:02'];
    expect(planned.body.schedules.map((each) => each.schedule_description)).toEqual(words);
    const send = () => call<ScheduledSyncList>('POST', '/several', body, { 'idempotency-key': 'several' });
    const { status, body: made } = await send();
    expect(status).toBe(201);
    expect(made.scheduled_syncs).toMatchObject([
      { name: `${'🌙'.repeat(246)} · Second`, store_id: others[0], schedule_description: words[0] },
      { name: `${'🌙'.repeat(247)} · Third`, store_id: others[1], schedule_description: words[1] },
    ]);
    expect((await send()).body).toEqual(made);
    // Later ones avoid the times taken by existing ones.
    const next = await call<ScheduleSeveralPlan>('POST', '/several/plan', { ...body, store_ids: [storeId] });
    expect(next.body.schedules.map((each) => each.schedule_description)).toEqual(['Every Monday at 00:09']);
  });

  it.each([
    ['no stores', { store_ids: [] }, 'Store selection is required'],
    ['more than fit into a day', { minutes_apart: 240 }, /choose at most 205 minutes apart/],
    [
      'an interval in minutes',
      { schedule_type: 'cron', schedule_config: { cron: '* * * * *' } },
      /daily or weekly/,
    ],
  ])('is not created for several stores with %s', async (_what, fields, detail) => {
    const store_ids = [
      storeId,
      ...(await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => insertStore(app.db, { name })))),
    ];
    const several = { name: 'Night', store_ids, schedule_type: 'daily', schedule_config: { hour: 1 } };
    const { status, body } = await call<Problem>('POST', '/several', { ...several, ...fields });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(detail);
  });

  it('is not created for several stores if one of them is gone', async () => {
    const several = {
      name: 'N',
      store_ids: [storeId, uuidv7()],
      schedule_type: 'daily',
      schedule_config: {},
    };
    const before = (await call<ScheduledSyncList>('GET', '')).body.total;
    expect((await call<Problem>('POST', '/several', several)).body.code).toBe('store_not_found');
    expect((await call<ScheduledSyncList>('GET', '')).body.total).toBe(before);
  });

  it('is not overwritten if somebody else has changed it since it was read', async () => {
    const seen = await create();
    const update = (fields: object) =>
      call<Problem>('PUT', `/${seen.id}`, { ...nightly(storeId), ...fields, based_on: seen });
    await call('PUT', `/${seen.id}`, { ...nightly(storeId), schedule_config: { hour: 5, minute: 0 } });
    expect(await update({ name: 'Mine' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', errors: [{ path: 'schedule_config' }] },
    });
    expect((await update({ name: 'Mine', schedule_config: { hour: 5, minute: 0 } })).status).toBe(200);
  });

  it('uses the defaults of the specification', async () => {
    const { body } = await call<ScheduledSync>('POST', '', {
      name: 'Bare',
      store_id: storeId,
      schedule_type: 'daily',
      schedule_config: {},
    });
    expect(body).toMatchObject({ ...nightly(storeId), name: 'Bare' });
  });

  it('has no next run while switched off, and has one when switched on again', async () => {
    const { id } = await create();
    expect((await call<ScheduledSync>('POST', `/${id}/toggle`)).body).toMatchObject({
      is_active: false,
      next_run_at: null,
    });
    expect((await call<ScheduledSync>('POST', `/${id}/toggle`)).body).toMatchObject({
      is_active: true,
      next_run_at: '2026-11-22T02:00:00.000Z',
    });
    expect(await create({ is_active: false })).toMatchObject({ is_active: false, next_run_at: null });
  });

  it('stays unchanged if already in the requested state', async () => {
    const { id } = await create();
    for (const wanted of [false, false, true, true]) {
      expect((await call<ScheduledSync>('POST', `/${id}/toggle?is_active=${wanted}`)).body.is_active).toBe(
        wanted,
      );
    }
  });

  it('with an older or differently spelled timezone name is stored under its current name', async () => {
    expect(await create({ timezone: 'Asia/Calcutta' })).toMatchObject({ timezone: 'Asia/Kolkata' });
    expect(await create({ timezone: 'europe/berlin' })).toMatchObject({ timezone: 'Europe/Berlin' });
  });

  it('is deleted with its store', async () => {
    const goingId = await insertStore(app.db, { name: 'Going' });
    const { id } = await create({ store_id: goingId, name: 'Of a store that goes' });
    await app.fetchApi(`/stores/${goingId}`, { method: 'DELETE' });
    expect((await call('GET', `/${id}`)).status).toBe(404);
    const { body } = await call<ScheduledSyncList>('GET', `?store_id=${goingId}`);
    expect(body).toEqual({ scheduled_syncs: [], total: 0 });
    expect(await call('POST', '', nightly(goingId))).toMatchObject({
      status: 404,
      body: { code: 'store_not_found', detail: 'Store not found!' },
    });
  });
});

describe('refused', () => {
  const minutes = 'it takes numbers from 0 to 59, ranges, lists and steps';
  it.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'There is no timezone with the name Mars/Olympus.'],
    [{ timezone: '+02:00' }, 'timezone', 'There is no timezone with the name +02:00.'],
    [{ schedule_config: { hour: 24 } }, 'schedule_config.hour', 'Hour must be a whole number from 0 to 23.'],
    [
      { schedule_type: 'weekly', schedule_config: { days: [] } },
      'schedule_config.days',
      'At least one day must be selected for weekly schedule',
    ],
    [
      { schedule_type: 'cron', schedule_config: { cron: '61 * * * *' } },
      'schedule_config.cron',
      `The minute '61' is not valid: ${minutes}.`,
    ],
    [
      { schedule_type: 'cron', schedule_config: { cron: '0 2 30 2 *' } },
      'schedule_config.cron',
      'This schedule would never run: no year has such a day.',
    ],
    [{ sync_method: 'mssql' }, 'sync_method', 'The MS SQL method is for MS SQL stores only.'],
    [{ sync_method: 'soap' }, 'sync_method', 'Must be graphql, rest or mssql.'],
  ])('a schedule with %j, at its field', async (change, path, message) => {
    const { status, body } = await call<Problem>('POST', '', { ...nightly(storeId), ...change });
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ path, message }] });
  });

  it('a SQL Server store with any method but its own', async () => {
    const warehouse = await insertStore(app.db, { name: 'Warehouse', type: 'mssql' });
    for (const sync_method of ['graphql', 'rest']) {
      const { body } = await call<Problem>('POST', '', { ...nightly(warehouse), sync_method });
      expect(body.errors).toEqual([
        { path: 'sync_method', message: 'An MS SQL store is synced with the MS SQL method.' },
      ]);
    }
    expect(await create({ store_id: warehouse, sync_method: 'mssql' })).toMatchObject({
      sync_method: 'mssql',
    });
  });

  it('a change is refused like a new schedule, and leaves the schedule unchanged', async () => {
    const made = await create();
    const { status } = await call('PUT', `/${made.id}`, { ...nightly(storeId), timezone: 'Nowhere' });
    expect(status).toBe(400);
    expect((await call('GET', `/${made.id}`)).body).toEqual(made);
  });
});

it('the list is by name, filtered and paged', async () => {
  const own = await insertStore(app.db, { name: 'Own' });
  const b = await create({ store_id: own, name: 'b' });
  const a = await create({ store_id: own, name: 'A', is_active: false });
  const of = (query: string) => call<ScheduledSyncList>('GET', `?store_id=${own}${query}`);
  expect((await of('')).body).toEqual({ scheduled_syncs: [a, b], total: 2 });
  expect((await of('&is_active=true')).body).toEqual({ scheduled_syncs: [b], total: 1 });
  expect((await of('&limit=1&offset=1')).body).toEqual({ scheduled_syncs: [b], total: 2 });
  expect((await of('&limit=501')).status).toBe(400);
});

it('the list holds 100 by default', async () => {
  const own = await insertStore(app.db, { name: 'Many' });
  const first = await create({ store_id: own });
  await app.db.query(
    `insert into scheduled_syncs select (jsonb_populate_record(schedule, jsonb_build_object('id', gen_random_uuid()))).*
     from scheduled_syncs schedule, generate_series(1, 100) where schedule.id = $1`,
    [first.id],
  );
  const { body } = await call<ScheduledSyncList>('GET', `?store_id=${own}`);
  expect([body.scheduled_syncs.length, body.total]).toEqual([100, 101]);
  await app.db.query('delete from scheduled_syncs where store_id = $1', [own]);
});

it('the log lists the newest 50 runs by default, and all page by page', async () => {
  const { id } = await create();
  await app.db.query(
    `insert into scheduled_sync_runs (id, scheduled_sync_id, trigger, due_at, status, claimed_at, message,
       error_message, started_at, completed_at)
     select gen_random_uuid(), $1, 'schedule', at, 'failed', at, 'Sync failed', 'The shop is frozen.', at, at
     from generate_series(1, 51) n, lateral (select timestamptz '2026-01-01Z' + n * interval '1 hour') times (at)`,
    [id],
  );
  const logs = async (query: string) => (await call<ScheduledSyncLogList>('GET', `/${id}/logs${query}`)).body;
  const all = await logs('');
  expect([all.logs.length, all.total]).toEqual([50, 51]);
  const at = '2026-01-03T03:00:00.000Z';
  expect(all.logs[0]).toEqual({
    id: expect.any(String),
    scheduled_sync_id: id,
    sync_id: null,
    trigger: 'schedule',
    status: 'failed',
    message: 'Sync failed',
    due_at: at,
    started_at: at,
    completed_at: at,
    counts: null,
    error_message: 'The shop is frozen.',
  });
  expect((await logs('?limit=2&offset=49')).logs.map(({ due_at }) => due_at)).toEqual([
    '2026-01-01T02:00:00.000Z',
    '2026-01-01T01:00:00.000Z',
  ]);
  await call('DELETE', `/${id}`);
});

it('the summary counts, and names the next run', async () => {
  const before = (await call<ScheduledSyncSummary>('GET', '/summary')).body;
  const soon = await create({ schedule_type: 'cron', schedule_config: { cron: '*/5 * * * *' } });
  const failing = await create({ is_active: true });
  const off = await create({ is_active: false });
  await app.db.query('update scheduled_syncs set failure_count = 3, next_run_at = null where id = any ($1)', [
    [failing.id, off.id],
  ]);
  expect((await call<ScheduledSyncSummary>('GET', '/summary')).body).toEqual({
    total_schedules: before.total_schedules + 3,
    active_schedules: before.active_schedules + 2,
    failed_schedules: before.failed_schedules + 1,
    next_run: '2026-11-21T12:05:00.000Z',
  });
  for (const { id } of [soon, failing, off]) await call('DELETE', `/${id}`);
});

it('the timezones to choose from are the current IANA names', async () => {
  const { body } = await call<string[]>('GET', '/timezones');
  expect(body).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Europe/Kyiv']));
  expect(body).not.toContain('Asia/Calcutta');
  expect(body.length).toBeGreaterThan(400);
  expect(body).toEqual(body.toSorted());
});

it('the preview describes a schedule in words and by its next five runs', async () => {
  const timing = (schedule_type: string, schedule_config: object, timezone = 'UTC') =>
    call<SchedulePreview>('POST', '/preview', { schedule_type, schedule_config, timezone });
  expect((await timing('daily', { hour: 2, minute: 5 }, 'America/New_York')).body).toEqual({
    schedule_description: 'Every day at 02:05',
    next_runs: [22, 23, 24, 25, 26].map((day) => `2026-11-${day}T07:05:00.000Z`),
    problem: null,
  });
  expect((await timing('monthly', { day_of_month: 31 })).body).toEqual({
    schedule_description: 'On day 31 of every month, or its last, at 02:00',
    next_runs: ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'].map(
      (day) => `${day}T02:00:00.000Z`,
    ),
    problem: null,
  });
  expect((await timing('weekly', { days: [0, 1, 2, 3, 4, 5, 6] })).body.schedule_description).toBe(
    'Every day at 02:00',
  );
  expect((await timing('cron', { cron: '*/15 9-17 * * mon-fri' })).body.schedule_description).toBe(
    'Every 15 minutes, between 09:00 and 17:59, Monday through Friday',
  );
});

it('the preview of an invalid schedule is a response that says why', async () => {
  const cron = await call<SchedulePreview>('POST', '/preview', {
    schedule_type: 'cron',
    schedule_config: { cron: '0 2 * * 8' },
    timezone: 'UTC',
  });
  expect(cron.status).toBe(200);
  expect(cron.body).toMatchObject({
    schedule_description: null,
    next_runs: [],
    problem: { path: 'schedule_config.cron' },
  });
  const nowhere = await call<SchedulePreview>('POST', '/preview', {
    schedule_type: 'daily',
    schedule_config: { hour: 2 },
    timezone: 'Atlantis/Harbour',
  });
  expect(nowhere.body.problem).toEqual({
    path: 'timezone',
    message: messages.scheduledSyncs.timezoneUnknown('Atlantis/Harbour'),
  });
});

it('upcoming runs cover all schedules, soonest first, with an overdue one once', async () => {
  const own = await insertStore(app.db, { name: 'Own' });
  const often = await create({
    store_id: own,
    schedule_type: 'cron',
    schedule_config: { cron: '0 */12 * * *' },
  });
  const late = await create({ store_id: own, name: 'Late' });
  await app.db.query(`update scheduled_syncs set next_run_at = '2026-11-18T02:00Z' where id = $1`, [late.id]);
  const { body } = await call<UpcomingRuns>('GET', '/upcoming?days=1');
  const runs = body.runs.filter(({ store_id }) => store_id === own);
  expect(runs.map(({ scheduled_sync_id, due_at }) => [scheduled_sync_id, due_at])).toEqual([
    [late.id, '2026-11-18T02:00:00.000Z'],
    [often.id, '2026-11-22T00:00:00.000Z'],
    [late.id, '2026-11-22T02:00:00.000Z'],
    [often.id, '2026-11-22T12:00:00.000Z'],
  ]);
  expect(runs[0]).toMatchObject({ name: 'Late', store_name: 'Own' });
  expect(body.truncated).toBe(false);
});

it('a schedule in an unknown timezone hides no other upcoming runs', async () => {
  const store_id = await insertStore(app.db, { name: 'Far out' });
  const lost = await create({ store_id, name: 'Lost' });
  const sound = await create({ store_id, name: 'Sound' });
  await app.db.query(`update scheduled_syncs set timezone = 'Mars/Olympus' where id = $1`, [lost.id]);
  const { status, body } = await call<UpcomingRuns>('GET', '/upcoming?days=2');
  expect(status).toBe(200);
  const countOf = ({ id }: { id: string }) => body.runs.filter((run) => run.scheduled_sync_id === id).length;
  expect([countOf(lost), countOf(sound)]).toEqual([1, 2]);
});

it('too many upcoming runs omit those of the most frequent schedules', async () => {
  const store_id = await insertStore(app.db, { name: 'Hasty' });
  const everyMinute = await create({
    store_id,
    schedule_type: 'cron',
    schedule_config: { cron: '* * * * *' },
  });
  const daily = await create({ store_id, name: 'Calm' });
  const { body } = await call<UpcomingRuns>('GET', '/upcoming');
  expect(body).toMatchObject({ truncated: true });
  expect(body.runs).toHaveLength(2_000);
  const times = body.runs.map(({ due_at }) => due_at);
  expect(times).toEqual(times.toSorted());
  const timesOf = ({ id }: { id: string }) => body.runs.filter((run) => run.scheduled_sync_id === id);
  expect(timesOf(daily)).toHaveLength(7);
  expect(timesOf(everyMinute).length).toBeGreaterThan(1_500);
});
