import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type {
  ScheduleChangePreview,
  ScheduledChangeList,
} from '@storefleet/contract/edits/scheduled-changes';
import type { Attention } from '@storefleet/contract/overview';
import type { CreatedApiKey } from '@storefleet/contract/people/api-keys';
import type { Role } from '@storefleet/contract/people/permissions';
import { NOTIFICATION_EMAIL_SETTING } from '@storefleet/contract/syncs/schedule-constants';
import { openTestApp } from '@storefleet/test-support/app';
import PostalMime from 'postal-mime';
import { beforeEach, expect, it, vi } from 'vitest';
import { openSmallShop } from '../../../test/bulk-updates/small-shop.ts';
import { type SourceDeps, sourceKinds } from '../../connectors/registry.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { dueStep } from './due-step.ts';

/** While it is set, no store answers; counts how often one was asked. */
let silence: { asked: number } | null = null;
const moreSources = (deps: SourceDeps) =>
  sourceKinds(deps).map((kind) => ({
    ...kind,
    connect: async (store: Parameters<typeof kind.connect>[0]) => {
      if (silence === null) return kind.connect(store);
      silence.asked += 1;
      throw new SourceError({ kind: 'transient', message: 'The store did not answer.' });
    },
  }));

const { app, shop, storeId, call, edit, preview, apply, read, untilEnded, priceOf, environment } =
  await openSmallShop({ moreSources });
/** A second process of the application. */
const other = await openTestApp({
  db: app.db,
  environment: { ...environment, PROCESS_ROLE: 'worker' },
  moreSources,
});
beforeEach(async () => {
  await app.db.query('delete from guard_rails');
  await app.db.query('delete from edit_batches');
  await app.db.query(
    `update users set member_role = 'editor', banned_until = null where email = 'editor@example.com'`,
  );
  await app.db.query(`update stores set store_status = 'active'`);
  await app.db.query('update api_keys set revoked_at = null, expires_at = null');
});

/** Different each time. */
let prices = 100;
const newPrice = () => `${prices++}.00`;

const DAY_MS = 86_400_000;
/** The clock time in UTC this many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16);
const SALE = { starts: inDays(2), ends: inDays(4), timezone: 'UTC' };

const schedule = (batchId: string, more: object = {}, as?: Role) =>
  call<BulkUpdateBatch>('PUT', `/products/bulk-updates/${batchId}/schedule`, { ...SALE, ...more }, as);
const end = (batchId: string, json: object, as?: Role) =>
  call<BulkUpdateBatch>(
    'PUT',
    `/products/bulk-updates/${batchId}/schedule/end`,
    { timezone: 'UTC', ...json },
    as,
  );
const attention = async () =>
  (await call<Attention>('GET', '/overview/attention')).body.items.filter(
    ({ kind }) => kind === 'scheduled_change',
  );

/** Schedules a plan with a new price for these products. */
async function scheduled(indexes: number[], price: string, more: object = {}, as?: Role): Promise<string> {
  const { body: plan } = await preview(indexes, price, as);
  const { status, body } = await schedule(plan.batch_id, more, as);
  expect(body.schedule ?? body).toMatchObject({ state: 'scheduled' });
  expect(status).toBe(200);
  return plan.batch_id;
}

/** Moves its start or end to this many seconds ago. */
const come = (batchId: string, column: 'starts_at' | 'ends_at', seconds = 1) =>
  app.db.query(
    `update scheduled_changes set ${column} = now() - $2 * interval '1 second' where batch_id = $1`,
    [batchId, seconds],
  );

/** Waits until its schedule matches. */
const until = (batchId: string, schedule: object) =>
  vi.waitFor(
    async () => {
      const batch = await read(batchId);
      expect(batch.schedule).toMatchObject(schedule);
      return batch;
    },
    { timeout: 30_000 },
  );

async function begin(batchId: string) {
  await come(batchId, 'starts_at');
  await until(batchId, { state: 'applied' });
  return untilEnded(batchId);
}

/** The update that reverted it. */
async function reverted(batchId: string): Promise<BulkUpdateBatch> {
  await come(batchId, 'ends_at');
  const { schedule: now } = await until(batchId, { state: 'reverted' });
  return untilEnded(now?.revert_batch_id ?? '');
}

it('previews what will happen when', async () => {
  const { body: plan } = await preview([0, 1], '90.00');
  const ask = (times: object) =>
    call<ScheduleChangePreview>('POST', `/products/bulk-updates/${plan.batch_id}/schedule/preview`, times);
  const year = new Date().getUTCFullYear() + 1;
  const { body } = await ask({
    starts: inDays(2),
    ends: `${inDays(4).slice(0, 10)}T24:00`,
    timezone: 'Europe/Kiev',
  });
  expect(body).toMatchObject({ problem: null, guard_rails: [], meanwhile: [] });
  expect(body.says.join('\n')).toMatch(
    /\(Europe\/Kyiv\) 2 rows are changed\.(.|\n)*, 24:00 each written value reverts(.|\n)*Needs attention/,
  );
  const problems = await Promise.all(
    [
      { ...SALE, starts: inDays(-1) },
      { ...SALE, ends: inDays(1) },
      { ...SALE, starts: `${year + 2}-01-01T00:00`, ends: null },
      { ...SALE, timezone: 'Mars/Olympus' },
    ].map(async (times) => (await ask(times)).body.problem?.path),
  );
  expect(problems).toEqual(['starts', 'ends', 'starts', 'timezone']);
  expect((await schedule(plan.batch_id, { starts: '2026-02-30T00:00' })).status).toBe(400);
  expect((await schedule(plan.batch_id, {}, 'proposer')).status).toBe(403);
});

it('is applied at its start and reverted at its end, except for values changed meanwhile', async () => {
  const before = await priceOf(1);
  const sale = await scheduled([0, 1, 2], '90.00', {}, 'editor');
  expect((await call('DELETE', `/products/bulk-updates/${sale}`)).body.detail).toMatch(/is scheduled/);
  const list = async () => (await call<ScheduledChangeList>('GET', '/products/scheduled-changes')).body;
  expect(await list()).toMatchObject({ total: 1, scheduled_changes: [{ batch_id: sale, expires_at: null }] });
  await edit(2, '33.00');
  expect(await begin(sale)).toMatchObject({
    succeeded: 2,
    failed: 1,
    schedule: { state: 'applied', scheduled_by: { email: 'editor@example.com' } },
  });
  expect(await priceOf(1)).toBe('90.00');
  await edit(0, '95.00');
  const revert = await reverted(sale);
  expect(revert).toMatchObject({ origin: 'undo', undoes_batch_id: sale, succeeded: 1, failed: 1 });
  expect(revert.title).toMatch(/^End of “/);
  const { body } = await call<BulkUpdateItemList>(
    'GET',
    `/products/bulk-updates/${revert.batch_id}/items?show=problems`,
  );
  expect(body.items).toMatchObject([
    { error: 'It was changed again since. It stays as it is.', changes: [{ old_value: '95.00' }] },
  ]);
  expect([await priceOf(0), await priceOf(1), await priceOf(2)]).toEqual(['95.00', before, '33.00']);
  expect(await list()).toMatchObject({ total: 0 });
});

it.each(['first ends first', 'second ends first', 'second starts while the first is being reverted'])(
  'restores the values from before both of two sales if the %s',
  async (order) => {
    const before = [await priceOf(5), await priceOf(6)];
    const first = await scheduled([5, 6], newPrice());
    await begin(first);
    const { body: plan } = await preview([5], newPrice());
    const meanwhile = async (more: object = {}) => {
      const path = `/products/bulk-updates/${plan.batch_id}/schedule/preview`;
      return (await call<ScheduleChangePreview>('POST', path, { ...SALE, ...more })).body.meanwhile;
    };
    const says = (afterwards: string) => [
      expect.stringMatching(`, applied since .*, changed 1 row of these too\\. ${afterwards}`),
    ];
    expect(await meanwhile()).toEqual(says('Once both have ended'));
    expect(await meanwhile({ ends: null })).toEqual(says('.*keep the values of this one'));
    const { batch_id: second } = plan;
    await schedule(second);
    await begin(second);
    const ending = order === 'second ends first' ? [second, first] : [first, second];
    for (const sale of ending) {
      const { batch_id } = await reverted(sale);
      if (order.includes('being reverted'))
        await app.db.query(
          `update edit_batches revert set created_at = own.started_at - interval '1 second'
           from edit_batches own where own.id = $1 and revert.id = $2`,
          [second, batch_id],
        );
    }
    expect([await priceOf(5), await priceOf(6)]).toEqual(before);
  },
);

it('counts a sale from when it was applied, if that was before its start', async () => {
  const first = await scheduled([5], newPrice());
  await apply(first);
  await untilEnded(first);
  const { body: plan } = await preview([5], newPrice());
  const { body } = await call<ScheduleChangePreview>(
    'POST',
    `/products/bulk-updates/${plan.batch_id}/schedule/preview`,
    { ...SALE, starts: inDays(1), ends: inDays(1.5) },
  );
  expect(body.meanwhile).toEqual([expect.stringMatching(/, applied since .*, changed 1 row of these too/)]);
  const now = (await read(first)).schedule;
  expect(Date.parse(now?.starts_at ?? '')).toBeLessThanOrEqual(Date.now());
});

it('says when another sale takes back the price that both want', async () => {
  const price = newPrice();
  const first = await scheduled([5], price);
  const meanwhile = async () => {
    const { body: plan } = await preview([5, 6], price);
    const path = `/products/bulk-updates/${plan.batch_id}/schedule/preview`;
    return (await call<ScheduleChangePreview>('POST', path, SALE)).body.meanwhile;
  };
  expect(await meanwhile()).toEqual([expect.stringMatching(/sets 1 row of these too, to the same values/)]);
  await begin(first);
  expect(await meanwhile()).toEqual([
    expect.stringMatching(
      /^1 more row already has its new value from “.*”, which takes it back on .*move that end/,
    ),
  ]);
});

it('restores the values from before a series of sales, each of which begins before the previous one ends', async () => {
  const before = await priceOf(5);
  let previous: string | null = null;
  for (const price of [newPrice(), newPrice(), newPrice()]) {
    const sale: string = await scheduled([5], price);
    await begin(sale);
    if (previous !== null) await reverted(previous);
    previous = sale;
  }
  await reverted(previous ?? '');
  expect(await priceOf(5)).toBe(before);
});

it('restores a regular price set between two sales, even if it is that of the first', async () => {
  const [sale, regular] = [newPrice(), newPrice()];
  await edit(5, regular);
  const first = await scheduled([5], sale);
  await begin(first);
  await edit(5, regular);
  await edit(5, sale);
  const second = await scheduled([5], newPrice());
  await begin(second);
  for (const each of [first, second]) await reverted(each);
  expect(await priceOf(5)).toBe(sale);
});

it('leaves no plan behind if its end fails', async () => {
  const first = await scheduled([5], newPrice());
  await begin(first);
  const second = await scheduled([5], newPrice());
  await begin(second);
  await reverted(first);
  await app.db.query('alter table undone_chains add constraint broken check (false) not valid');
  await come(second, 'ends_at');
  await until(second, { state: 'applied', problem: expect.stringMatching(/^It failed/) });
  await app.db.query('alter table undone_chains drop constraint broken');
  const { rows } = await app.db.query(
    `select from edit_batches where undoes_batch_id = $1 and status = 'planned'`,
    [second],
  );
  expect(rows).toEqual([]);
});

it('keeps values changed in the shop itself, even if we were not notified', async () => {
  const sale = await scheduled([3, 4], '80.00');
  await begin(sale);
  const changed = shop.catalogue.products().toArray()[3];
  shop.catalogue.updateVariant(changed?.variants[0]?.id ?? 0, { price: '81.00' });
  const revert = await reverted(sale);
  expect(revert).toMatchObject({ succeeded: 1, failed: 1, errors: [{ conflict: { current: '81.00' } }] });
});

it('starts once, whatever else is running', async () => {
  const sales = await Promise.all(
    [0, 1, 2, 3, 5, 6].map((index) => scheduled([index], '70.00', { ends: null })),
  );
  await app.db.query(`update scheduled_changes set starts_at = now() - interval '1 second'`);
  for (const sale of sales) {
    await until(sale, { state: 'applied' });
    expect(await untilEnded(sale)).toMatchObject({ total: 1, succeeded: 1 });
  }
  const { rows } = await app.db.query<{ count: number }>(
    'select count(*)::int as count from change_history where batch_id = any ($1::uuid[])',
    [sales],
  );
  expect(rows[0]?.count).toBe(sales.length);
});

it.each([
  ['starts_at', 'applied'],
  ['ends_at', 'reverted'],
] as const)('goes on from %s where a process died that worked on it', async (column, state) => {
  const sale = await scheduled([0], newPrice());
  if (column === 'ends_at') await begin(sale);
  await app.db.query(
    `update scheduled_changes set lease_id = gen_random_uuid(), heartbeat_at = now() - interval '30 seconds'
     where batch_id = $1`,
    [sale],
  );
  await come(sale, column);
  const { schedule: now } = await until(sale, { state });
  await untilEnded(now?.revert_batch_id ?? sale);
});

it('starts late after a downtime, but not once its end has passed', async () => {
  const late = await scheduled([0], '72.00');
  await come(late, 'starts_at', 86_400);
  await until(late, { state: 'applied' });
  await untilEnded(late);
  const price = await priceOf(1);
  const missed = await scheduled([1], '72.00');
  await app.db.query(
    `update scheduled_changes set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
     where batch_id = $1`,
    [missed],
  );
  const batch = await until(missed, { state: 'missed' });
  expect(batch).toMatchObject({
    status: 'planned',
    schedule: { problem: expect.stringMatching(/its end has passed/) },
  });
  expect(await priceOf(1)).toBe(price);
  expect(await attention()).toMatchObject([{ batch_id: missed, count: 1 }]);
  await schedule(missed);
  expect(await attention()).toEqual([]);
});

const member = (change: string) => () =>
  app.db.query(`update users set ${change} where email = 'editor@example.com'`);
const stopped: [string, () => Promise<unknown>, RegExp][] = [
  [
    'is no member any more',
    member(`banned_until = 'infinity'`),
    /is no member any more\. .*(Apply|End) it now/,
  ],
  ['lost the role', member(`member_role = 'proposer'`), /may not apply changes any more/],
  [
    'meets a guard rail that is new',
    () =>
      call('POST', '/guard-rails', {
        effect: 'warning',
        rule: { kind: 'max_move', attribute: 'price', direction: 'any', percent: 0.1 },
      }),
    /Give a reason/,
  ],
  [
    'meets quiet hours',
    () =>
      call('POST', '/guard-rails', {
        effect: 'warning',
        rule: {
          kind: 'quiet_hours',
          days: [0, 1, 2, 3, 4, 5, 6],
          from: '00:00',
          to: '00:00',
          timezone: 'UTC',
        },
      }),
    /Nothing may be changed at this time/,
  ],
  [
    'has only stores that are archived',
    () => app.db.query(`update stores set store_status = 'archived' where id = $1`, [storeId]),
    /archived/,
  ],
];
it.each(stopped)(
  'waits at its start and at its end for a person when whoever scheduled it, or it, %s',
  async (_, happens, why) => {
    const before = [await priceOf(0), await priceOf(5)];
    const wanted = newPrice();
    const ending = await scheduled([5], wanted, {}, 'editor');
    await begin(ending);
    const starting = await scheduled([0], newPrice(), {}, 'editor');
    await happens();
    await come(starting, 'starts_at');
    await come(ending, 'ends_at');
    const problem = expect.stringMatching(why);
    const waiting = await until(starting, { state: 'scheduled', problem });
    const going = await until(ending, { state: 'applied', problem });
    expect(waiting).toMatchObject({ status: 'planned', expires_at: null });
    expect([await priceOf(0), await priceOf(5)]).toEqual([before[0], wanted]);
    expect(new Map((await attention()).map(({ batch_id, detail }) => [batch_id, detail]))).toEqual(
      new Map([waiting, going].map(({ batch_id, schedule }) => [batch_id, schedule?.problem])),
    );
    await app.db.query(`update stores set store_status = 'active'`);
    const override_reason = 'It has to be';
    expect((await apply(starting, override_reason)).status).toBe(202);
    await untilEnded(starting);
    expect(await read(starting)).toMatchObject({ schedule: { state: 'applied', problem: null } });
    const ended = await call('POST', `/products/bulk-updates/${ending}/schedule/end-now`, {
      override_reason,
    });
    expect(ended.status).toBe(200);
    const { schedule: over } = await until(ending, { state: 'reverted', problem: null });
    await untilEnded(over?.revert_batch_id ?? '');
    expect(await priceOf(5)).toBe(before[1]);
  },
);

it('accepts a reason in advance for guard rails broken at its start or end', async () => {
  await call('POST', '/guard-rails', {
    effect: 'warning',
    rule: { kind: 'max_move', attribute: 'price', direction: 'down', percent: 5 },
  });
  const price = Number(await priceOf(6));
  const { body: plan } = await preview([6], (price * 1.5).toFixed(2));
  const { body } = await call<ScheduleChangePreview>(
    'POST',
    `/products/bulk-updates/${plan.batch_id}/schedule/preview`,
    SALE,
  );
  expect(body.guard_rails).toMatchObject([{ message: expect.stringMatching(/^At its end: /) }]);
  expect((await schedule(plan.batch_id)).body.code).toBe('override_reason_missing');
  expect((await schedule(plan.batch_id, { ends: null })).status).toBe(200);
  expect((await schedule(plan.batch_id, { override_reason: 'Black Friday' })).status).toBe(200);
  await begin(plan.batch_id);
  expect(await reverted(plan.batch_id)).toMatchObject({ succeeded: 1, override: { reason: 'Black Friday' } });
});

it('approves a plan that waits for a decision, until cancelled', async () => {
  const { body: plan } = await preview([0], '75.00', 'proposer');
  const act = (what: string, json: object = {}, as?: Role) =>
    call<BulkUpdateBatch>('POST', `/products/bulk-updates/${plan.batch_id}/${what}`, json, as);
  await act('submit', {}, 'proposer');
  expect((await schedule(plan.batch_id, {}, 'editor')).body.submission).toMatchObject({
    decision: 'approved',
  });
  for (const [what, json] of [
    ['reject', { reason: 'no' }],
    ['withdraw', {}],
    ['take-over', {}],
    ['leave-out', { left_out: true, filter: {} }],
  ] as const) {
    expect((await act(what, json, what === 'withdraw' ? 'proposer' : undefined)).body.detail).toMatch(
      /is scheduled/,
    );
  }
  const cancelled = await call<BulkUpdateBatch>('DELETE', `/products/bulk-updates/${plan.batch_id}/schedule`);
  expect(cancelled.body).toMatchObject({ schedule: null, submission: { decision: null } });
  expect((await call('DELETE', `/products/bulk-updates/${plan.batch_id}/schedule`)).status).toBe(409);
});

it('is kept until its time, however long that is', async () => {
  const sale = await scheduled([0], '76.00');
  await app.db.query(`update edit_batches set created_at = created_at - interval '200 days'`);
  await preview([1], '76.00');
  expect((await read(sale)).status).toBe('planned');
  // Even by a process whose version does not know schedules.
  await app.db.query(`update edit_batches set status = 'cancelled' where id = $1 and status = 'planned'`, [
    sale,
  ]);
  await begin(sale);
});

it('reverts later, or never, if its end is moved; applied now, it keeps its end', async () => {
  const sale = await scheduled([0], '77.00');
  expect((await end(sale, { ends: null })).status).toBe(409);
  await apply(sale);
  await untilEnded(sale);
  expect((await end(sale, { ends: inDays(-1) })).status).toBe(400);
  expect((await end(sale, { ends: inDays(9) })).body.schedule).toMatchObject({ state: 'applied' });
  expect((await end(sale, { ends: null })).body.schedule).toMatchObject({ state: 'kept', ends_at: null });
  expect((await end(sale, { ends: inDays(9) })).body.schedule).toMatchObject({ state: 'applied' });
  await reverted(sale);
  expect((await end(sale, { ends: null })).status).toBe(409);
});

it('is stopped by its end while still being written, and only reverts what was written', async () => {
  const prices = await Promise.all([0, 1].map(priceOf));
  const sale = await scheduled([0, 1], '78.00');
  // Another update holds one of its products, and does not end.
  const { rows } = await app.db.query<{ id: string }>(
    `select product_id as id from edit_items where batch_id = $1 order by position limit 1`,
    [sale],
  );
  const { body: holder } = await preview([5], '78.00');
  await app.db.query(
    `insert into edit_claims (product_id, batch_id, store_id, claimed_at) values ($1, $2, $3, now())`,
    [rows[0]?.id, holder.batch_id, storeId],
  );
  await come(sale, 'starts_at');
  await expect.poll(() => read(sale)).toMatchObject({ status: 'in_progress', succeeded: 1 });
  const revert = await reverted(sale);
  expect(await read(sale)).toMatchObject({ succeeded: 1, cancelled: 1 });
  expect(revert).toMatchObject({ succeeded: 1, total: 1 });
  await app.db.query('delete from edit_claims where batch_id = $1', [holder.batch_id]);
  expect(await Promise.all([0, 1].map(priceOf))).toEqual(prices);
});

it('reverts the part of a row that arrived, although the row failed', async () => {
  const price = await priceOf(7);
  const sale = await scheduled([7], newPrice());
  await begin(sale);
  await app.db.query('update edit_batch_stores set succeeded = 0, failed = 1 where batch_id = $1', [sale]);
  await reverted(sale);
  expect(await priceOf(7)).toBe(price);
});

it('warns that rows retried during a sale do not revert with it', async () => {
  const sale = await scheduled([2, 3], newPrice());
  await edit(2, newPrice());
  await begin(sale);
  const retry = async () =>
    (await call<BulkUpdateBatch>('POST', `/products/bulk-updates/${sale}/retry`)).body.warnings;
  const outlasts = expect.objectContaining({ code: 'outlasts_sale', count: 1 });
  expect(await retry()).toContainEqual(outlasts);
  await reverted(sale);
  expect(await retry()).not.toContainEqual(outlasts);
});

it('waits at its end for a store that does not answer', async () => {
  const price = await priceOf(7);
  const sale = await scheduled([7], newPrice());
  await begin(sale);
  silence = { asked: 0 };
  await come(sale, 'ends_at');
  await expect.poll(() => silence?.asked).toBeGreaterThan(0);
  silence = null;
  await app.db.query(`update scheduled_changes set heartbeat_at = now() - interval '30 seconds'`);
  expect(await reverted(sale)).toMatchObject({ succeeded: 1, failed: 0 });
  expect(await priceOf(7)).toBe(price);
});

it('continues in an inactive store, where only scheduled syncs pause', async () => {
  const price = await priceOf(7);
  const sale = await scheduled([7], newPrice());
  await app.db.query(`update stores set store_status = 'inactive'`);
  expect(await begin(sale)).toMatchObject({ succeeded: 1 });
  expect(await reverted(sale)).toMatchObject({ succeeded: 1 });
  expect(await priceOf(7)).toBe(price);
});

it.each([
  ['revoked', 'was revoked', (id: string) => call('DELETE', `/api-keys/${id}`)],
  [
    'expired',
    'has expired',
    (id: string) => app.db.query('update api_keys set expires_at = now() where id = $1', [id]),
  ],
])('waits for a person at both times if the API key that scheduled it is %s', async (_, said, end) => {
  const { body: key } = await call<CreatedApiKey>('POST', '/api-keys', {
    name: 'Sale robot',
    role: 'editor',
  });
  const byKey = async (index: number) => {
    const { body: plan } = await preview([index], newPrice());
    const path = `/products/bulk-updates/${plan.batch_id}/schedule`;
    const response = await app.fetchApi(path, { method: 'PUT', json: SALE, token: key.secret });
    expect(response.status).toBe(200);
    return plan.batch_id;
  };
  const [waiting, going] = [await byKey(0), await byKey(1)];
  await begin(going);
  await end(key.id);
  await come(waiting, 'starts_at');
  await come(going, 'ends_at');
  const problem = expect.stringContaining(`The API key “Sale robot”, which scheduled it, ${said}. `);
  await until(waiting, { state: 'scheduled', problem });
  await until(going, { state: 'applied', problem });
  // Rescheduling continues on behalf of whoever does it.
  await schedule(waiting);
  await begin(waiting);
});

/** The content of both processes' mails, oldest first. */
async function mails() {
  const folders = [app, other].map(({ dataDir }) => path.join(dataDir, 'outbox'));
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name)),
    ),
  );
  return Promise.all(files.flat().map(async (file) => PostalMime.parse(await readFile(file))));
}

it('mails what waits or was not written to the address in the settings, but no success', async () => {
  const setting = { key: NOTIFICATION_EMAIL_SETTING, value: 'ops@shops.example' };
  expect((await call('POST', '/settings', setting)).status).toBe(201);
  const banned = (until: string | null) =>
    app.db.query(`update users set banned_until = $1 where email = 'editor@example.com'`, [until]);
  const told = (subject: RegExp, link: string, ...texts: RegExp[]) =>
    vi.waitFor(
      async () => {
        const mail = (await mails()).find(({ text }) => text?.includes(`/bulk-updates/${link}`));
        expect(mail?.to).toMatchObject([{ address: 'ops@shops.example' }]);
        expect(mail?.subject).toMatch(subject);
        for (const text of texts) expect(mail?.text).toMatch(text);
      },
      { timeout: 30_000 },
    );

  const well = await scheduled([0], newPrice());
  await begin(well);
  await reverted(well);

  const late = await scheduled([0], newPrice(), {}, 'editor');
  await banned('infinity');
  await come(late, 'starts_at');
  await told(/^“Price .*” was not applied at its time$/, late, /is no member any more\. Apply it now/);

  await banned(null);
  const open = await scheduled([1], newPrice(), {}, 'editor');
  await begin(open);
  await banned('infinity');
  await come(open, 'ends_at');
  await told(/was not reverted at its end$/, open, /is no member any more\. End it now/);

  const partly = await scheduled([2, 3], newPrice());
  await edit(2, newPrice());
  await begin(partly);
  await told(/was applied, but for 1 row$/, partly, /1 row stayed unchanged: each says why/);
  await edit(3, newPrice());
  const { batch_id: revert } = await reverted(partly);
  await told(/was reverted, but for 1 row$/, revert, /1 row stayed unchanged/);

  expect((await mails()).map(({ text }) => text).filter((text) => text?.includes(well))).toEqual([]);
});

it.each([
  ['its revert', { status: 'reverted', batch_status: 'completed', revert_status: 'in_progress' }],
  ['it', { status: 'kept', batch_status: 'in_progress', revert_status: null }],
] as const)('is not settled while %s is being written, even if a process looks late', (_, state) => {
  const now = new Date();
  const times = { starts_at: now, ends_at: null, problem: null, apply_settled_at: null };
  const end = { waits_for_stores: false, cancel_requested_at: null, ended_stores: [] };
  expect(dueStep({ ...times, ...end, ...state }, now)).toBeNull();
});

it('waits at both times if its only store is deleted, and says so', async () => {
  const [waiting, going] = [await scheduled([4], newPrice()), await scheduled([5], newPrice())];
  await begin(going);
  expect((await call('DELETE', `/stores/${storeId}`)).status).toBe(200);
  await come(waiting, 'starts_at');
  await come(going, 'ends_at');
  const says = (why: RegExp) => ({ problem: expect.stringMatching(why) });
  await until(waiting, { state: 'scheduled', ...says(/^Its stores are archived or deleted\. Apply it now/) });
  await until(going, {
    state: 'applied',
    ...says(/Its store does not exist any more\. .* keep the new values/),
  });
  expect((await attention()).map(({ batch_id }) => batch_id).sort()).toEqual([waiting, going].sort());
});
