import { createHmac } from 'node:crypto';
import { SHOPIFY_APP_SETTINGS } from '@storefleet/contract/constants';
import { describe, expect, it } from 'vitest';
import {
  APP,
  type Attempt,
  createAuthorizationStage,
  MINUTE,
} from '../../../../test/stores/authorization-stage.ts';
import type { Members } from '../../auth/embedded/members.ts';

const idle = new AbortController().signal;
const stage = await createAuthorizationStage();
const { api, app, begin, comeBack, connectStore, count, createStore, finish, install } = stage;
const { clock, readStore, saveApp, simulator, tokensAsked } = stage;

/** Signs a return again, as only Shopify and the app can. */
function signed(to: URL, changes: Record<string, string | null>): URL {
  const changed = new URL(to);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  changed.searchParams.delete('hmac');
  const unsigned = new URLSearchParams(changed.searchParams);
  unsigned.sort();
  const hmac = createHmac('sha256', APP.clientSecret).update(unsigned.toString().replaceAll('+', '%20'));
  changed.searchParams.set('hmac', hmac.digest('hex'));
  return changed;
}

async function expectFailure(attempt: Attempt, answer: Response, sentence: string): Promise<void> {
  const { id } = attempt.store;
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    `${app.url}/stores/${id}?authorization=failed`,
  ]);
  const store = await readStore(id);
  expect(store.authorization_error).toContain(sentence);
  expect(store).toMatchObject({ has_access_token: false, granted_scopes: null, authorized_at: null });
}

describe('starting', () => {
  it('leads to the shop’s consent page, and binds the attempt to the browser', async () => {
    const { store, authorizeUrl } = await begin();
    expect(authorizeUrl.origin).toBe(`http://${stage.host}`);
    expect(Object.fromEntries(authorizeUrl.searchParams)).toEqual({
      client_id: APP.clientId,
      scope: 'read_products,write_products,read_inventory',
      redirect_uri: `${app.url}/oauth/shopify/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      'grant_options[]': '',
    });
    const { headers } = await api('POST', `/stores/${store.id}/authorize`);
    expect(headers.get('set-cookie')).toMatch(/; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
  });

  it('requests the callback address and scopes of the settings', async () => {
    await saveApp({
      callback_url: 'https://fleet.example/oauth/shopify/callback',
      scopes: 'read_products, write_products',
    });
    const { searchParams } = (await begin()).authorizeUrl;
    expect(searchParams.get('redirect_uri')).toBe('https://fleet.example/oauth/shopify/callback');
    expect(searchParams.get('scope')).toBe('read_products,write_products');
  });

  it('requires a store that connects by OAuth, and an app in the settings', async () => {
    const { id } = await createStore();
    const code = async () => (await api<{ code: string }>('POST', `/stores/${id}/authorize`)).body.code;
    for (const key of Object.values(SHOPIFY_APP_SETTINGS)) {
      await app.db.query('delete from settings where key = $1', [key]);
    }
    expect(await code()).toBe('shopify_app_missing');
    await saveApp();
    await api('PUT', `/stores/${id}`, { store_status: 'archived' });
    expect(await code()).toBe('store_archived');
    await api('PUT', `/stores/${id}`, {
      store_status: 'active',
      connection_method: 'admin_api_token',
      access_token: 'shpat_0123456789abcdef',
    });
    expect(await code()).toBe('not_connected_by_oauth');
    await app.db.query(`update stores set store_type = 'mssql' where id = $1`, [id]);
    expect((await api('POST', `/stores/${id}/authorize`)).body).toMatchObject({
      code: 'wrong_store_type',
      detail: 'An MS SQL store is not connected with Shopify.',
    });
  });

  it('requires all of that before anything else', async () => {
    const { id } = await createStore();
    await expect(count(id)).rejects.toThrow(`Connect ${stage.host} with Shopify first`);
  });
});

describe('returning', () => {
  it('connects the store', async () => {
    const attempt = await begin();
    const answer = await finish(attempt);
    const { id } = attempt.store;
    expect(answer.headers.get('location')).toBe(`${app.url}/stores/${id}?authorization=connected`);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await readStore(id)).toMatchObject({
      has_access_token: true,
      granted_scopes: ['write_products', 'read_inventory'],
      authorized_at: clock.now().toISOString(),
      authorization_error: null,
    });
    expect(await count(id)).toBe(3);
    const { body } = await api<{ success: boolean }>('POST', `/stores/${id}/test-graphql-connection`);
    expect(body.success).toBe(true);
  });

  it('is possible only once', async () => {
    const attempt = await begin();
    const to = await install(attempt);
    const answers = await Promise.all([comeBack(to, attempt.cookie), comeBack(to, attempt.cookie)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 400]);
    expect((await readStore(attempt.store.id)).has_access_token).toBe(true);
  });

  it('does nothing in another browser, and leaves the attempt to the one that started it', async () => {
    const attempt = await begin();
    const other = await begin(attempt.store);
    const to = await install(attempt);
    for (const cookie of [
      null,
      other.cookie,
      `${attempt.cookie.split('=')[0]}=${other.cookie.split('=')[1]}`,
    ]) {
      const answer = await comeBack(to, cookie);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('began in another browser');
    }
    expect(tokensAsked()).toBe(0);
    expect((await comeBack(to, attempt.cookie)).status).toBe(302);
  });

  it('does nothing with an unknown state', async () => {
    const attempt = await begin();
    const to = await install(attempt);
    const answer = await comeBack(signed(to, { state: 'a-state-of-my-own' }), attempt.cookie);
    expect(answer.status).toBe(400);
    expect((await comeBack(new URL(`${app.url}/oauth/shopify/callback`), null)).status).toBe(400);
    expect(tokensAsked()).toBe(0);
  });

  const alter = (change: (query: URLSearchParams) => void) => (to: URL) => {
    change(to.searchParams);
    return to;
  };
  const resign = (changes: Record<string, string | null>) => (to: URL) => signed(to, changes);
  const unsigned = 'is not signed with the app';
  const badTime = "Check this server's clock";
  const forgeries: [string, (to: URL) => URL, string][] = [
    ['no signature', alter((query) => query.delete('hmac')), unsigned],
    ['a signature of others', alter((query) => query.set('hmac', 'a'.repeat(64))), unsigned],
    ['a signature in capitals', alter((query) => query.set('hmac', 'A'.repeat(64))), unsigned],
    ['a signature that is too short', alter((query) => query.set('hmac', 'ab')), unsigned],
    ['another code than was signed', alter((query) => query.set('code', 'mine')), unsigned],
    ['a parameter that was not signed', alter((query) => query.set('next', '/x')), unsigned],
    ['a parameter twice', alter((query) => query.append('code', 'mine')), unsigned],
    ['another shop', resign({ shop: 'other.myshopify.com' }), 'other.myshopify.com was connected at Shopify'],
    ['an old time', resign({ timestamp: '1700000000' }), badTime],
    ['no time', resign({ timestamp: null }), badTime],
    ['no code', resign({ code: null }), 'Shopify sent no code'],
    ['a refusal', resign({ error: 'access_denied', code: null }), 'The app was not approved at Shopify'],
  ];
  it.each(forgeries)('refuses %s', async (_case, forge, sentence) => {
    const attempt = await begin();
    const to = forge(await install(attempt));
    await expectFailure(attempt, await comeBack(to, attempt.cookie), sentence);
    expect(tokensAsked()).toBe(0);
  });

  it('accepts unknown parameters, as long as they are signed', async () => {
    const attempt = await begin();
    const to = signed(await install(attempt), { locale: 'de é', embedded: '1' });
    expect((await comeBack(to, attempt.cookie)).headers.get('location')).toContain('authorization=connected');
  });

  it('refuses a shop that does not permit reading products', async () => {
    simulator.addApp({ ...APP, scopes: ['read_locations', 'write_inventory'] });
    const attempt = await begin();
    await expectFailure(attempt, await finish(attempt), 'did not allow the app to read products');
  });

  it('connects with whatever is permitted, as long as products can be read', async () => {
    simulator.addApp({ ...APP, scopes: ['read_products'] });
    const { granted_scopes, has_access_token } = await connectStore();
    expect([granted_scopes, has_access_token]).toEqual([['read_products'], true]);
  });

  it.each([
    ['too much time passed', async () => clock.advance(16 * MINUTE), 'It took too long at Shopify'],
    ['the code expired', async () => clock.advance(80_000), 'it was used already or came too late'],
    [
      'another app was set',
      () => saveApp({ api_key: 'client-2' }),
      'The Shopify app in Settings was changed',
    ],
    [
      'another secret was set',
      () => saveApp({ api_secret: 'shpss_other' }),
      'Check the API secret in Settings',
    ],
    [
      'the store was moved',
      (id: string) => api('PUT', `/stores/${id}`, { shop_url: `moved-${stage.host}` }),
      'and this store is moved-',
    ],
  ])('refuses one during which %s', async (_case, change, sentence) => {
    const attempt = await begin();
    const to = await install(attempt);
    await change(attempt.store.id);
    await expectFailure(attempt, await comeBack(to, attempt.cookie), sentence);
  });

  it.each([
    ['who was disabled', 'owner', (members: Members, id: string) => members.disable(id)],
    [
      'who is no owner any more',
      'owner',
      (members: Members, id: string) => members.change(id, { role: 'editor' }),
    ],
  ] as const)('refuses one of a member %s meanwhile', async (_who, role, change) => {
    const members = app.services.auth.embedded?.members;
    const member = await members?.create({ email: `leaving-${stage.shop.domain}@example.com`, role });
    const { id } = await createStore();
    const { authorizeUrl, state, browserKey } = await app.services.authorizations.begin(id, member?.id ?? '');
    const to = await install({ store: await readStore(id), authorizeUrl: new URL(authorizeUrl), cookie: '' });
    if (members) await change(members, member?.id ?? '');
    const outcome = await app.services.authorizations.finish(to.searchParams, browserKey, idle);
    expect([to.searchParams.get('state'), outcome]).toEqual([state, { storeId: id, connected: false }]);
    expect(await readStore(id)).toMatchObject({
      has_access_token: false,
      authorization_error: expect.stringContaining('may no longer connect stores'),
    });
    expect(tokensAsked()).toBe(0);
  });

  it('stores nothing for a store that was moved, archived or deleted meanwhile', async () => {
    for (const change of [
      (id: string) => api('PUT', `/stores/${id}`, { store_status: 'archived' }),
      (id: string) => api('DELETE', `/stores/${id}`),
    ]) {
      const attempt = await begin();
      const to = await install(attempt);
      const hold = simulator.hold({
        target: 'oauth',
        shop: stage.shop.domain,
        match: 'access_token',
        when: 'after',
      });
      const answer = comeBack(to, attempt.cookie);
      await hold.reached;
      await change(attempt.store.id);
      hold.release();
      expect((await answer).headers.get('location')).toContain('authorization=failed');
      const { rows } = await app.db.query('select access_token_sealed from stores where id = $1', [
        attempt.store.id,
      ]);
      expect(rows.filter((row) => row.access_token_sealed !== null)).toEqual([]);
      await app.db.query('delete from stores where id = $1', [attempt.store.id]);
    }
  });

  it('reports an unresponsive shop, and can be started again', async () => {
    const attempt = await begin();
    const to = await install(attempt);
    simulator.faults.add({
      target: 'oauth',
      match: 'access_token',
      action: { kind: 'applied_answer_lost' },
    });
    await expectFailure(attempt, await comeBack(to, attempt.cookie), 'broke off');
    const again = await begin(attempt.store);
    await finish(again);
    expect(await readStore(attempt.store.id)).toMatchObject({
      has_access_token: true,
      authorization_error: null,
    });
  });
});

it('logs no code, state, token or secret', async () => {
  const attempt = await begin();
  const to = await install(attempt);
  await comeBack(to, attempt.cookie);
  await comeBack(to, attempt.cookie);
  expect(stage.logLines.length).toBeGreaterThan(0);
  const secrets = [
    APP.clientSecret,
    to.searchParams.get('code') ?? '',
    to.searchParams.get('state') ?? '',
    attempt.cookie.split('=')[1] ?? '',
    ...stage.shop.tokens,
  ];
  expect(secrets.filter((secret) => stage.logLines.join('\n').includes(secret))).toEqual([]);
});
