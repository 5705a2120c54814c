import type { Database } from '@storefleet/server/platform/db/database';
import { testClock } from '@storefleet/test-support/clock';
import { createTestDatabase } from '@storefleet/test-support/database';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertStore } from '../../../test/sync/catalogue.ts';
import { buildProduct, buildVariant, createFakeSource } from '../../../test/sync/fake-source.ts';
import { createApplyChanges, LOOKS_PER_TURN } from './apply-changes.ts';
import { recordDelivery } from './changes.repository.ts';
import { setEnabled } from './store-webhooks.repository.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('a shop that goes on telling leaves the place to others after some looks, and asks for another turn', async () => {
  const clock = testClock();
  const storeId = await insertStore(db);
  await setEnabled(db, storeId, true, clock.now());
  let told = 0;
  const tell = async () => {
    told += 1;
    await recordDelivery(
      db,
      {
        storeId,
        webhookId: `w-${told}`,
        topic: 'products/update',
        sourceId: `p-${told}`,
        isDeleted: false,
      },
      { now: clock.now(), dueAt: clock.now() },
    );
  };
  let looks = 0;
  let goesOnTelling = true;
  const { connector } = createFakeSource();
  const changes = {
    subscribe: () => Promise.reject(new Error('No test needs this.')),
    unsubscribe: () => Promise.reject(new Error('No test needs this.')),
    async readProducts(ids: readonly string[]) {
      looks += 1;
      if (goesOnTelling) await tell();
      return {
        products: ids.map((id) => buildProduct(id)),
        productIds: new Map(ids.map((id) => [id, [id]])),
        goneIds: [],
        readAt: clock.now(),
      };
    },
  };
  const applyChanges = createApplyChanges({
    db,
    clock,
    logger: pino({ level: 'silent' }),
    connect: async () => ({ ...connector, changes }),
    count: () => {},
  });
  const { signal } = new AbortController();

  await tell();
  expect(await applyChanges(storeId, signal)).toBe(true);
  expect(looks).toBe(LOOKS_PER_TURN);
  goesOnTelling = false;
  expect(await applyChanges(storeId, signal)).toBe(false);
  const { rows } = await db.query('select from products where store_id = $1', [storeId]);
  expect(rows).toHaveLength(LOOKS_PER_TURN + 1);
});

it('a change of what several products share is taken over for all of them, also in several transactions', async () => {
  const clock = testClock();
  const storeId = await insertStore(db);
  await setEnabled(db, storeId, true, clock.now());
  const delivery = { storeId, webhookId: 'shared', topic: 'inventory_items/update', sourceId: 'item' };
  const at = { now: clock.now(), dueAt: clock.now() };
  await recordDelivery(db, { ...delivery, isDeleted: false }, at);
  const variants = (id: string) =>
    Array.from({ length: 1_200 }, (_, index) => buildVariant(`${id}-v${index}`));
  const ids = ['shared-1', 'shared-2', 'shared-3'];
  const { connector } = createFakeSource();
  const unused = () => Promise.reject(new Error('No test needs this.'));
  const changes = {
    subscribe: unused,
    unsubscribe: unused,
    readProducts: async () => ({
      products: ids.map((id) => buildProduct(id, { variants: variants(id) })),
      productIds: new Map([['item', ids]]),
      goneIds: [],
      readAt: clock.now(),
    }),
  };
  const applied: number[] = [];
  const applyChanges = createApplyChanges({
    db,
    clock,
    logger: pino({ level: 'silent' }),
    connect: async () => ({ ...connector, changes }),
    count: (_outcome, count) => applied.push(count),
  });
  await applyChanges(storeId, new AbortController().signal);
  const { rows } = await db.query('select from products where store_id = $1', [storeId]);
  expect(rows).toHaveLength(ids.length);
  expect(applied).toEqual([0, 0, 1]);
  expect((await db.query('select from webhook_changes where store_id = $1', [storeId])).rows).toEqual([]);
});
