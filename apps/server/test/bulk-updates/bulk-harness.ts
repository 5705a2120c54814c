import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { SourceProduct } from '@storefleet/server/connectors/connector';
import type { ItemDraft, PlannerDeps } from '@storefleet/server/modules/bulk-updates/plan/drafts/drafts';
import { createPlanner, type UnstoredPlan } from '@storefleet/server/modules/bulk-updates/plan/plan';
import { createStoreLookup } from '@storefleet/server/modules/bulk-updates/plan/planning-store';
import { toStore } from '@storefleet/server/modules/stores/store-presenter';
import { findStore as findStoreRow } from '@storefleet/server/modules/stores/stores.repository';
import type { Database } from '@storefleet/server/platform/db/database';
import { AppError } from '@storefleet/server/platform/http/problem';
import { expect } from 'vitest';
import { buildProduct, buildVariant } from '../sync/fake-source.ts';
import { createSyncHarness, syncStore } from '../sync/sync-harness.ts';
import { type BulkProcess, endPauses, startBulkProcess } from './bulk-process.ts';
import { bulkRecords, compare } from './bulk-records.ts';
import { createFakeShop, type FakeShop, NO_FAULTS } from './fake-shop.ts';

export const STAFF = { id: '01890000-0000-7000-8000-000000000001', email: 'ann@example.com', name: 'Ann' };

/** Longer than the silence after which a worker is presumed dead. */
const DEAD_FOR_MS = 31_000;

/** New values of variants and products, by the shop's own ids. */
type Wanted = Readonly<Record<string, AttributeValues>>;

export type BulkHarness = Awaited<ReturnType<typeof createBulkHarness>>;

/**
 * Applies batches with a database of its own, shops in memory and any number of processes that a test may
 * kill.
 */
export async function createBulkHarness() {
  const sync = await createSyncHarness();
  const { db, clock } = sync;
  const shops = new Map<string, FakeShop>();
  const findStore = async (storeId: string) => {
    const row = await findStoreRow(db, storeId);
    if (row === null) throw new AppError({ code: 'store_not_found' });
    return toStore(row);
  };
  const connect = async (storeId: string) => {
    await findStore(storeId);
    const connector = sync.connectors.get(storeId) ?? shops.get(storeId)?.source.connector;
    if (connector === undefined) throw new AppError({ code: 'store_not_found' });
    return connector;
  };
  const openStore = async (storeId: string) => ({
    store: await findStore(storeId),
    connect: () => connect(storeId),
  });
  const deps = { db, clock, findStore, connect, openStore };
  const startProcess = (options?: { wokenOnly: boolean }) => startBulkProcess(deps, options);

  /** A store with a synced copy of its shop. */
  async function addShop(products: SourceProduct[], options: { name?: string } = {}) {
    const { storeId } = await sync.addStore([], options);
    const shop = createFakeShop(products);
    shop.source.readAt = () => clock.now();
    shops.set(storeId, shop);
    sync.sources.set(storeId, shop.source);
    await syncStore(sync, storeId);
    return { storeId, shop };
  }

  const plan = (storeId: string, values: Wanted) => planStores(deps, { [storeId]: values });
  const records = bulkRecords(db);

  return {
    ...sync,
    ...records,
    findStore,
    connect,
    startProcess,
    addShop,
    plan,
    planStores: (byStore: Readonly<Record<string, Wanted>>) => planStores(deps, byStore),
    planToBegin: (storeId: string, values: Wanted) => planToBegin(deps, storeId, values),
    endPauses: (batchId: string) => endPauses(db, batchId),

    /** A shop with this many products, and a plan to set all their variants to the same values. */
    async planForAll(products: number, values: AttributeValues, variants = 1) {
      const { storeId, shop } = await addShop(buildCatalogue(products, variants));
      return { storeId, shop, batchId: await plan(storeId, everyVariant(products, values, variants)) };
    },
    apply: (batchId: string) => startProcess().applyFully(batchId),

    /** Once the process has died and the shop has recovered, another process takes over. */
    async takeOver(dying: BulkProcess, shop: FakeShop): Promise<void> {
      await dying.db.died;
      Object.assign(shop, NO_FAULTS);
      await sync.letPass(DEAD_FOR_MS);
      await startProcess().workOffQueue();
    },
    compare: (storeId: string) => compare(db, storeId, requireShop(shops, storeId)),

    /** Expects a completed batch, unless `counts` differ, and that everything agrees. */
    async expectEnd(
      { storeId, batchId }: Readonly<Record<'storeId' | 'batchId', string>>,
      counts: Partial<Awaited<ReturnType<typeof records.batch>>>,
      options?: { writtenOnce: boolean },
    ): Promise<void> {
      expect(await records.batch(batchId)).toMatchObject({ status: 'completed', ...counts });
      await this.expectAgreement(storeId, options);
    },

    /** Source, copy and history agree, and nothing is claimed; `writtenOnce`: no value was written twice. */
    async expectAgreement(storeId: string, { writtenOnce = false } = {}): Promise<void> {
      const found = await compare(db, storeId, requireShop(shops, storeId));
      expect(found.copy).toEqual(found.source);
      expect(found.recorded).toEqual(found.happened);
      if (writtenOnce) expect(found.repeated).toBe(0);
      expect(found.claims).toBe(0);
    },
  };
}

function requireShop(shops: ReadonlyMap<string, FakeShop>, storeId: string): FakeShop {
  const shop = shops.get(storeId);
  if (shop === undefined) throw new Error('There is no such shop.');
  return shop;
}

const HEAD = {
  origin: 'bulk_update',
  requestedBy: { ...STAFF, role: 'editor', storeIds: null, sessionId: null },
} as const;

async function planStores(deps: PlannerDeps, byStore: Readonly<Record<string, Wanted>>): Promise<string> {
  return createPlanner(deps).plan({ ...HEAD, drafts: await draftsOf(deps.db, byStore) });
}

/** A small plan, to be stored by the process that starts it. */
async function planToBegin(deps: PlannerDeps, storeId: string, values: Wanted): Promise<UnstoredPlan> {
  async function* chunks() {
    yield { drafts: await draftsOf(deps.db, { [storeId]: values }) };
  }
  const plan = await createPlanner(deps).planToBegin(HEAD, chunks(), createStoreLookup(deps));
  if (typeof plan === 'string') throw new Error('There is nothing to begin.');
  return plan;
}

async function draftsOf(db: Database, byStore: Readonly<Record<string, Wanted>>): Promise<ItemDraft[]> {
  const drafts: ItemDraft[] = [];
  for (const [storeId, values] of Object.entries(byStore)) {
    const ids = await bulkRecords(db).idsOf(storeId);
    for (const [target, wanted] of Object.entries(values)) {
      const row = ids.get(target);
      if (row === undefined) throw new Error(`Our copy has no ${target}.`);
      const { product_id: productId, variant_id: variantId } = row;
      drafts.push({ storeId, productId, variantId, values: wanted });
    }
  }
  return drafts;
}

/** Products `p1`…, each with variants `p1-v1`… */
export function buildCatalogue(products: number, variants = 1): SourceProduct[] {
  return Array.from({ length: products }, (_, index) =>
    buildProduct(`p${index + 1}`, {
      variants: Array.from({ length: variants }, (_, at) =>
        buildVariant(`p${index + 1}-v${at + 1}`, { position: at + 1, price: '10.00', cost: '4.00' }),
      ),
    }),
  );
}

/** The same value for every variant of products 1 to n. */
export function everyVariant(products: number, values: AttributeValues, variants = 1) {
  const wanted: Record<string, AttributeValues> = {};
  for (let product = 1; product <= products; product++) {
    for (let variant = 1; variant <= variants; variant++) wanted[`p${product}-v${variant}`] = values;
  }
  return wanted;
}
