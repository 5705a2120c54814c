import { describe, expect, it } from 'vitest';
import { APP, MINUTE, useAuthorizationStage } from '../../../../test/stores/authorization-stage.ts';

const stage = useAuthorizationStage();
const { api, saveApp, readStore, begin, install, comeBack, connectStore, count, tokensAsked } = stage;

describe('a connected store', () => {
  const refreshes = () => tokensAsked() - 1;

  it('renews its token before it expires, over and over', async () => {
    const { id } = await connectStore();
    for (let hour = 1; hour <= 3; hour++) {
      stage.clock.advance(58 * MINUTE);
      expect(await count(id)).toBe(3);
      expect(refreshes()).toBe(hour);
    }
    expect(stage.shop.log.counters().byOutcome['401']).toBeUndefined();
    expect((await readStore(id)).granted_scopes).toEqual(['write_products', 'read_inventory']);
  });

  it('is not lost with the answer that brought its next token', async () => {
    const { id } = await connectStore();
    stage.clock.advance(60 * MINUTE);
    stage.simulator.faults.add({ target: 'oauth', action: { kind: 'applied_answer_lost' } });
    expect(await count(id)).toBe(3);
    stage.clock.advance(60 * MINUTE);
    expect(await count(id)).toBe(3);
  });

  it('is renewed once by many jobs at the same moment', async () => {
    const { id } = await connectStore();
    stage.clock.advance(60 * MINUTE);
    expect(await Promise.all([count(id), count(id), count(id), count(id)])).toEqual([3, 3, 3, 3]);
    expect(refreshes()).toBe(1);
  });

  it('uses a token that never expires, where the shop gives one', async () => {
    stage.simulator.addApp({ ...APP, expiringTokens: false });
    const { id } = await connectStore();
    stage.clock.advance(10_000 * MINUTE);
    expect(await count(id)).toBe(3);
    expect(refreshes()).toBe(0);
  });

  it.each([
    ['expires', {}, 'has ended. Connect the store with Shopify again.'],
    ['never expires', { expiringTokens: false }, 'Connect the store with Shopify again.'],
  ])(
    'says that it has to be connected again when the app is uninstalled and its token %s',
    async (_case, options, sentence) => {
      stage.simulator.addApp({ ...APP, ...options });
      const { id } = await connectStore();
      stage.shop.uninstallClient(APP.clientId);
      await expect(count(id)).rejects.toThrow(sentence);
      expect((await readStore(id)).authorization_error).toContain(sentence);
      const again = await begin(await readStore(id));
      await comeBack(await install(again), again.cookie);
      expect([await count(id), (await readStore(id)).authorization_error]).toEqual([3, null]);
    },
  );

  it('that was not connected again stays connected, and says so once its connection was tested', async () => {
    const store = await connectStore();
    const again = await begin(store);
    const cancelled = new URL(await install(again));
    cancelled.searchParams.set('error', 'access_denied');
    await comeBack(cancelled, again.cookie);
    expect((await readStore(store.id)).authorization_error).toContain('was not approved');

    const tested = await api<{ success: boolean }>('POST', `/stores/${store.id}/test-graphql-connection`);
    expect([tested.body.success, (await readStore(store.id)).authorization_error]).toEqual([true, null]);
  });

  it('is not renewed in the name of another app', async () => {
    const { id } = await connectStore();
    await saveApp({ api_key: 'client-2' });
    stage.clock.advance(60 * MINUTE);
    await expect(count(id)).rejects.toThrow('through another Shopify app than the one in Settings');
    await saveApp();
    expect(await count(id)).toBe(3);
  });

  it('has to be connected again when nobody renewed its token for months', async () => {
    const { id } = await connectStore();
    stage.clock.advance(91 * 24 * 60 * MINUTE);
    await expect(count(id)).rejects.toThrow('has ended. Connect the store with Shopify again.');
  });
});
