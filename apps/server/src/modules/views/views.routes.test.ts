import { randomUUID } from 'node:crypto';
import {
  PINNED_VIEWS_MAX,
  VIEW_ADDRESS_MAX_LENGTH,
  VIEW_NAME_MAX_LENGTH,
  VIEWS_PER_PERSON,
} from '@storefleet/contract/catalogue/catalogue-constants';
import type { SavedView, SavedViewList } from '@storefleet/contract/catalogue/views';
import { openTestApp } from '@storefleet/test-support/app';
import { beforeEach, expect, it } from 'vitest';

const app = await openTestApp();
await app.signIn();
const kim = { token: await app.signInAs('editor', 'kim@example.com') };
beforeEach(async () => {
  await app.db.query('truncate saved_views, view_pins');
});

type As = { token?: string };

const call = <T = SavedView>(method: string, path: string, json?: unknown, as: As = {}) =>
  app.call<T>(method, path, json, as);
const cheap = { name: 'Cheap', screen: 'search', address: { filter: 'price:<10', sort: 'price' } };
const create = (fields: object = {}, as?: As) => call('POST', '/views', { ...cheap, ...fields }, as);
const change = (view: SavedView, fields: object, as?: As) =>
  call('PUT', `/views/${view.id}`, { version: view.version, ...fields }, as);
const restore = (view: SavedView, as?: As) => call('POST', `/views/${view.id}/restore`, {}, as);
const pin = (view: { id: string }, is_pinned = true, where: object = {}, as?: As) =>
  call<SavedViewList>('PUT', `/views/${view.id}/pin`, { is_pinned, ...where }, as);
const names = async (as?: As) =>
  (await call<SavedViewList>('GET', '/views', undefined, as)).body.views.map(({ name }) => name);

it('saves a named search that others only see when shared, and only its owner edits', async () => {
  const { status, body: view } = await create({ name: '  Cheap   caps ' });
  expect(status).toBe(201);
  expect(view).toMatchObject({ ...cheap, name: 'Cheap caps', is_shared: false, is_mine: true, version: 1 });
  expect(await names(kim)).toEqual([]);
  expect((await call('GET', `/views/${view.id}`, undefined, kim)).body.code).toBe('view_not_found');
  expect((await change(view, { name: 'Mine' }, kim)).body.code).toBe('view_not_found');

  const { body: shared } = await change(view, { is_shared: true });
  expect(shared).toMatchObject({ is_shared: true, version: 2 });
  await create({ name: 'another', is_shared: true }, kim);
  expect(await names(kim)).toEqual(['another', 'Cheap caps']);
  const seen = (await call('GET', `/views/${view.id}`, undefined, kim)).body;
  expect(seen).toMatchObject({ is_mine: false, owner: { name: 'Sam Staff', email: 'staff@example.com' } });
  const refusal = {
    status: 403,
    body: { detail: 'Only Sam Staff can change this view. Save a copy of your own.' },
  };
  expect(await change(seen, { name: 'Mine' }, kim)).toMatchObject(refusal);
  expect(await call('DELETE', `/views/${view.id}`, undefined, kim)).toMatchObject(refusal);

  expect((await call('DELETE', `/views/${view.id}`)).status).toBe(200);
  expect(await names()).toEqual(['another']);
  expect(await call('GET', `/views/${view.id}`)).toMatchObject({
    status: 404,
    body: { detail: 'This view was deleted, or is not shared any more.' },
  });
});

it('is deleted once and restored unchanged, even with repeated requests or lost responses', async () => {
  const { body: view } = await create({ is_shared: true });
  await pin(view, true, {}, kim);
  for (const _twice of [1, 2]) expect((await call('DELETE', `/views/${view.id}`)).status).toBe(200);
  expect(await names(kim)).toEqual([]);
  expect((await restore(view, kim)).body.code).toBe('view_not_found');
  for (const _twice of [1, 2]) expect((await restore(view)).body).toEqual(view);
  expect((await call<SavedViewList>('GET', '/views', undefined, kim)).body.views[0]).toMatchObject({
    id: view.id,
    is_pinned: true,
  });

  await call('DELETE', `/views/${view.id}`);
  await create({ address: {} });
  expect((await restore(view)).body.detail).toBe('You have a view named “Cheap” already.');
});

it('cannot be restored a day later', async () => {
  const { body: view } = await create();
  await call('DELETE', `/views/${view.id}`);
  await app.db.query(`update saved_views set deleted_at = deleted_at - interval '25 hours'`);
  await call('DELETE', `/views/${(await create({ name: 'Other' })).body.id}`);
  expect((await restore(view)).body.code).toBe('view_not_found');
});

it('appears in the navigation of whoever pinned it, in their order', async () => {
  const made = async (name: string) => (await create({ name, is_shared: true })).body;
  const [a, b, c] = [await made('a'), await made('b'), await made('c')];
  const ordered = (answer: { body: SavedViewList }) =>
    answer.body.views.map(({ name, is_pinned }) => `${name}${is_pinned ? '*' : ''}`).join(' ');
  await pin(c);
  for (const _twice of [1, 2]) expect(ordered(await pin(b))).toBe('c* b* a');
  for (const _twice of [1, 2]) expect(ordered(await pin(b, true, { before: c.id }))).toBe('b* c* a');
  expect((await change(b, { name: 'z' })).body.is_pinned).toBe(true);
  expect(ordered(await pin(a, true, {}, kim))).toBe('a* c z');
  for (const _twice of [1, 2]) expect(ordered(await pin(c, false))).toBe('z* a c');
  expect((await pin({ id: randomUUID() })).body.code).toBe('view_not_found');
});

it('saves a store comparison, which the previous version takes for a search', async () => {
  const comparison = { screen: 'compare', address: { show: 'differing', attributes: 'cost' } };
  const { body: view } = await create(comparison);
  expect(view).toMatchObject(comparison);
  expect((await create(comparison)).body).toEqual(view);
  expect((await change(view, { address: { show: 'missing' } })).body.screen).toBe('compare');
  expect((await call<SavedViewList>('GET', '/views')).body.views).toMatchObject([{ screen: 'compare' }]);
  expect((await app.db.query('select screen from saved_views')).rows).toEqual([{ screen: 'search' }]);
});

it('limits pinned views to the room in the navigation', async () => {
  for (const name of Array.from({ length: PINNED_VIEWS_MAX }, (_, index) => `${index}`))
    await pin((await create({ name })).body);
  const { body: oneMore } = await create();
  expect((await pin(oneMore)).body.code).toBe('too_many_pinned_views');
});

it('is saved only over the version last read, and once with repeated requests', async () => {
  const { body: view } = await create();
  expect((await create()).body).toEqual(view);
  const { body: changed } = await change(view, { address: { filter: 'price:<5' } });
  expect(changed).toMatchObject({ version: 2, address: { filter: 'price:<5' } });
  expect((await change(view, { address: { filter: 'price:<5' } })).body).toEqual(changed);
  expect(await change(view, { address: { filter: 'price:<7' } })).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      detail: '“Cheap” was changed in another window in the meantime. Open it again to see how it is now.',
    },
  });
});

it('has a unique name among its owner’s views', async () => {
  const { body: view } = await create();
  const { body: other } = await create({ name: 'Other' });
  const taken = {
    status: 409,
    body: { code: 'view_already_exists', detail: 'You have a view named “CHEAP” already.' },
  };
  expect(await create({ name: 'CHEAP', address: {} })).toMatchObject(taken);
  expect(await change(other, { name: 'CHEAP' })).toMatchObject(taken);
  expect((await change(view, { name: 'CHEAP' })).body.name).toBe('CHEAP');
  expect((await create({}, kim)).status).toBe(201);
});

it.each([
  ['no name', { name: '   ' }, 'Enter a name for the view.'],
  ['a name that no menu shows', { name: 'x'.repeat(VIEW_NAME_MAX_LENGTH + 1) }, /at most 60 characters/],
  ['a screen that has none', { screen: 'settings' }, /screen must be one of/],
  ['what is no address', { address: { filter: 7 } }, /Must be text/],
  [
    'an address without end',
    { address: { filter: 'x'.repeat(VIEW_ADDRESS_MAX_LENGTH) } },
    'This search is too long to be kept as a view.',
  ],
])('refuses a view with %s', async (_what, fields, detail) => {
  const { status, body } = await create(fields);
  expect(status).toBe(400);
  expect(body.detail).toMatch(detail);
});

it('of a deleted member stays if shared, and goes to the owner who deletes them', async () => {
  const account = { email: 'lee@example.com', password: 'another-long-password' };
  await app.services.auth.embedded?.members.create({ ...account, emailConfirmed: true });
  const { rows } = await app.db.query<{ id: string }>('select id from users where email = $1', [
    account.email,
  ]);
  const [{ id } = { id: '' }] = rows;
  const lee = { id, email: account.email, name: null };
  const { views } = app.services;
  await views.create({ ...cheap, screen: 'search', is_shared: false }, lee);
  const shared = await views.create({ ...cheap, name: 'Shared', screen: 'search', is_shared: true }, lee);
  await views.pin(shared.id, { is_pinned: true }, lee);
  await create({ name: 'shared' });
  await create({ name: 'Shared (lee@example.com)' });

  expect((await call('POST', `/team/${id}/disable`)).status).toBe(200);
  expect((await call('DELETE', `/team/${id}`)).status).toBe(200);
  expect(await names()).toEqual(['shared', 'Shared (lee@example.com)', 'Shared (lee@example.com, 2)']);
  expect((await call('DELETE', `/views/${shared.id}`)).status).toBe(200);
  for (const left of [
    'select from saved_views where owner_id = $1',
    'select from view_pins where person_id = $1',
  ])
    expect((await app.db.query(left, [id])).rows).toEqual([]);
});

it('limits the number of views per person', async () => {
  await app.db.query(
    `insert into saved_views (id, owner_id, owner_email, name, screen, address, is_shared, created_at, updated_at)
     select gen_random_uuid(), (select id from users where email = 'staff@example.com'), '', number::text, 'search', '{}',
       false, now(), now() from generate_series(1, $1) as number`,
    [VIEWS_PER_PERSON],
  );
  expect((await create()).body.code).toBe('too_many_views');
});
