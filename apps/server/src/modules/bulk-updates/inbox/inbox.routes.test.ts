import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { HistoryBatchList, UndoStarted } from '@storefleet/contract/edits/history';
import type { Inbox, PlanDrift } from '@storefleet/contract/edits/inbox';
import type { Role } from '@storefleet/contract/people/permissions';
import { beforeEach, expect, it } from 'vitest';
import { openSmallShop } from '../../../../test/bulk-updates/small-shop.ts';

const { app, call, edit, preview, apply, read, untilEnded, priceOf } = await openSmallShop();
beforeEach(async () => {
  await app.db.query('delete from guard_rails');
  await app.db.query('delete from edit_batches');
});

const act = <Body = BulkUpdateBatch>(batchId: string, what: string, as?: Role, json: object = {}) =>
  call<Body>(
    what === 'drift' ? 'GET' : 'POST',
    `/products/bulk-updates/${batchId}/${what}`,
    ...(what === 'drift' ? ([undefined, as] as const) : ([json, as] as const)),
  );
const inbox = async (query = '') => (await call<Inbox>('GET', `/inbox${query}`)).body;

/** A submitted plan of the proposer's. */
async function submitted(index: number, price: string): Promise<string> {
  const { body: plan } = await preview([index], price, 'proposer');
  await act(plan.batch_id, 'submit', 'proposer', { note: 'Supplier raised the cost' });
  return plan.batch_id;
}

it('waits for somebody to apply it, who counts as its approver in the history', async () => {
  const plan = await submitted(0, '31.00');
  expect(await inbox()).toMatchObject({
    waiting: 1,
    total: 1,
    plans: [
      { batch_id: plan, note: 'Supplier raised the cost', requested_by: { email: 'proposer@example.com' } },
    ],
  });
  expect((await apply(plan, null, 'proposer')).status).toBe(403);
  expect((await apply(plan, null, 'editor')).status).toBe(202);
  expect(await untilEnded(plan)).toMatchObject({
    requested_by: { email: 'proposer@example.com' },
    submission: { decision: 'approved', decided_by: { email: 'editor@example.com' } },
  });
  expect(await priceOf(0)).toBe('31.00');
  expect(await inbox()).toEqual({ plans: [], total: 0, waiting: 0 });
  expect((await inbox('?state=decided')).plans).toMatchObject([{ batch_id: plan }]);
  const { body: history } = await call<HistoryBatchList>('GET', '/history/batches');
  expect(history.batches[0]).toMatchObject({
    user_details: { email: 'proposer@example.com' },
    approved_by: { email: 'editor@example.com' },
  });
});

it('of somebody else is neither changed nor discarded by a proposer', async () => {
  const { body: plan } = await preview([0, 1], '31.50', 'editor');
  const { body: page } = await call<BulkUpdateItemList>(
    'GET',
    `/products/bulk-updates/${plan.batch_id}/items`,
    undefined,
    'proposer',
  );
  const leaveOut = (as: Role) =>
    act(plan.batch_id, 'leave-out', as, { item_ids: [page.items[0]?.id], left_out: true });
  const drop = (as: Role) => call('DELETE', `/products/bulk-updates/${plan.batch_id}`, undefined, as);
  const detail = 'Only the person who made a plan, editors and owners can change or discard it.';
  const refused = { status: 403, body: { detail } };
  expect(await leaveOut('proposer')).toMatchObject(refused);
  expect(await drop('proposer')).toMatchObject(refused);
  expect((await leaveOut('editor')).status).toBe(200);
  expect((await drop('editor')).status).toBe(200);
});

it('is rejected with a reason for its author, and nobody can apply it then', async () => {
  const plan = await submitted(1, '32.00');
  expect((await act(plan, 'reject', 'editor')).status).toBe(400);
  expect((await act(plan, 'reject', 'proposer', { reason: 'no' })).status).toBe(403);
  expect(
    (await act(plan, 'reject', 'editor', { reason: 'Not before Friday' })).body.submission,
  ).toMatchObject({
    decision: 'rejected',
    reason: 'Not before Friday',
  });
  expect(await apply(plan)).toMatchObject({
    status: 409,
    body: { detail: 'editor@example.com rejected this plan already: Not before Friday.' },
  });
  const mine = await call<Inbox>('GET', '/inbox?state=decided&mine=true', undefined, 'proposer');
  expect(mine.body.plans.map(({ batch_id }) => batch_id)).toEqual([plan]);
});

it('is listed with the guard rails that it breaks as a whole', async () => {
  const plan = await submitted(1, '32.50');
  const [title, effect] = ['One at a time', 'approval'];
  const quiet = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00', timezone: 'UTC' };
  await call('POST', '/guard-rails', { name: title, effect, rule: { kind: 'quiet_hours', ...quiet } });
  expect((await inbox()).plans).toMatchObject([
    { batch_id: plan, guard_rails: [{ title, effect, rows: 1 }] },
  ]);
});

it('is decided once, even if two people decide at the same moment', async () => {
  const plan = await submitted(2, '33.00');
  const answers = await Promise.all([
    apply(plan, null, 'editor'),
    apply(plan),
    act(plan, 'reject', 'editor', { reason: 'no' }),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status < 300)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  // An approved plan must not write into the shop during the next tests.
  if (statuses[2] === 409) await untilEnded(plan);
});

it('is withdrawn only by its author, and becomes a preview again', async () => {
  const plan = await submitted(3, '34.00');
  expect((await act(plan, 'withdraw', 'editor')).status).toBe(403);
  expect((await call('DELETE', `/products/bulk-updates/${plan}`)).body.detail).toMatch(
    /waits for a decision/,
  );
  expect((await act(plan, 'withdraw', 'proposer')).body.submission?.decision).toBe('withdrawn');
  expect(await inbox()).toEqual({ plans: [], total: 0, waiting: 0 });
  expect((await act(plan, 'submit', 'proposer')).body.submission?.decision).toBeNull();
});

it('is taken over as one’s own preview, based on its rows’ current values', async () => {
  const plan = await submitted(4, '35.00');
  await edit(4, '30.00');
  const { status, body: own } = await act(plan, 'take-over', 'editor');
  expect(status).toBe(201);
  expect(own).toMatchObject({ requested_by: { email: 'editor@example.com' }, total: 1, submission: null });
  expect((await read(plan)).submission?.decision).toBe('taken_over');
  await apply(own.batch_id, null, 'editor');
  await untilEnded(own.batch_id);
  expect(await priceOf(4)).toBe('35.00');
});

it('names whoever applied somebody else’s preview, even one that was not submitted', async () => {
  const { body: plan } = await preview([6], '41.00', 'proposer');
  await apply(plan.batch_id, null, 'editor');
  await untilEnded(plan.batch_id);
  const { body: history } = await call<HistoryBatchList>('GET', '/history/batches');
  expect(history.batches[0]).toMatchObject({
    user_details: { email: 'proposer@example.com' },
    approved_by: { email: 'editor@example.com' },
  });
});

it('keeps its submitted rows: its author withdraws it to change them', async () => {
  const { body: plan } = await preview([2, 3], '42.00', 'proposer');
  const { body: items } = await call<BulkUpdateItemList>(
    'GET',
    `/products/bulk-updates/${plan.batch_id}/items`,
  );
  const leaveOut = (index: number, left_out: boolean, as?: Role) =>
    act(plan.batch_id, 'leave-out', as, { left_out, item_ids: [items.items[index]?.id] });
  await leaveOut(0, true, 'proposer');
  const { body: seen } = await act(plan.batch_id, 'submit', 'proposer');
  expect(await leaveOut(1, true, 'proposer')).toMatchObject({
    status: 409,
    body: { detail: /waits for a decision/ },
  });
  // Whoever decides may apply some of the rows.
  expect((await leaveOut(0, false, 'editor')).body.left_out).toBe(0);
  expect((await leaveOut(0, true, 'editor')).body.left_out).toBe(1);

  // With as many other rows, while the editor still sees the old ones.
  await act(plan.batch_id, 'withdraw', 'proposer');
  await leaveOut(0, false, 'proposer');
  await leaveOut(1, true, 'proposer');
  const { body: anew } = await act(plan.batch_id, 'submit', 'proposer');
  const applyAsSeen = (batch: BulkUpdateBatch) =>
    act(plan.batch_id, 'apply', 'editor', {
      expected_items: 1,
      submitted_at: batch.submission?.submitted_at,
    });
  expect(await applyAsSeen(seen)).toMatchObject({ status: 409, body: { detail: /submitted anew/ } });
  expect((await applyAsSeen(anew)).status).toBe(202);
  await untilEnded(plan.batch_id);
});

it('is approved by a person, not by a person’s API key', async () => {
  await call('POST', '/guard-rails', {
    effect: 'approval',
    rule: { kind: 'max_move', attribute: 'price', direction: 'any', percent: 0.1 },
  });
  const { body: key } = await call<{ secret: string }>('POST', '/api-keys', {
    name: 'Nightly',
    role: 'owner',
    expires_at: null,
  });
  const { body: plan } = await preview([3], '43.00', 'editor');
  const response = await app.fetchApi(`/products/bulk-updates/${plan.batch_id}/apply`, {
    method: 'POST',
    json: {},
    token: key.secret,
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    409,
    'approval_required',
  ]);
  expect((await apply(plan.batch_id)).status).toBe(202);
  await untilEnded(plan.batch_id);
});

it('says how many rows have changed since, which stay as they are', async () => {
  const plan = await submitted(5, '36.00');
  expect((await act<PlanDrift>(plan, 'drift')).body).toEqual({ changed: 0 });
  await edit(5, '1.00');
  expect((await act<PlanDrift>(plan, 'drift')).body).toEqual({ changed: 1 });
});

it('is kept for a month, while a preview expires after a day', async () => {
  const plan = await submitted(6, '37.00');
  const { body: forgotten } = await preview([6], '38.00');
  await app.db.query(
    `update edit_batches set created_at = created_at - interval '29 days', submitted_at = submitted_at - interval '29 days'`,
  );
  await preview([7], '38.00');
  expect((await read(plan)).status).toBe('planned');
  expect((await act(forgotten.batch_id, 'drift')).status).toBe(404);
});

it('makes an undo wait where a guard rail requires approval, unless nobody else can approve', async () => {
  const { body: change } = await edit(7, '39.00', undefined, 'editor');
  await call('POST', '/guard-rails', {
    effect: 'approval',
    rule: { kind: 'max_move', attribute: 'price', direction: 'any', percent: 0.1 },
  });
  const undo = (more: object, as?: Role) =>
    call<UndoStarted>('POST', '/history/undo', { batch_id: change.batch_id, ...more }, as);
  const plans = () => app.db.query('select id from edit_batches');
  const before = await plans();
  expect((await undo({}, 'editor')).body.code).toBe('approval_required');
  expect(await plans()).toEqual(before);
  const { body: waiting } = await undo({ submit: true }, 'editor');
  expect((await inbox()).plans.map(({ batch_id }) => batch_id)).toEqual([waiting.batch_id]);
  expect((await apply(waiting.batch_id, null, 'editor')).body.code).toBe('approval_required');
  expect((await apply(waiting.batch_id)).status).toBe(202);
  await untilEnded(waiting.batch_id);

  expect((await edit(7, '50.00')).body.code).toBe('approval_required');
  // Members of a hosted project that this installation does not use cannot approve.
  await app.db.query(`insert into hosted_members (id, email, member_role, created_at)
    values (gen_random_uuid(), 'elsewhere@example.com', 'editor', now())`);
  await app.db.query(`update users set banned_until = 'infinity' where email = 'editor@example.com'`);
  expect((await edit(7, '50.00')).body.code).toBe('override_reason_missing');
  expect((await edit(7, '50.00', 'I am alone today')).status).toBe(200);
  await app.db.query(`update users set banned_until = null where email = 'editor@example.com'`);

  // An editor of other stores does not see the plan.
  await app.db.query(
    `update users set store_ids = array[gen_random_uuid()] where email = 'editor@example.com'`,
  );
  expect((await edit(7, '51.00', 'Nobody else sees this store')).status).toBe(200);
  const [store] = (await app.db.query<{ id: string }>('select id from stores')).rows;
  await app.db.query(`update users set store_ids = array[$1::uuid] where email = 'editor@example.com'`, [
    store?.id,
  ]);
  expect((await edit(7, '52.00', 'Somebody does')).body.code).toBe('approval_required');
  await app.db.query(`update users set store_ids = null where email = 'editor@example.com'`);
});
