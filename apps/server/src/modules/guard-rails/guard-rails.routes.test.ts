import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { GuardRail, GuardRailList } from '@storefleet/contract/edits/guard-rails';
import type { HistoryBatchList, UndoStarted } from '@storefleet/contract/edits/history';
import type { AuditPage } from '@storefleet/contract/people/audit';
import { beforeEach, expect, it, vi } from 'vitest';
import { openSmallShop } from '../../../test/bulk-updates/small-shop.ts';

const { app, call, edit, preview, apply, read, untilEnded, priceOf, storeId } = await openSmallShop();
beforeEach(async () => {
  await app.db.query('delete from guard_rails');
});

const ENDING = { kind: 'ending', attribute: 'price', endings: ['.99'] } as const;
const guard = (effect: GuardRail['effect'], rule: object = ENDING, more: object = {}) =>
  call<GuardRail>('POST', '/guard-rails', { effect, rule, ...more });
const plans = async () => (await app.db.query('select id from edit_batches')).rows.length;

it('requires a reason if an edit in place triggers a warning, and keeps it with the change', async () => {
  const { body: rule } = await guard('warning', ENDING, { name: 'Prices end with .99' });
  const before = { price: await priceOf(0), plans: await plans() };
  const refused = await edit(0, '12.50');
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'override_reason_missing',
      detail:
        'Prices end with .99: 1 row breaks “Price ends with .99”. Give a reason for making this change anyway.',
      errors: [
        {
          path: `guard_rails.${rule.id}`,
          message: 'Prices end with .99: 1 row breaks “Price ends with .99”.',
        },
      ],
    },
  });
  expect({ price: await priceOf(0), plans: await plans() }).toEqual(before);

  const { status, body } = await edit(0, '12.50', 'Round price agreed with the customer');
  expect(status).toBe(200);
  expect(await priceOf(0)).toBe('12.50');
  expect(await read(body.batch_id)).toMatchObject({
    override: { reason: 'Round price agreed with the customer', by: { name: 'Sam Staff' } },
    guard_rails: [{ guard_rail_id: rule.id, rows: 1, effect: 'warning' }],
  });
  const { body: history } = await call<HistoryBatchList>('GET', '/history/batches');
  expect(history.batches[0]).toMatchObject({
    override: { reason: 'Round price agreed with the customer' },
  });
  expect((await edit(0, '12.99')).status).toBe(200);
});

it('lets only owners override a block, with a reason', async () => {
  await guard('block');
  expect(await edit(1, '5.00', 'I want to', 'editor')).toMatchObject({
    status: 403,
    body: { code: 'guard_rail_blocks', detail: /Only an owner can make this change, with a reason\.$/ },
  });
  expect((await edit(1, '5.00')).body).toMatchObject({
    code: 'override_reason_missing',
    errors: [{ message: '1 row breaks “Price ends with .99”.' }],
  });
  expect((await edit(1, '5.00', 'End of line')).status).toBe(200);
});

it('requires somebody other than the author to apply what needs approval', async () => {
  await guard('approval');
  const { body: plan } = await preview([2], '7.00', 'editor');
  expect((await apply(plan.batch_id, 'please', 'editor')).body.code).toBe('approval_required');
  expect((await edit(2, '7.00', 'please', 'editor')).body.code).toBe('approval_required');
  expect((await apply(plan.batch_id)).status).toBe(202);
  await untilEnded(plan.batch_id);
  expect(await priceOf(2)).toBe('7.00');
});

it('marks the rows of a preview, which breaks nothing once they are left out', async () => {
  await guard('block', { kind: 'floor', attribute: 'price', amount: '6.00', currency: 'USD' });
  const { body: plan } = await preview([3, 4], '5.50');
  expect(plan.guard_rails).toMatchObject([
    { rows: 2, message: '2 rows break “Price of at least 6.00 USD”.' },
  ]);
  expect(plan.warnings).toContainEqual({
    code: 'guard_rail',
    count: 2,
    message: '2 rows break a guard rail.',
  });
  const at = `/products/bulk-updates/${plan.batch_id}`;
  const { body: marked } = await call<BulkUpdateItemList>('GET', `${at}/items?warning=guard_rail`);
  expect(marked.items.map(({ guard_rails }) => guard_rails[0]?.message)).toEqual(
    Array(2).fill('Price becomes 5.50; at least 6.00 USD is allowed.'),
  );
  const { body: left } = await call<BulkUpdateBatch>('POST', `${at}/leave-out`, {
    left_out: true,
    filter: { warning: 'guard_rail' },
  });
  expect(left.guard_rails).toEqual([]);
});

it('checks a preview by the rules in effect when it is applied', async () => {
  const { body: plan } = await preview([5], '3.00');
  const { body: rule } = await guard('block');
  const refused = await apply(plan.batch_id);
  expect(refused.body.code).toBe('override_reason_missing');
  expect((await read(plan.batch_id)).guard_rails).toMatchObject([{ guard_rail_id: rule.id, rows: 1 }]);

  expect((await call('DELETE', `/guard-rails/${rule.id}`)).status).toBe(200);
  expect((await apply(plan.batch_id)).status).toBe(202);
  expect((await untilEnded(plan.batch_id)).guard_rails).toEqual([]);
});

it('checks a pending plan against the catalogue as it is when applied', async () => {
  await guard('block', { kind: 'min_margin', percent: 20 });
  await app.db.query(`update variants set cost = 4`);
  const { body: plan } = await preview([5], '10.00');
  expect(plan.guard_rails).toEqual([]);
  await call('POST', `/products/bulk-updates/${plan.batch_id}/submit`, {});
  // As a sync would.
  await app.db.query(`update variants set cost = 9`);
  expect(await apply(plan.batch_id)).toMatchObject({ body: { code: 'override_reason_missing' } });
  expect((await read(plan.batch_id)).guard_rails).toMatchObject([{ rows: 1 }]);
  await app.db.query(`update variants set cost = null`);
});

it('serializes changes of two rules, so that no plan misses one of them', async () => {
  const [{ body: one }, { body: other }] = [
    await guard('warning'),
    await guard('warning', ENDING, { scope: { store_ids: [storeId] } }),
  ];
  const begun = Promise.withResolvers<void>();
  const saved = app.db.transaction(async (tx) => {
    await tx.query('lock table guard_rails in share row exclusive mode');
    await tx.query(`update guard_rails set revision = nextval('guard_rail_revisions') where id = $1`, [
      one.id,
    ]);
    begun.resolve();
    // The other change has got as far as it can.
    await vi.waitFor(async () => {
      const { rows } = await tx.query(
        `select from pg_locks where relation = 'guard_rails'::regclass and not granted`,
      );
      expect(rows).toHaveLength(1);
    });
  });
  await begun.promise;
  const removed = call('DELETE', `/guard-rails/${other.id}`);
  await saved;
  expect((await removed).status).toBe(200);
  const { rows } = await app.db.query<{ id: string }>('select id from guard_rails order by revision');
  expect(rows.map(({ id }) => id)).toEqual([one.id, other.id]);
});

it('applies to the values an undo restores', async () => {
  const { body } = await edit(6, '8.00');
  await edit(6, '9.99');
  await guard('warning');
  const { body: back } = await call<HistoryBatchList>('GET', '/history/batches');
  const undo = (override_reason: string | null) =>
    call<UndoStarted>('POST', '/history/undo', {
      batch_id: back.batches[0]?.batch_id,
      override_reason,
    });
  expect(body.batch_id).not.toBe(back.batches[0]?.batch_id);
  expect((await undo(null)).body.code).toBe('override_reason_missing');
  const { body: undone } = await undo('Back to the agreed price');
  expect((await untilEnded(undone.batch_id)).override?.reason).toBe('Back to the agreed price');
});

it.each([
  [
    'more rows than at once',
    { kind: 'max_rows', rows: 1 },
    '2 rows are to be changed at once; at most 1 are allowed.',
  ],
  [
    'hours in which nothing may change',
    { kind: 'quiet_hours', days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00', timezone: 'utc' },
    'Nothing may be changed at this time. No changes daily 00:00–24:00 (UTC).',
  ],
])('checks an update as a whole: %s', async (_what, rule, message) => {
  const limited = { scope: { store_ids: [storeId] } };
  expect((await guard('block', rule, limited)).status).toBe(201);
  const { body: plan } = await preview([3, 4], '14.99');
  expect(plan.guard_rails).toMatchObject([{ rows: 2, message }]);
  expect((await apply(plan.batch_id)).body.detail).toContain(message);
});

it('is managed by owners, visible to all, and saved only over the version last read', async () => {
  const { body: rule } = await guard('warning', ENDING, { scope: { vendors: ['Quarry Lane'] } });
  expect(rule).toMatchObject({ name: null, title: 'Price ends with .99', version: 1, is_enabled: true });
  const { body: log } = await call<AuditPage>('GET', '/audit?area=guardRails');
  expect(log.entries[0]).toMatchObject({ target_id: rule.id, target_name: 'Price ends with .99' });
  const { body: seen } = await call<GuardRailList>('GET', '/guard-rails', undefined, 'proposer');
  expect(seen.guard_rails).toEqual([rule]);
  const change = (version: number, more: object = {}) =>
    call<GuardRail>('PUT', `/guard-rails/${rule.id}`, { effect: 'block', rule: ENDING, version, ...more });
  expect((await change(1, { is_enabled: false })).body).toMatchObject({ version: 2, is_enabled: false });
  expect((await change(1)).body.code).toBe('conflict');
  expect((await edit(7, '4.00')).status).toBe(200);
});

it.each([
  [
    'a vendor of a rule about whole updates',
    { kind: 'max_rows', rows: 5 },
    { scope: { vendors: ['Atlas'] } },
    /limited to stores alone/,
  ],
  ['no endings', { ...ENDING, endings: [] }, {}, /at least one ending/],
  [
    'a timezone that is none',
    { kind: 'quiet_hours', days: [1], from: '08:00', to: '09:00', timezone: 'Mars' },
    {},
    /no time zone Mars/,
  ],
  ['a margin of all', { kind: 'min_margin', percent: 100 }, {}, /0 to 99\.9%/],
  ['an unknown kind', { kind: 'wish' }, {}, /Choose what the guard rail demands/],
])('refuses a rule with %s', async (_what, rule, more, detail) => {
  const { status, body } = await guard('block', rule, more);
  expect(status).toBe(400);
  expect(body.detail).toMatch(detail);
});

it('refuses a second guard rail that demands the same of the same products', async () => {
  const endings = (...list: string[]) => ({ ...ENDING, endings: list });
  await guard('warning', endings('.99', '.95'), { name: 'Round prices', scope: { vendors: ['Loom'] } });
  expect(await guard('block', endings('.95', '.99'), { scope: { vendors: ['Loom'] } })).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      detail: '“Round prices” demands the same of the same products. Edit it instead.',
    },
  });
  expect((await guard('block', endings('.95', '.99'))).status).toBe(201);
  expect((await guard('warning', endings('.99'), { scope: { vendors: ['Loom'] } })).status).toBe(201);
});

it('refuses to make a guard rail equal to another, and leaves those that are equal', async () => {
  const floor = (amount: string) => ({ kind: 'floor', attribute: 'price', amount, currency: 'CHF' });
  const { body: first } = await guard('warning', floor('10'), { name: 'Ten' });
  const { body: second } = await guard('block', floor('12'));
  const put = (amount: string, more: object = {}) =>
    call<GuardRail>('PUT', `/guard-rails/${second.id}`, {
      effect: 'block',
      rule: floor(amount),
      version: 1,
      ...more,
    });
  expect((await guard('block', floor('10.00'))).status).toBe(409);
  expect(await put('10.0')).toMatchObject({
    status: 409,
    body: { detail: '“Ten” demands the same of the same products. Edit it instead.' },
  });
  // As before equal ones were refused.
  await app.db.query(
    'update guard_rails set rule = (select rule from guard_rails where id = $1) where id = $2',
    [first.id, second.id],
  );
  expect(await put('10.00', { is_enabled: false })).toMatchObject({
    status: 200,
    body: { is_enabled: false, version: 2 },
  });
});
