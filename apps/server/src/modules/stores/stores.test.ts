import { messages } from '@storefleet/contract/messages';
import type { Store, StoreList } from '@storefleet/contract/stores/stores';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addProduct } from '../../../test/products/catalogue.ts';
import { TOKEN, UNKNOWN_ID } from '../../../test/stores/shop-stage.ts';
import { createStoresStage } from '../../../test/stores/stores-stage.ts';

const stage = await createStoresStage();
const { app, call, change, createStore, host, newStore, read } = stage;

describe('creating a store', () => {
  it('normalises the input and returns secrets as hints only', async () => {
    const { body, text } = await call('POST', '/stores', {
      ...newStore({ shop_url: `HTTP://${host('Atlas')}/admin/` }),
      description: ' Tents ',
      store_country: '',
      tags: [' big ', '', 'eu', 'eu'],
    });
    expect(body).toMatchObject({
      shop_url: host('atlas'),
      description: 'Tents',
      store_country: null,
      tags: ['big', 'eu'],
      store_status: 'active',
      store_type: 'shopify',
      has_access_token: true,
      access_token_hint: '1234',
    });
    expect(text).not.toContain(TOKEN);
  });

  const TEXTS = [
    ...['shop_name', 'description', 'admin_api_token_name', 'notes', 'store_country', 'store_timezone'],
    ...['store_owner', 'store_phone', 'store_address', 'store_city', 'store_zip', 'store_province'],
  ];
  const everyField = (word: string, more: Partial<Store>) => ({
    ...Object.fromEntries(TEXTS.map((name) => [name, `${word} ${name}`])),
    store_email: `${word}@example.com`,
    tags: [word, 'b2c'],
    ...more,
  });

  it('returns every field as sent, on creation and on change', async () => {
    const made = everyField('made', {
      shop_url: host('atlas'),
      api_version: '2023-07',
      connection_method: 'admin_api_token',
      store_status: 'inactive',
      store_type: 'development',
      store_currency: 'NOK',
      store_country_code: 'NO',
    });
    const { body } = await call('POST', '/stores', { ...made, access_token: TOKEN });
    expect(body).toMatchObject({
      ...made,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      has_access_token: true,
      last_sync_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const changed = everyField('changed', {
      shop_url: host('narrow'),
      api_version: '2022-10',
      connection_method: 'oauth',
      store_status: 'active',
      store_type: 'test',
      store_currency: 'EUR',
      store_country_code: 'IT',
    });
    for (const answer of [(await change(body.id, changed)).body, await read(body.id)]) {
      expect(answer).toMatchObject({ ...changed, id: body.id, created_at: body.created_at });
    }
  });

  it('refuses a second store of the same shop, however its address is written', async () => {
    await createStore();
    const second = await call(
      'POST',
      '/stores',
      newStore({ shop_name: 'Again', shop_url: `${host('ATLAS')}/` }),
    );
    expect(second).toMatchObject({ status: 409, body: { code: 'store_already_exists' } });
    expect(second.body.detail).toBe(
      `${host('atlas')} is connected already as "Atlas". A shop can be connected only once.`,
    );
  });

  it('refuses another address of a connected shop when saved, tested or synced', async () => {
    await createStore();
    const renamed = { shop_name: 'Old Atlas', shop_url: host('old-atlas') };
    const sentence = `${host('old-atlas')} is another address of a shop that is connected already as "Atlas" (${host('atlas')}). A shop can be connected only once.`;
    const refusal = { status: 409, body: { code: 'store_already_exists', detail: sentence } };
    expect(await call('POST', '/stores', newStore(renamed))).toMatchObject(refusal);
    const other = await createStore({ shop_name: 'Narrow', shop_url: host('narrow') });
    const moved = { shop_url: host('old-atlas'), access_token: TOKEN };
    expect(await change(other.id, moved)).toMatchObject(refusal);
    const taken = await change(other.id, { ...moved, shop_url: host('atlas') });
    expect(taken).toMatchObject({ status: 409, body: { code: 'store_already_exists' } });
    const tested = await call('POST', '/stores/test-connection', {
      ...moved,
      api_version: '2026-10',
    });
    expect(tested.body).toMatchObject({ success: true, notices: [sentence] });
    // The shop did not identify itself while its token was wrong.
    const unknown = await createStore({ ...renamed, access_token: 'shpat_wrong' });
    await change(unknown.id, { access_token: TOKEN });
    expect(await call('POST', `/stores/${unknown.id}/sync-graphql`)).toMatchObject(refusal);
  });

  it('keeps the shop’s deprecation notices until another API version is chosen', async () => {
    const { id } = await createStore({ store_type: 'development' });
    expect((await call('POST', `/stores/${id}/sync`)).status).toBe(200);
    await expect
      .poll(() => read(id))
      .toMatchObject({
        api_deprecated_reason: expect.stringContaining('https://shopify.dev/'),
        api_deprecated_at: expect.any(String),
      });
    expect(await stage.untilSynced(id)).toMatchObject({ status: 'completed' });
    await change(id, { api_version: '2026-07' });
    expect(await read(id)).toMatchObject({ api_deprecated_reason: null, api_deprecated_at: null });
  });

  it('lets one of many simultaneous requests for the same shop win', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/stores', newStore())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect((await call<StoreList>('GET', '/stores')).body.total).toBe(1);
  });

  it.each([
    ['store_type', { store_type: 'mssql' }, 'POST /mssql/stores'],
    ['access_token', { access_token: ' ' }, 'Admin API token is required.'],
    ['shop_name', { shop_name: '' }, 'Store name is required.'],
    ['shop_url', { shop_url: 'not a shop' }, 'is not a shop address'],
    ['shop_url', { shop_url: 'shop.example.com' }, 'is not a myshopify.com address'],
    ['shop_url', { shop_url: '169.254.169.254' }, 'not a myshopify.com address'],
  ])('refuses a wrong %s with a sentence', async (path, fields, sentence) => {
    const { status, body } = await call('POST', '/stores', newStore(fields));
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path, message: expect.stringContaining(sentence) }]);
  });

  it('fetches details left blank from the shop in the background', async () => {
    const { id } = await createStore({ store_timezone: 'Europe/Oslo' });
    await vi.waitFor(async () => {
      expect(await read(id)).toMatchObject({
        domain: host('atlas'),
        plan_name: expect.any(String),
        store_currency: 'EUR',
        store_timezone: 'Europe/Oslo',
      });
    }, 10_000);
  });
});

describe('changing a store', () => {
  it('changes the fields that are sent and keeps blank secrets', async () => {
    const { id } = await createStore({ description: 'kept', tags: ['a'] });
    const { body } = await change(id, {
      shop_name: 'Atlas 2',
      access_token: '',
      notes: null,
    });
    expect(body).toMatchObject({
      shop_name: 'Atlas 2',
      description: 'kept',
      tags: ['a'],
      access_token_hint: '1234',
    });
    const renewed = await change(id, { access_token: 'shpat_another_token_5678' });
    expect(renewed.body.access_token_hint).toBe('5678');
    const { accessTokens } = await app.services.stores.storeCredentials(id);
    const token = await accessTokens?.current(new AbortController().signal);
    expect(token?.reveal()).toBe('shpat_another_token_5678');
    expect(JSON.stringify(token)).toBe('"[redacted]"');
  });

  it('overwrites nothing that somebody else has changed since it was read', async () => {
    const seen = await createStore({ notes: 'old', tags: ['a'] });
    const update = (fields: object) => change(seen.id, { ...fields, based_on: seen });
    await change(seen.id, { notes: 'theirs', tags: ['a', 'b'] });
    const refused = await update({ notes: 'mine', tags: ['c'], shop_name: 'Mine' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.errors.map(({ path }) => path)).toEqual(['notes', 'tags']);
    expect(await read(seen.id)).toMatchObject({
      shop_name: seen.shop_name,
      notes: 'theirs',
    });
    const others = await update({ shop_name: 'Mine', notes: 'theirs' });
    expect(others.body).toMatchObject({ shop_name: 'Mine', notes: 'theirs', tags: ['a', 'b'] });
  });

  it('does not send the stored token to another shop', async () => {
    const { id } = await createStore();
    const moved = { shop_url: host('mallory'), shop_name: 'Moved' };
    const message = `Enter the token again: the stored one is only sent to ${host('atlas')}.`;
    for (const access_token of [undefined, '']) {
      expect(await change(id, { ...moved, access_token })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ path: 'access_token', message }] },
      });
    }
    expect(await read(id)).toMatchObject({ shop_url: host('atlas') });
    const same = { shop_url: `HTTPS://${host('ATLAS')}/admin`, shop_name: 'Still here' };
    expect((await change(id, same)).status).toBe(200);
    expect((await change(id, { ...moved, access_token: TOKEN })).status).toBe(200);
  });

  it('leaves an archived store unchanged until it is unarchived', async () => {
    const { id } = await createStore();
    await change(id, { store_status: 'archived' });
    const edit = await change(id, { shop_name: 'New' });
    expect(edit).toMatchObject({ status: 409, body: { code: 'store_archived' } });
    expect((await change(id, { store_status: 'archived', notes: 'x' })).status).toBe(409);
    expect((await change(id, { store_status: 'active' })).body.store_status).toBe('active');
    expect((await change(id, { shop_name: 'New' })).body.shop_name).toBe('New');
  });

  it('does not turn a platform store into a SQL Server one', async () => {
    const { id } = await createStore();
    expect((await change(id, { store_type: 'mssql' })).body.code).toBe('wrong_store_type');
    expect((await change(id, { mssql_server: 'db' })).body.detail).toBe(messages.stores.wrongFormForMssql);
  });

  it('requires the credentials of a new connection method', async () => {
    const { id } = await createStore();
    expect((await change(id, { connection_method: 'client_credentials' })).status).toBe(400);
    const both = {
      connection_method: 'client_credentials',
      client_id: 'c',
      client_secret: 'secret-of-the-app-9999',
    };
    expect((await change(id, both)).body).toMatchObject({
      has_client_secret: true,
      client_secret_hint: '9999',
    });
  });
});

it.each([
  ['GET', ''],
  ['PUT', ''],
  ['DELETE', ''],
  ['POST', '/test-graphql-connection'],
])('%s of an unknown store%s is 404 with the sentence of the specification', async (method, suffix) => {
  const { status, body } = await call(
    method,
    `/stores/${UNKNOWN_ID}${suffix}`,
    method === 'PUT' ? {} : undefined,
  );
  expect(status).toBe(404);
  expect(body.detail).toBe('Store not found!');
});

describe('the list of stores', () => {
  const names = async (query: string) =>
    (await call<StoreList>('GET', `/stores?${query}`)).body.stores.map(({ shop_name }) => shop_name);

  beforeEach(async () => {
    await createStore({ shop_name: 'beta', shop_url: host('b'), tags: ['Wholesale'] });
    await createStore({
      shop_name: 'Alpha',
      shop_url: host('a'),
      store_status: 'inactive',
      store_type: 'test',
    });
    await createStore({ shop_name: 'Épée 10', shop_url: host('e10'), description: 'fencing' });
    await createStore({ shop_name: 'Épée 9', shop_url: host('e9') });
  });

  it('is sorted by name in natural order by default', async () => {
    expect(await names('')).toEqual(['Alpha', 'beta', 'Épée 9', 'Épée 10']);
    expect(await names('sort_direction=desc')).toEqual(['Épée 10', 'Épée 9', 'beta', 'Alpha']);
    expect(await names('sort_by=status')).toEqual(['beta', 'Épée 9', 'Épée 10', 'Alpha']);
    await app.db.query(`update stores set last_sync_at = now() where shop_name = 'beta'`);
    expect((await names('sort_by=last_sync_at'))[0]).toBe('beta');
    expect((await names('sort_by=last_sync_at&sort_direction=desc'))[0]).toBe('beta');
  });

  it('includes the size of each catalogue', async () => {
    const { id } = await createStore({ shop_name: 'Counted', shop_url: host('counted') });
    await addProduct(app.db, id, 'Cap', [{ title: 'Red' }, { title: 'Blue' }]);
    await addProduct(app.db, id, 'Mug');
    expect(await read(id)).toMatchObject({ products_count: 2, variants_count: 3 });
    await app.db.query(`delete from products where title = 'Cap'`);
    expect(await read(id)).toMatchObject({ products_count: 1, variants_count: 1 });
  });

  it('is filtered by status, type and text', async () => {
    expect(await names('status=inactive')).toEqual(['Alpha']);
    expect(await names('status=&store_type=test')).toEqual(['Alpha']);
    expect(await names('search=wholes')).toEqual(['beta']);
    expect(await names('search=epee')).toEqual(['Épée 9', 'Épée 10']);
    expect(await names('search=FENC&status=active')).toEqual(['Épée 10']);
    expect(await names('search=%25')).toEqual([]);
  });
});

it('hides a deleted store at once, then removes its products, and leaves the others alone', async () => {
  const { id } = await createStore();
  const other = await createStore({ shop_name: 'Other', shop_url: host('other') });
  for (let index = 0; index < 250; index++) await addProduct(app.db, id, `Tent ${index}`);
  await addProduct(app.db, other.id, 'Tent elsewhere');
  expect(await call('DELETE', `/stores/${id}`)).toMatchObject({
    status: 200,
    body: { message: messages.stores.deleted },
  });
  expect((await call('GET', `/stores/${id}`)).status).toBe(404);
  expect((await call('DELETE', `/stores/${id}`)).status).toBe(404);
  const found = await call<{ pagination: { total: number } }>('GET', '/products/search?query=tent');
  expect(found.body.pagination.total).toBe(1);
  // The shop can be reconnected without waiting for the removal.
  await createStore();
  const left = async () =>
    (
      await app.db.query(
        'select from stores where id = $1 union all select from variants where store_id = $1',
        [id],
      )
    ).rows.length;
  await expect.poll(left, { timeout: 20_000 }).toBe(0);
});

it('keeps all secrets out of responses, tables and logs', async () => {
  const { id } = await createStore();
  await call('POST', `/stores/${id}/test-graphql-connection`);
  const everywhere = await Promise.all([
    app.db.query('select * from stores'),
    app.db.query('select * from jobs.job'),
    call('GET', '/stores'),
    call('POST', '/stores', newStore()),
    call('POST', '/stores', newStore({ shop_name: '' })),
  ]);
  expect(JSON.stringify(everywhere)).not.toContain(TOKEN);
  expect(stage.logLines.length).toBeGreaterThan(0);
  expect(stage.logLines.join('')).not.toContain(TOKEN);
  const { rows } = await app.db.query<{ sealed: string }>('select access_token_sealed as sealed from stores');
  const sealed = rows[0]?.sealed;
  expect(sealed).toMatch(/^v1\./);
  // A sealed token moved to another row does not open.
  const other = await createStore({ shop_url: host('other'), access_token: 'shpat_of_the_other_shop' });
  await app.db.query('update stores set access_token_sealed = $1 where id = $2', [sealed, other.id]);
  await expect(app.services.stores.storeCredentials(other.id)).rejects.toThrow('does not belong here');
});
