import type { SourceChanges } from '@storefleet/server/connectors/connector';
import { testClock } from '@storefleet/test-support/clock';
import { openTestDatabase } from '@storefleet/test-support/database';
import pino from 'pino';
import { expect, it } from 'vitest';
import { insertStore, readStoredCatalogue } from '../../../test/sync/catalogue.ts';
import { buildProduct, buildVariant, createFakeSource } from '../../../test/sync/fake-source.ts';
import { applyChanges } from './apply-changes.ts';
import { findDueStore, recordChange, storeLeases } from './changes.repository.ts';
import { setEnabled } from './store-webhooks.repository.ts';

const clock = testClock();
const db = await openTestDatabase();

async function addStore(): Promise<string> {
  const storeId = await insertStore(db);
  await setEnabled(db, storeId, true, clock.now());
  return storeId;
}

/** Adds a possible change of a store's object that has been due for this many seconds. */
async function addChange(storeId: string, sourceId: string, dueSeconds = 0): Promise<void> {
  const delivery = { storeId, webhookId: `${sourceId}-${dueSeconds}`, topic: 'products/update' };
  await recordChange(db, delivery, { sourceId, isDeleted: false }, clock.now());
  await db.query(
    `update webhook_changes set due_at = now() - $3 * interval '1 second' where store_id = $1 and source_id = $2`,
    [storeId, sourceId, dueSeconds],
  );
}

const waiting = async (storeId: string) =>
  (await db.query('select attempt from webhook_changes where store_id = $1', [storeId])).rows;
const productsOf = async (storeId: string) => (await readStoredCatalogue(db, storeId)).length;

/** Applies changes from a source with these responses. */
function apply(
  storeId: string,
  readProducts: SourceChanges['readProducts'],
  applied: number[] = [],
  shutdown = new AbortController().signal,
): Promise<void> {
  const unused = () => Promise.reject(new Error('No test needs this.'));
  const { connector } = createFakeSource();
  const changes = { subscribe: unused, unsubscribe: unused, readProducts };
  const deps = {
    db,
    clock,
    logger: pino({ level: 'silent' }),
    connect: async () => ({ ...connector, changes }),
    count: (_outcome: string, count: number) => void applied.push(count),
  };
  return applyChanges(deps, storeId, shutdown);
}

/** A shop that has a product with this id. */
const present: SourceChanges['readProducts'] = async (ids) => ({
  products: ids.map((id) => buildProduct(id)),
  productIds: new Map(ids.map((id) => [id, [id]])),
  goneIds: [],
  readAt: clock.now(),
});

it('the longest waiting store is next, and one whose shop keeps sending comes after it', async () => {
  const [busy, other] = [await addStore(), await addStore()];
  await addChange(busy, 'p-1', 20);
  await addChange(other, 'p-1', 10);
  expect(await findDueStore(db, [])).toBe(busy);
  expect(await findDueStore(db, [busy])).toBe(other);
  await apply(busy, async (ids, options) => {
    await addChange(busy, 'p-2', 5);
    return present(ids, options);
  });
  expect(await findDueStore(db, [])).toBe(other);
  await apply(other, present);
  expect(await findDueStore(db, [])).toBe(busy);
  await apply(busy, present);
  expect(await productsOf(busy)).toBe(2);
  expect(await findDueStore(db, [])).toBeNull();
});

it('a change due in an hour was recorded before the clock was set back', async () => {
  const storeId = await addStore();
  await addChange(storeId, 'p-1', -600);
  expect(await findDueStore(db, [])).toBeNull();
  await addChange(storeId, 'p-1', -3_600);
  expect(await findDueStore(db, [])).toBe(storeId);
  await apply(storeId, present);
  expect(await waiting(storeId)).toEqual([]);
});

it('a worker presumed dead writes nothing, and its successor reads the same changes', async () => {
  const storeId = await addStore();
  await addChange(storeId, 'p-1');
  await apply(storeId, async (ids, options) => {
    expect(await findDueStore(db, [])).toBeNull();
    await db.query(
      `update store_webhooks set heartbeat_at = now() - interval '31 seconds' where store_id = $1`,
      [storeId],
    );
    expect(await findDueStore(db, [])).toBe(storeId);
    const successor = { storeId, leaseId: '00000000-0000-7000-8000-000000000001' };
    await storeLeases.claim(db, successor);
    return present(ids, options);
  });
  expect(await productsOf(storeId)).toBe(0);
  await storeLeases.releaseAll(db);
  await apply(storeId, present);
  expect(await productsOf(storeId)).toBe(1);
});

it.each([
  { what: 'a process that stops hands them back as they were', stops: true, attempt: 0 },
  { what: 'an error leaves them for a later attempt', stops: false, attempt: 1 },
])('unapplied changes are kept: $what', async ({ stops, attempt }) => {
  const storeId = await addStore();
  await addChange(storeId, 'p-1');
  const shutdown = new AbortController();
  const breakOff = async () => {
    if (stops) shutdown.abort(new Error('The process stops.'));
    throw new Error('The reading broke off.');
  };
  const applying = apply(storeId, breakOff, [], shutdown.signal);
  if (stops) await applying;
  else await expect(applying).rejects.toThrow('broke off');
  expect(await waiting(storeId)).toEqual([{ attempt }]);
  expect(await findDueStore(db, [])).toBe(stops ? storeId : null);
  await db.query('delete from webhook_changes');
});

it('a change shared by several products is applied to all, even in several transactions', async () => {
  const storeId = await addStore();
  await addChange(storeId, 'item');
  const variants = (id: string) =>
    Array.from({ length: 1_200 }, (_, index) => buildVariant(`${id}-v${index}`));
  const ids = ['shared-1', 'shared-2', 'shared-3'];
  const applied: number[] = [];
  const readShared = async () => ({
    products: ids.map((id) => buildProduct(id, { variants: variants(id) })),
    productIds: new Map([['item', ids]]),
    goneIds: [],
    readAt: clock.now(),
  });
  await apply(storeId, readShared, applied);
  expect(await productsOf(storeId)).toBe(ids.length);
  expect(applied).toEqual([0, 0, 1]);
  expect(await waiting(storeId)).toEqual([]);
});
