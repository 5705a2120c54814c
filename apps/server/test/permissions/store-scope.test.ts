import { apiRoutes } from '@storefleet/contract/api';
import { mayChange } from '@storefleet/contract/api/changing-calls';
import type { ProblemDetails } from '@storefleet/contract/api/common';
import type { RouteDescription } from '@storefleet/contract/api/route';
import type { CreatedApiKey } from '@storefleet/contract/people/api-keys';
import type { Team, TeamMember } from '@storefleet/contract/people/team';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword } from '../auth/auth-test-server.ts';
import { addRecord } from '../history/records.ts';
import { nightly } from '../scheduled-syncs/stores.ts';
import { addUpdates, type Named, namesOfNothing, plantStore } from './planted-store.ts';

const MARK = 'zzhidden';
let app: TestApp;
let seen: Named;
let hidden: Named;
/** A plan and an applied update that affect both stores. */
let reaching: { batch: string; ended: string };
const nothing = namesOfNothing();
const callers = new Map<string, string>();
const before = new Map<string, string>();

const calls: readonly RouteDescription[] = apiRoutes.filter((route: RouteDescription) => !route.public);

beforeAll(async () => {
  app = await createTestApp();
  await app.signIn();
  const { embedded } = app.services.auth;
  if (embedded === null) throw new Error('This test is about the embedded service.');
  const { rows } = await app.db.query<{ id: string }>('select id from users');
  const ownerId = rows[0]?.id ?? '';
  seen = await plantStore(app.db, 'open', { products: 2, ownerId });
  const email = 'limited@shops.example';
  const json = { email, role: 'editor', store_ids: [seen.store] };
  expect((await app.fetchApi('/team', { method: 'POST', json })).status).toBe(201);
  const member = await embedded.members.byEmail(email);
  await embedded.members.change(member.id, { password: goodPassword, emailConfirmed: true });
  const caller = { address: '127.0.0.1', userAgent: null };
  const session = await embedded.signIn.withPassword({ email, password: goodPassword }, caller);
  callers.set('member', session.accessToken);
  const key = { name: 'Limited', role: 'editor', store_ids: [seen.store], requests_per_minute: 60_000 };
  const created = await app.fetchApi('/api-keys', { method: 'POST', json: key });
  callers.set('key', ((await created.json()) as CreatedApiKey).secret);
  // The change stays in the visible store's history, whatever else the update did.
  const batch_id = namesOfNothing().batch;
  await addRecord(app.db, { store_id: seen.store, store_name: 'Store open', batch_id });
  for (const who of callers.keys()) await eachReading(who, seen, (what, answer) => before.set(what, answer));
  hidden = await plantStore(app.db, MARK, { products: 31, ownerId });
  reaching = await addUpdates(app.db, MARK, [seen, hidden], batch_id);
  await addRecord(app.db, {
    store_id: hidden.store,
    store_name: `Store ${MARK}`,
    batch_id,
    product_title: MARK,
  });
});
afterAll(() => app.close());

/** The parameters of each call, besides the ids in its address. */
function askedOf(
  call: string,
  ids: Named,
): { query?: Record<string, string>; json?: unknown; body?: string } {
  const reference = {
    id: ids.product,
    selectedVariant: { id: ids.variant },
    store_id: ids.store,
  };
  const asked: Readonly<Record<string, ReturnType<typeof askedOf>>> = {
    'products.search': { query: { query: 'tent', sort_by: 'store_name' } },
    'products.quickSearch': { query: { query: 'tent' } },
    'products.metafieldValues': { query: { metafield: 'custom.material' } },
    'products.searchElsewhere': { query: { query: 'tent', store_ids: ids.store } },
    'products.selection': { query: { query: 'tent' } },
    'products.exportCsv': { query: { query: 'tent' } },
    'products.paginationTest': { query: { store_id: ids.store } },
    'overview.activity': { query: { days: '7', timezone: 'UTC' } },
    'history.provenance': {
      query: { product_id: ids.product, variant_id: ids.variant, attribute: 'price' },
    },
    'files.exportProducts': { query: { query: 'tent' }, json: { format: 'csv', title: 'Tents' } },
    'files.exportHistory': { json: { format: 'csv', title: 'History' } },
    'files.exportItems': { json: { format: 'csv', title: 'Items' } },
    'files.exportComparison': { json: { format: 'csv', title: 'Comparison' } },
    'files.exportMissing': { query: { store_id: ids.store }, json: { title: 'Missing' } },
    'compare.missing': { query: { store_id: ids.store } },
    'compare.exportMissing': { query: { store_id: ids.store } },
    'overview.dismiss': {
      json: { kind: 'gaps', subject_id: ids.store, since: '2026-01-01T00:00:00Z', is_dismissed: true },
    },
    'sync.statusBatch': { json: { store_ids: [ids.store] } },
    'products.bulkUpdate': {
      json: { products_to_update: [reference], attributes_to_set: { price: '5.00' } },
    },
    'bulkUpdates.preview': {
      json: { products_to_update: [reference], attributes_to_set: { price: '5.00' } },
    },
    'bulkUpdates.importCsv': { query: { store_ids: ids.store }, body: 'SKU,Price\r\nSHARED-1,99\r\n' },
    'bulkUpdates.uploadImport': { body: 'SKU,Price\r\nSHARED-1,99\r\n' },
    'bulkUpdates.findNear': { json: { rows: [{ keys: { sku: 'SHARED-2' }, variant_ids: [ids.variant] }] } },
    'stores.findCategories': { query: { search: 'mugs', store_ids: ids.store } },
    'articles.list': { query: { conflict: 'any' } },
    'articles.link': { json: { variant_ids: [ids.variant], to: { own: true } } },
    'compare.plan': { json: { correct_in: [ids.store], rule_ids: [ids.equality] } },
    'scheduledChanges.preview': { json: { starts: '2099-01-01T00:00', timezone: 'UTC' } },
    'scheduledChanges.save': { json: { starts: '2099-01-01T00:00', timezone: 'UTC' } },
    'scheduledChanges.moveEnd': { json: { ends: '2099-01-01T00:00', timezone: 'UTC' } },
    'rules.create': { json: equalityOf(ids) },
    'rules.update': { json: { ...equalityOf(ids), version: 1 } },
    'bulkUpdates.annotate': { json: { note: 'Mine' } },
    'bulkUpdates.leaveOut': { json: { item_ids: [ids.item], left_out: true } },
    'bulkUpdates.apply': { json: {} },
    'history.previewUndo': { json: { record_ids: [ids.record] } },
    'history.undo': { json: { record_ids: [ids.record] } },
    'inbox.reject': { json: { reason: 'No' } },
    'inbox.submit': { json: {} },
    'views.create': { json: { name: 'Mine', screen: 'search', address: {} } },
    'views.update': { json: { version: 1, name: 'Mine' } },
    'views.pin': { json: { is_pinned: true } },
    'scheduledSyncs.create': { json: nightly(ids.store) },
    'scheduledSyncs.update': { json: { ...nightly(ids.store), based_on: nightly(ids.store) } },
    'scheduledSyncs.createSeveral': { json: severalOf(ids) },
    'scheduledSyncs.planSeveral': { json: severalOf(ids) },
    'scheduledSyncs.preview': { json: nightly(ids.store) },
    'mssql.previewMappings': { json: { table: 'dbo.products' } },
  };
  return asked[call] ?? {};
}

const severalOf = (ids: Named) => {
  const { store_id: _, ...rest } = nightly(ids.store);
  return { ...rest, store_ids: [ids.store], minutes_apart: 5 };
};

const equalityOf = (ids: Named) => ({
  attribute: 'cost',
  store_ids: [seen.store],
  source_store_id: ids.store,
  way: { kind: 'same' },
  watch: 'count',
  is_enabled: true,
});

/** An id in an address, by its name and by the call's area. */
function idIn(call: string, name: string, ids: Named): string {
  const group = call.split('.')[0] ?? '';
  const byName: Readonly<Record<string, string>> = {
    batch_id: ids.batch,
    productId: ids.product,
    storeId: ids.store,
    syncId: ids.run,
    mappingId: ids.mapping,
    table: 'dbo.products',
  };
  const byGroup: Readonly<Record<string, string>> = {
    stores: ids.store,
    webhooks: ids.store,
    sync: ids.store,
    mssql: ids.store,
    scheduledSyncs: ids.schedule,
    views: ids.view,
    guardRails: ids.rail,
    rules: ids.equality,
  };
  return byName[name] ?? (name === 'id' ? byGroup[group] : undefined) ?? nothing.view;
}

async function ask(route: RouteDescription, ids: Named, token: string) {
  const { query = {}, json, body } = askedOf(route.id, ids);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idIn(route.id, name, ids));
  const response = await app.fetchApi(`${path}?${new URLSearchParams(query)}`, {
    method: route.method,
    token,
    ...(route.method === 'GET'
      ? {}
      : body === undefined
        ? { json: json ?? {} }
        : { body, headers: { 'content-type': 'text/csv' } }),
  });
  return { status: response.status, answer: await response.text() };
}

/** Removes times and names that differ between calls. */
function plain(answer: string, ...named: Named[]): string {
  const names = named.flatMap((ids) => Object.entries(ids));
  return names
    .reduce((text, [name, id]) => text.replaceAll(id, `<${name}>`), answer)
    .replaceAll(/"last_used_at":(null|"[^"]*")/g, '')
    .replaceAll(nothing.view, '<view>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/"(batch_id|id|address)":"[^"<]*"/g, '"$1":"<made>"');
}

async function eachReading(who: string, ids: Named, found: (what: string, answer: string) => void) {
  for (const route of calls.filter((call) => !mayChange(call))) {
    const { status, answer } = await ask(route, ids, callers.get(who) ?? '');
    found(`${who} ${route.id}`, `${status} ${plain(answer, ids)}`);
  }
}

const WHO = ['member', 'key'];

test.each(WHO)('for a %s, every answer is what it was without the store that is not seen', async (who) => {
  const wrong: string[] = [];
  await eachReading(who, seen, (what, answer) => {
    if (answer !== before.get(what)) wrong.push(`${what}: ${answer}\n  instead of ${before.get(what)}`);
  });
  expect(wrong).toEqual([]);
});

test.each(WHO)('a %s is told of what is not seen what is told of what is not there', async (who) => {
  const token = callers.get(who) ?? '';
  const unchanged = await contents();
  const wrong: string[] = [];
  for (const route of calls) {
    if (isOfOneself(route.id)) continue;
    const asked = await ask(route, hidden, token);
    const expected = await ask(route, nothing, token);
    const [answer, other] = [asked, expected].map(
      (told) => `${told.status} ${plain(told.answer, hidden, nothing)}`,
    );
    if (answer !== other) wrong.push(`${route.id}: ${answer}\n  instead of ${other}`);
    // The caller knows the ids themselves.
    if (asked.answer.includes(MARK)) wrong.push(`${route.id} tells: ${asked.answer}`);
    // Missing variants are refused like an invalid field, and so are plans without rows; rates belong to no
    // store.
    const isBadlyAsked =
      asked.status === 400 && !['articles.link', 'compare.plan', 'rules.saveRates'].includes(route.id);
    if (isBadlyAsked || asked.status >= 500)
      wrong.push(`${route.id} (400: what is it asked in askedOf?): ${asked.status}`);
  }
  expect(wrong).toEqual([]);
  expect(await contents()).toEqual(unchanged);
});

test.each(WHO)('a %s neither sees nor decides an update that reaches into another store', async (who) => {
  const wrong: string[] = [];
  const unchanged = await contents();
  for (const batch of [reaching.batch, reaching.ended]) {
    for (const route of calls.filter(({ path }) => path.includes('{batch_id}'))) {
      const { status, answer } = await ask(route, { ...seen, batch }, callers.get(who) ?? '');
      if (status < 400 || leaks(answer)) wrong.push(`${route.id}: ${status} ${answer}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await contents()).toEqual(unchanged);
});

test('a file has only what its requester can see', async () => {
  const token = callers.get('member') ?? '';
  for (const path of ['products?query=tent', 'history']) {
    const json = { format: 'csv', title: 'Mine' };
    const ordered = await app.fetchApi(`/files/${path}`, { method: 'POST', token, json });
    const { id } = (await ordered.json()) as { id: string };
    const file = await (await app.fetchApi(`/files/${id}`, { token: null })).text();
    expect(file).toContain('Store open');
    expect(leaks(file)).toBe(false);
  }
});

test('an update that affects another store is undone change by change', async () => {
  const undo = (json: object) =>
    app.fetchApi('/history/undo/preview', { method: 'POST', token: callers.get('member') ?? '', json });
  const whole = await undo({ batch_id: reaching.ended });
  expect([whole.status, await whole.text()]).toEqual([409, expect.stringContaining('select the changes')]);
  const { rows } = await app.db.query<{ id: string }>(
    'select id from change_history where batch_id = $1 and store_id = $2',
    [reaching.ended, seen.store],
  );
  expect((await undo({ record_ids: rows.map(({ id }) => id) })).status).toBe(200);
  expect((await undo({ batch_id: hidden.batch })).status).toBe(404);
});

test('owners see all stores; members and keys see the selected ones that exist', async () => {
  const members = async () => (await app.bodyOf<Team>('GET', '/team')).members;
  const limited = (await members()).find(({ email }) => email.startsWith('limited'));
  const owner = (await members()).find(({ role }) => role === 'owner');
  const update = async (id: string | undefined, json: object) => {
    const response = await app.fetchApi(`/team/${id}`, { method: 'PUT', json });
    return [response.status, (await response.json()) as TeamMember & ProblemDetails] as const;
  };
  const refused = (message: string) => [400, { errors: [{ path: 'store_ids', message }] }];
  expect(await update(owner?.id, { store_ids: [seen.store] })).toMatchObject(
    refused('An owner sees all stores.'),
  );
  expect(await update(limited?.id, { store_ids: [nothing.store] })).toMatchObject(
    refused('One of these stores is not there any more.'),
  );
  expect(await update(limited?.id, { store_ids: [] })).toMatchObject(refused('Choose at least one store.'));
  expect(await update(limited?.id, { role: 'owner' })).toMatchObject([200, { store_ids: null }]);
  const stores = async (token = callers.get('member') ?? '') =>
    ((await (await app.fetchApi('/stores', { token })).json()) as { total: number }).total;
  expect(await stores()).toBe(2);
  // For a key, limited to what its owner sees now: they have nothing in common.
  const made = { name: 'Theirs', role: 'viewer', store_ids: [hidden.store] };
  const response = await app.fetchApi('/api-keys', {
    method: 'POST',
    token: callers.get('member') ?? '',
    json: made,
  });
  const { secret } = (await response.json()) as CreatedApiKey;
  expect(await stores(secret)).toBe(1);
  expect(await update(limited?.id, { role: 'editor' })).toMatchObject([200, { store_ids: [seen.store] }]);
  expect([await stores(secret), await stores()]).toEqual([0, 1]);
  expect(await update(limited?.id, { store_ids: null })).toMatchObject([200, { store_ids: null }]);
  expect(await stores()).toBe(2);
  const { rows } = await app.db.query(
    `select before, after from audit_log where call = 'team.update' and outcome = 'ok' order by at desc limit 1`,
  );
  expect(rows).toEqual([{ before: { stores: ['Store open'] }, after: { stores: 'all' } }]);
});

/** Personal calls, which others' ids do not affect. */
const isOfOneself = (call: string) => /^(views.create|account)/.test(call);

function leaks(answer: string): boolean {
  return answer.toLowerCase().includes(MARK) || Object.values(hidden).some((id) => answer.includes(id));
}

/** All rows about the invisible store, except refused rows of plans that named it, and counts of workers. */
async function contents(): Promise<Record<string, string>> {
  const { rows } = await app.db.query<{ name: string; content: string }>(
    `select relname as name, query_to_xml(format('select md5(string_agg(t::text, '','' order by t::text)) from %I t
         where t::text ~* %L %s', relname, $1::text, case relname when 'edit_items' then 'and store_id is not null' end), true, false, '')::text as content
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('api_keys', 'audit_log',
       'articles', 'article_changes', 'article_rematching', 'health_counts')`,
    [[MARK, ...Object.values(hidden)].join('|')],
  );
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}
