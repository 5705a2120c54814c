import type { Editing } from '@storefleet/server/connectors/editing';
import { findBatch } from '@storefleet/server/modules/bulk-updates/bulk-updates.repository';
import { leaveOut } from '@storefleet/server/modules/bulk-updates/plan/leave-out';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import { startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { expect, it } from 'vitest';
import { enteredToken } from '../../src/connectors/shopify/client/access-tokens.ts';
import type { ThrottleStatus } from '../../src/connectors/shopify/client/point-account.ts';
import { createCostBuckets } from '../../src/connectors/shopify/client/throttle.ts';
import { createShopifyConnector } from '../../src/connectors/shopify/shopify-connector.ts';
import { TOKEN } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { waitingClock } from '../../src/connectors/shopify/testing/test-client.ts';
import { Secret } from '../../src/platform/crypto/secret.ts';
import { syncStore } from '../sync/sync-harness.ts';
import { createBulkHarness } from './bulk-harness.ts';

/** What an update is said to take, beside what it takes of the simulated shop's points and time. */

const harness = await createBulkHarness();
const { db, clock } = harness;
const simulator = closedAtEnd(await startShopifySimulator({ clock }));

/** Of a call there and back; the shop itself answers at once. */
const CALL_MS = 250;

/** A synced shop whose pacing moves the clock, and which has all of its points. */
async function addShop(domain: string, products: number, variantsPerProduct: number) {
  const shop = simulator.addShop({ domain, products, variantsPerProduct, token: TOKEN, plan: 'Basic' });
  const { storeId } = await harness.addStore([], { name: domain });
  const { sleep } = waitingClock(clock);
  const shopUrl = `${domain}:${simulator.port}`;
  let points: ThrottleStatus = { maximumAvailable: 2_000, currentlyAvailable: 2_000, restoreRate: 100 };
  const connector = createShopifyConnector(
    {
      shopUrl,
      apiVersion: '2026-10',
      accessTokens: enteredToken(new Secret(TOKEN)),
      onPoints: (_use, _spent, status) => {
        points = status ?? points;
      },
    },
    {
      clock,
      logger: createLogger({ level: 'silent' }),
      sleep,
      allowedHosts: [shopUrl],
      costBuckets: createCostBuckets({ clock, sleep }),
    },
  );
  harness.connectors.set(storeId, connector);
  await syncStore(harness, storeId);
  clock.advance(60_000);
  points = { ...points, currentlyAvailable: points.maximumAvailable };
  return { shop, storeId, connector, points: () => points };
}
type Stage = Awaited<ReturnType<typeof addShop>>;

async function planPrices({ storeId }: Stage): Promise<string> {
  const { rows } = await db.query<{ source_id: string }>(
    'select source_id from variants where store_id = $1',
    [storeId],
  );
  return harness.plan(storeId, Object.fromEntries(rows.map((row) => [row.source_id, { price: '77.00' }])));
}

async function leaveOutProducts(batchId: string, products: number): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select id from edit_items where batch_id = $1 and product_id in (
       select product_id from edit_items where batch_id = $1 group by 1 order by 1 limit $2)`,
    [batchId, products],
  );
  const item_ids = rows.map(({ id }) => id);
  await db.transaction((tx) =>
    leaveOut(tx, { id: batchId, attributes: ['price'] }, { left_out: true, item_ids }),
  );
}

/** Seconds, by the shop's last answer. */
async function told({ storeId, points }: Stage, batchId: string): Promise<number> {
  const { maximumAvailable, currentlyAvailable, restoreRate } = points();
  await db.query(
    `insert into store_points values ($1, $2, $3, $4, now(), now(), 0, 0, 0)
     on conflict (store_id) do update set available = excluded.available, measured_at = now()`,
    [storeId, maximumAvailable, Math.floor(currentlyAvailable), restoreRate],
  );
  const found = await findBatch(db, batchId, 1);
  return found?.storeBatches[0]?.seconds_left ?? Number.NaN;
}

/** Applies it, and halts after every hundredth call for what is told then. */
async function applyWithHalts(stage: Stage, batchId: string) {
  const { connector } = stage;
  const { editing } = connector;
  if (editing === null) throw new TypeError('The shop cannot be edited.');
  const during: { at: number; left: number }[] = [];
  const written = { calls: 0, rows: 0, underWay: 0 };
  let halt: Promise<void> = Promise.resolve();
  const isStored = async () =>
    written.underWay === 0 && (await harness.batch(batchId)).succeeded === written.rows;
  const look = async () => {
    await expect.poll(isStored).toBe(true);
    during.push({ at: seconds(), left: await told(stage, batchId) });
  };
  const write: Editing['write'] = async (edits, options) => {
    await halt;
    written.underWay += 1;
    const outcomes = await editing.write(edits, options);
    clock.advance(CALL_MS / editing.concurrency);
    written.underWay -= 1;
    written.rows += edits.length;
    written.calls += 1;
    if (written.calls % 100 === 0) halt = look();
    return outcomes;
  };
  harness.connectors.set(stage.storeId, { ...connector, editing: { ...editing, write } });
  await harness.apply(batchId);
  return during;
}

const seconds = () => clock.now().getTime() / 1_000;
const isClose = (estimate: number, actual: number) =>
  estimate > actual * 0.8 && estimate < actual * 1.2 ? 'within 20 %' : `${estimate} instead of ${actual}`;

it('what was told before and during an update, of points and of time, is what it takes', async () => {
  const stage = await addShop('estimated.localhost', 320, 4);
  const batchId = await planPrices(stage);
  const whole = await told(stage, batchId);
  await leaveOutProducts(batchId, 40);
  const before = await told(stage, batchId);
  expect(before).toBeLessThan(whole);

  const { rows } = await db.query<{ points: number }>(
    `select (effort ->> 'points')::float8 as points from edit_batch_stores where batch_id = $1`,
    [batchId],
  );
  const [begun, spent] = [seconds(), stage.shop.log.counters().points];
  const during = await applyWithHalts(stage, batchId);
  const took = seconds() - begun;
  expect(isClose(rows[0]?.points ?? 0, stage.shop.log.counters().points - spent)).toBe('within 20 %');
  expect(isClose(before, took)).toBe('within 20 %');
  expect(during).toHaveLength(2);
  for (const { at, left } of during) expect(isClose(at - begun + left, took)).toBe('within 20 %');
});
