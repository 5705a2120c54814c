import { ConnectionTest } from '@storefleet/contract/stores/connection-test';
import { StoreCreate, StoreListQuery, StoreUpdate } from '@storefleet/contract/stores/stores';
import { openTestApp } from '@storefleet/test-support/app';
import { describe, expect, it } from 'vitest';
import { APP, createAuthorizationStage, MINUTE } from '../../../../test/stores/authorization-stage.ts';

const SCOPES = ['read_products', 'write_products', 'read_inventory', 'write_inventory', 'read_locations'];
const HOUR = 60 * MINUTE;
const idle = new AbortController().signal;

const stage = await createAuthorizationStage();
const { api, app, begin, clock, connectStore, count, finish, readStore, saveApp, simulator, tokensAsked } =
  stage;
const { stores } = app.services;
const twin = await openTestApp({
  environment: { ...stage.environment, SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}` },
  clock,
  db: app.db,
});

/** An app in the shops' own organisation, as client credentials require. */
const OWN_APP = { ...APP, organization: 'others' };

/** A store that gets its tokens with an app's credentials. */
async function createStore(fields: Record<string, unknown> = {}): Promise<string> {
  simulator.addApp(OWN_APP);
  stage.shop.installClient(APP.clientId, SCOPES);
  const store = {
    shop_name: stage.host,
    shop_url: stage.host,
    connection_method: 'client_credentials',
    client_id: APP.clientId,
    client_secret: APP.clientSecret,
    ...fields,
  };
  const { id } = await stores.create(StoreCreate.parse(store));
  // Ignores the requests that identified the shop.
  stage.shop.log.clear();
  return id;
}

const update = (id: string, fields: Record<string, unknown>) => stores.update(id, StoreUpdate.parse(fields));
const rowOf = async (id: string) =>
  (await app.db.query<Record<string, unknown>>('select * from stores where id = $1', [id])).rows[0];

describe.each([
  { method: 'client credentials', connect: () => createStore(), lifetime: 24 * HOUR },
  { method: 'consent', connect: async () => (await connectStore()).id, lifetime: HOUR },
])('the token of a store connected by $method', ({ connect, lifetime }) => {
  it('is renewed before it expires, repeatedly, even within one long job', async () => {
    const connector = await stores.connectorFor(await connect());
    for (let asked = 1; asked <= 3; asked++) {
      expect((await connector.count(idle)).products).toBe(3);
      expect(tokensAsked()).toBe(asked);
      clock.advance(lifetime - 2 * MINUTE);
    }
    expect(stage.shop.log.counters().byOutcome['401']).toBeUndefined();
  });

  it('is renewed once for many simultaneous jobs of two processes', async () => {
    const id = await connect();
    await count(id);
    clock.advance(lifetime);
    const connectors = await Promise.all(
      [app, twin, app, twin, app, twin].map(({ services }) => services.stores.connectorFor(id)),
    );
    const hold = simulator.hold({ target: 'oauth', shop: stage.shop.domain, when: 'before' });
    const counts = connectors.map((connector) => connector.count(idle));
    await hold.reached;
    hold.release();
    expect((await Promise.all(counts)).map(({ products }) => products)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(tokensAsked()).toBe(2);
  });

  it('survives losing the response that brought the next one', async () => {
    const id = await connect();
    for (let round = 1; round <= 2; round++) {
      simulator.faults.add({ target: 'oauth', action: { kind: 'applied_answer_lost' } });
      clock.advance(lifetime);
      expect(await count(id)).toBe(3);
    }
  });
});

describe('a store with client credentials', () => {
  it('requests one token from its shop, and stores it for all processes', async () => {
    const id = await createStore();
    expect([await count(id), await count(id), await count(id, twin.services)]).toEqual([3, 3, 3]);
    expect(tokensAsked()).toBe(1);
    expect(await readStore(id)).toMatchObject({
      has_access_token: true,
      access_token_hint: null,
      granted_scopes: ['write_products', 'write_inventory', 'read_locations'],
    });
    expect(await rowOf(id)).toMatchObject({ access_token_sealed: expect.stringMatching(/^v1\./) });
  });

  it('renews a token the shop no longer accepts, and retries the request', async () => {
    const connector = await stores.connectorFor(await createStore());
    await connector.count(idle);
    for (const token of stage.shop.tokens) stage.shop.revoke(token);
    expect((await connector.count(idle)).products).toBe(3);
    expect(tokensAsked()).toBe(2);
  });

  it('keeps using a valid token while the shop cannot issue another', async () => {
    const id = await createStore();
    await count(id);
    clock.advance(24 * HOUR - 2 * MINUTE);
    simulator.faults.add({ target: 'oauth', times: 9, action: { kind: 'status', status: 503, html: true } });
    expect(await count(id)).toBe(3);
    expect((await rowOf(id))?.token_renewal_id).toBeNull();
  });

  it.each([
    ['is not installed', () => stage.shop.uninstallClient(APP.clientId), 'The app is not installed in'],
    [
      'belongs to others',
      () => simulator.addApp({ ...APP, organization: 'another' }),
      'client credentials work within one organisation only',
    ],
    [
      'has another secret now',
      () => simulator.addApp({ ...OWN_APP, clientSecret: 'shpss_new' }),
      'does not accept the client secret of the app client-1',
    ],
  ])('reports when the app %s', async (_case, change, sentence) => {
    const id = await createStore();
    change();
    await expect(count(id)).rejects.toThrow(sentence);
    expect(await rowOf(id)).toMatchObject({ token_renewal_id: null, access_token_sealed: null });
  });

  it('discards a token for credentials that were replaced meanwhile', async () => {
    const other = { ...OWN_APP, clientId: 'client-2', clientSecret: 'shpss_another_app' };
    simulator.addApp(other);
    stage.shop.installClient(other.clientId, ['read_products']);
    const id = await createStore();
    const hold = simulator.hold({ target: 'oauth', shop: stage.shop.domain, when: 'after' });
    const counted = count(id);
    await hold.reached;
    await update(id, { client_id: other.clientId, client_secret: other.clientSecret });
    hold.release();
    expect(await counted).toBe(3);
    expect(await rowOf(id)).toMatchObject({ granted_to_client_id: 'client-2', token_renewal_id: null });
  });

  it('does not take a token to a new address', async () => {
    const id = await createStore();
    const connector = await stores.connectorFor(id);
    await connector.count(idle);
    const elsewhere = { shop_url: `elsewhere-${stage.host}` };
    await expect(update(id, elsewhere)).rejects.toThrow(
      `Enter the client secret again: the stored one is only sent to ${stage.host}.`,
    );
    const moved = await update(id, { ...elsewhere, client_secret: APP.clientSecret });
    expect(moved).toMatchObject({ has_access_token: false, granted_scopes: null });
    stage.shop.expireTokens();
    await expect(connector.count(idle)).rejects.toThrow('moved to another address meanwhile');
  });

  it('takes over from a process that died while renewing', async () => {
    const id = await createStore();
    const claimed = (seconds: number) =>
      app.db.query(
        `update stores set token_renewal_id = id, token_renewal_until = now() + make_interval(secs => $2) where id = $1`,
        [id, seconds],
      );
    await claimed(-1);
    expect(await count(id)).toBe(3);
    await update(id, { client_id: 'client-1', connection_method: 'oauth' });
    await update(id, { connection_method: 'client_credentials' });
    await claimed(600);
    const stop = new AbortController();
    const waiting = (await stores.connectorFor(id)).count(stop.signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(tokensAsked()).toBe(1);
  });

  it('drops its token with the method, and continues with one a person entered meanwhile', async () => {
    const { shop } = stage;
    const id = await createStore();
    await count(id);
    await expect(update(id, { connection_method: 'admin_api_token' })).rejects.toMatchObject({
      errors: [{ path: 'access_token', message: 'Admin API token is required.' }],
    });
    const entered = 'shpat_0123456789abcdef';
    shop.install(entered);
    const store = await update(id, { connection_method: 'admin_api_token', access_token: entered });
    expect(store).toMatchObject({ access_token_hint: 'cdef', granted_scopes: null });
    clock.advance(1_000 * HOUR);
    const connector = await stores.connectorFor(id);
    expect((await connector.count(idle)).products).toBe(3);
    expect(tokensAsked()).toBe(1);
    shop.revoke(entered);
    await expect(connector.count(idle)).rejects.toThrow('does not accept the access token');
    shop.install('shpat_second_token');
    await update(id, { access_token: 'shpat_second_token' });
    expect((await connector.count(idle)).products).toBe(3);
  });

  it('is tested as entered, with the stored secret only for its own address', async () => {
    const id = await createStore();
    const test = (fields: Record<string, unknown>) => {
      const input = {
        shop_url: stage.host,
        connection_method: 'client_credentials',
        api_version: '2026-10',
        ...fields,
      };
      return stores.testConnection(ConnectionTest.parse(input));
    };
    const typed = { client_id: APP.clientId, client_secret: APP.clientSecret };
    expect(await test(typed)).toMatchObject({ success: true, missing_scopes: [] });
    expect((await test({ ...typed, client_secret: 'shpss_wrong' })).error).toContain('client secret');
    expect(await test({ store_id: id })).toMatchObject({ success: true });
    const elsewhere = test({ store_id: id, shop_url: `other-${stage.host}` });
    await expect(elsewhere).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await test({ store_id: id, connection_method: 'oauth' })).error).toContain(
      'connect it with Shopify, then test',
    );
  });

  it('shows no secret in logs, responses or errors', async () => {
    const id = await createStore();
    await count(id);
    const { tokens } = stage.shop;
    stage.shop.uninstallClient(APP.clientId);
    const error = await count(id).then(String, (reason: Error) => `${reason.stack}${JSON.stringify(reason)}`);
    const answers = JSON.stringify(await stores.list(StoreListQuery.parse({})));
    const everything = [error, answers, JSON.stringify(await rowOf(id)), ...stage.logLines].join('\n');
    expect(tokens.length).toBeGreaterThan(0);
    for (const secret of [APP.clientSecret, ...tokens]) expect(everything).not.toContain(secret);
  });
});

describe('a store connected on the consent page', () => {
  it('uses a token that never expires, if the shop issues one', async () => {
    simulator.addApp({ ...APP, expiringTokens: false });
    const { id } = await connectStore();
    clock.advance(10_000 * MINUTE);
    expect([await count(id), tokensAsked()]).toEqual([3, 1]);
  });

  it.each([
    ['expires', {}, 'has ended. Connect the store with Shopify again.'],
    ['never expires', { expiringTokens: false }, 'Connect the store with Shopify again.'],
  ])(
    'has to be connected again when the app is uninstalled and its token %s',
    async (_, options, sentence) => {
      simulator.addApp({ ...APP, ...options });
      const { id } = await connectStore();
      stage.shop.uninstallClient(APP.clientId);
      await expect(count(id)).rejects.toThrow(sentence);
      expect((await readStore(id)).authorization_error).toContain(sentence);
      await finish(await begin(await readStore(id)));
      expect([await count(id), (await readStore(id)).authorization_error]).toEqual([3, null]);
    },
  );

  it('stays connected if a reconnect fails, and says so once its connection is tested', async () => {
    const store = await connectStore();
    const again = await begin(store);
    const cancelled = await stage.install(again);
    cancelled.searchParams.set('error', 'access_denied');
    await stage.comeBack(cancelled, again.cookie);
    expect((await readStore(store.id)).authorization_error).toContain('was not approved');
    const tested = await api<{ success: boolean }>('POST', `/stores/${store.id}/test-graphql-connection`);
    expect([tested.body.success, (await readStore(store.id)).authorization_error]).toEqual([true, null]);
  });

  it('is not renewed for another app, nor after months without a renewal', async () => {
    const { id } = await connectStore();
    await saveApp({ api_key: 'client-2' });
    clock.advance(HOUR);
    await expect(count(id)).rejects.toThrow('through another Shopify app than the one in Settings');
    await saveApp();
    expect(await count(id)).toBe(3);
    clock.advance(91 * 24 * HOUR);
    await expect(count(id)).rejects.toThrow('has ended. Connect the store with Shopify again.');
  });
});
