import type { EditableAttribute } from '@storefleet/contract/constants';
import type { AttributeValues, SourceProduct } from '@storefleet/server/connectors/connector';
import { createApplier } from '@storefleet/server/modules/bulk-updates/apply/apply-batch';
import { findRunnableStoreBatch } from '@storefleet/server/modules/bulk-updates/apply/store-batch.repository';
import { createBulkUpdateWorker } from '@storefleet/server/modules/bulk-updates/apply/worker';
import { toBulkUpdateBatch } from '@storefleet/server/modules/bulk-updates/batch-presenter';
import { findBatch } from '@storefleet/server/modules/bulk-updates/bulk-updates.repository';
import type { ItemDraft } from '@storefleet/server/modules/bulk-updates/plan/drafts';
import { createPlanner, type UnstoredPlan } from '@storefleet/server/modules/bulk-updates/plan/plan';
import { createStoreLookup } from '@storefleet/server/modules/bulk-updates/plan/planning-store';
import { toStore } from '@storefleet/server/modules/stores/store-presenter';
import { findStore as findStoreRow } from '@storefleet/server/modules/stores/stores.repository';
import { AppError } from '@storefleet/server/platform/http/problem';
import { sleep } from '@storefleet/server/platform/resilience/sleep';
import { createStopSignals } from '@storefleet/server/platform/work/stop-signals';
import { createWakeUps } from '@storefleet/server/platform/work/wake-ups';
import pino from 'pino';
import { expect } from 'vitest';
import { readStoredCatalogue, sortedById } from '../sync/catalogue.ts';
import { buildProduct, buildVariant } from '../sync/fake-source.ts';
import { createSyncHarness, syncStore } from '../sync/sync-harness.ts';
import { createCrashingDatabase } from './crashing-database.ts';
import { createFakeShop, type FakeShop } from './fake-shop.ts';

/** Waits of this length and more are for a shop's or a worker's sake, and are not really waited. */
const LONG_WAIT_MS = 1_000;
const POLL_MS = 10;
/** Milliseconds after which a batch that has not ended is looked at, whether it waits for its store. */
const PAUSE_POLL_MS = 100;
const NEVER_MS = 2 ** 31 - 1;
export const STAFF = { id: '01890000-0000-7000-8000-000000000001', email: 'ann@example.com', name: 'Ann' };

export type HistoryRow = {
  readonly target: string;
  readonly attribute: EditableAttribute;
  readonly old_value: string | null;
  readonly new_value: string | null;
};
export type ItemRow = {
  readonly id: string;
  readonly target: string;
  readonly status: string;
  readonly error: string | null;
  readonly current_values: AttributeValues | null;
};

/**
 * Applying on a database of its own, with shops in memory and any number of processes that a test may kill.
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
  const planner = createPlanner({ db, clock, findStore, connect });

  /**
   * What a process has of its own: it may die, and another goes on. `wokenOnly`: its worker never looks by
   * itself.
   */
  function startProcess({ wokenOnly = false } = {}) {
    const ownDb = createCrashingDatabase(db);
    const pauses: number[] = [];
    const shutdown = new AbortController();
    const logger = pino({ level: process.env.TEST_LOG ?? 'silent' });
    const applier = createApplier({
      db: ownDb,
      clock,
      logger,
      stops: createStopSignals(),
      findStore,
      connect,
      async wait(milliseconds, signal) {
        signal?.throwIfAborted();
        await sleep(milliseconds >= LONG_WAIT_MS ? 0 : milliseconds, signal);
      },
    });
    const atWork = new Set<Promise<void>>();
    let begun = 0;
    const wakeUps = createWakeUps(db);
    /** One worker's part of the process: it sees to all places itself. */
    const ofProcess = createBulkUpdateWorker({
      db: ownDb,
      logger,
      wakeUps: {
        wait: (kind, milliseconds, signal) => wakeUps.wait(kind, wokenOnly ? NEVER_MS : milliseconds, signal),
      },
      applier: {
        applyStoreBatch(storeBatch, signal, kind) {
          const leased = applier.applyStoreBatch(
            storeBatch,
            AbortSignal.any([signal, shutdown.signal]),
            kind,
          );
          atWork.add(leased);
          begun++;
          return leased.finally(() => atWork.delete(leased));
        },
      },
      concurrency: { inAll: 8, perStore: 2 },
      soleProcess: false,
    });
    let users = 0;
    /** Started with the first who needs it, and stopped with the last. */
    const worker = {
      async start() {
        if (users++ > 0) return;
        await wakeUps.open();
        await ofProcess.start();
      },
      async stop() {
        if (--users > 0) return;
        await ofProcess.stop();
        await wakeUps.close();
      },
    };
    const whileWorking = async (work: () => Promise<void>) => {
      await worker.start();
      await work();
      await worker.stop();
    };
    return {
      db: ownDb,
      applier,
      worker,
      /** Milliseconds of every pause that a batch made while this process waited for its end. */
      pauses,
      shutdown,
      /** Works until no store batch waits for a worker. */
      workOffQueue: () =>
        whileWorking(async () => {
          const isIdle = async () => {
            const before = begun;
            if (atWork.size > 0) return false;
            return (
              (await findRunnableStoreBatch(ownDb, { full: [], running: [] })) === null && begun === before
            );
          };
          while (!shutdown.signal.aborted && !(await isIdle()))
            await Promise.race([sleep(POLL_MS), ...atWork]);
        }),
      /** Applies a batch and waits for its end in this process. */
      async applyFully(batchId: string, options?: { excludedItemIds?: readonly string[] }) {
        await applier.apply(batchId, options);
        await whileWorking(() => this.untilEnded(batchId));
      },
      /** No pause that the batch makes for its store is really waited. */
      async untilEnded(batchId: string) {
        const { signal } = new AbortController();
        while (!(await applier.waitForEnd(batchId, { signal, milliseconds: PAUSE_POLL_MS }))) {
          pauses.push(...(await endPauses(batchId)));
        }
      },
    };
  }

  /**
   * Store batches that are left alone for a while may be taken up now; answers for how long they were to be
   * left.
   */
  async function endPauses(batchId: string): Promise<number[]> {
    const { rows } = await db.query<{ pause: number }>(
      `update edit_batch_stores store_batch set waiting_until = now()
       from (
         select store_id, round(extract(epoch from waiting_until - enqueued_at) * 1000)::integer as pause
         from edit_batch_stores where batch_id = $1 and lease_id is null and waiting_until > now() for update
       ) as waiting
       where store_batch.batch_id = $1 and store_batch.store_id = waiting.store_id returning pause`,
      [batchId],
    );
    return rows.map(({ pause }) => pause);
  }

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

  async function idsOf(storeId: string) {
    const { rows } = await db.query<{ source_id: string; product_id: string; variant_id: string | null }>(
      `select source_id, id as product_id, null as variant_id from products where store_id = $1
       union all select source_id, product_id, id from variants where store_id = $1`,
      [storeId],
    );
    return new Map(rows.map((row) => [row.source_id, row]));
  }

  /** Plans new values for variants and products, named by the shop's own ids. */
  async function plan(
    storeId: string,
    values: Readonly<Record<string, AttributeValues>>,
    more: { undoes?: Record<string, ItemDraft['undoes']>; undoesBatchId?: string } = {},
  ): Promise<string> {
    return planStores({ [storeId]: values }, more);
  }

  async function planStores(
    byStore: Readonly<Record<string, Readonly<Record<string, AttributeValues>>>>,
    more: { undoes?: Record<string, ItemDraft['undoes']>; undoesBatchId?: string } = {},
  ): Promise<string> {
    return planner.plan({
      origin: more.undoesBatchId === undefined ? 'bulk_update' : 'undo',
      requestedBy: { ...STAFF, role: 'member' } as never,
      undoesBatchId: more.undoesBatchId,
      drafts: await draftsOf(byStore, more.undoes),
    });
  }

  /** Of few values: planned, and to be stored by the process that begins with them at once. */
  async function planToBegin(
    storeId: string,
    values: Readonly<Record<string, AttributeValues>>,
  ): Promise<UnstoredPlan> {
    async function* chunks() {
      yield { drafts: await draftsOf({ [storeId]: values }) };
    }
    const head = { origin: 'bulk_update', requestedBy: { ...STAFF, role: 'member' } as never } as const;
    const plan = await planner.planToBegin(head, chunks(), createStoreLookup({ findStore, connect }));
    if (typeof plan === 'string') throw new Error('There is nothing to begin.');
    return plan;
  }

  async function draftsOf(
    byStore: Readonly<Record<string, Readonly<Record<string, AttributeValues>>>>,
    undoes?: Record<string, ItemDraft['undoes']>,
  ): Promise<ItemDraft[]> {
    const drafts: ItemDraft[] = [];
    for (const [storeId, values] of Object.entries(byStore)) {
      const ids = await idsOf(storeId);
      for (const [target, wanted] of Object.entries(values)) {
        const row = ids.get(target);
        if (row === undefined) throw new Error(`Our copy has no ${target}.`);
        drafts.push({
          storeId,
          productId: row.product_id,
          variantId: row.variant_id,
          values: wanted,
          undoes: undoes?.[target],
        });
      }
    }
    return drafts;
  }

  async function batch(batchId: string) {
    const { rows } = await db.query<{
      status: string;
      succeeded: number;
      failed: number;
      unchanged: number;
      cancelled: number;
      total: number;
    }>(
      `select batch.status, sum(succeeded)::integer as succeeded, sum(failed)::integer as failed,
         sum(unchanged)::integer as unchanged, sum(cancelled)::integer as cancelled, sum(total)::integer as total
       from edit_batches batch join edit_batch_stores store_batch on store_batch.batch_id = batch.id
       where batch.id = $1 group by batch.id`,
      [batchId],
    );
    if (!rows[0]) throw new Error('There is no such batch.');
    return rows[0];
  }

  async function items(batchId: string): Promise<ItemRow[]> {
    const { rows } = await db.query<ItemRow>(
      `select id, coalesce(variant_source_id, product_source_id) as target, status, error, current_values
       from edit_items where batch_id = $1 order by position`,
      [batchId],
    );
    return rows;
  }

  async function history(storeId: string): Promise<(HistoryRow & { old_value_known: boolean })[]> {
    const { rows } = await db.query<HistoryRow & { old_value_known: boolean }>(
      `select coalesce(variant_source_id, product_source_id) as target, attribute, old_value, new_value,
         old_value_known
       from change_history where store_id = $1 order by changed_at, id`,
      [storeId],
    );
    return rows;
  }

  /** What the shop took that changed something, in the shape of the history. */
  function effectiveWrites(shop: FakeShop): HistoryRow[] {
    return shop.writes
      .filter((write) => write.before !== write.after)
      .map((write) => ({
        target: write.target,
        attribute: write.attribute,
        old_value: write.before,
        new_value: write.after,
      }));
  }

  const inOrder = (rows: readonly HistoryRow[]) =>
    rows
      .map(({ target, attribute, old_value, new_value }) => ({ target, attribute, old_value, new_value }))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

  /** Everything that a batch leaves behind once it has ended, and what must never be there. */
  async function compare(storeId: string) {
    const shop = shops.get(storeId);
    if (shop === undefined) throw new Error('There is no such shop.');
    const { rows: claims } = await db.query('select from edit_claims where store_id = $1', [storeId]);
    return {
      copy: await readStoredCatalogue(db, storeId),
      source: sortedById(shop.catalogue()),
      recorded: inOrder(await history(storeId)),
      happened: inOrder(effectiveWrites(shop)),
      repeated: shop.writes.filter((write) => write.before === write.after).length,
      claims: claims.length,
    };
  }

  /** Source, copy and history agree, and nothing is claimed; `writtenOnce`: no value was written twice. */
  async function expectAgreement(storeId: string, { writtenOnce = false } = {}): Promise<void> {
    const { copy, source, recorded, happened, repeated, claims } = await compare(storeId);
    expect(copy).toEqual(source);
    expect(recorded).toEqual(happened);
    if (writtenOnce) expect(repeated).toBe(0);
    expect(claims).toBe(0);
  }

  /** Why the only store batch of a batch does not go on, as people are told. */
  async function waitOf(batchId: string) {
    const stored = await findBatch(db, batchId, 0);
    return stored === null ? null : toBulkUpdateBatch(stored).stores[0]?.waiting;
  }

  return {
    ...sync,
    startProcess,
    addShop,
    idsOf,
    endPauses,
    plan,
    planStores,
    planToBegin,
    batch,
    items,
    history,
    effectiveWrites,
    findStore,
    connect,
    compare,
    expectAgreement,
    waitOf,
  };
}

export type BulkHarness = Awaited<ReturnType<typeof createBulkHarness>>;

/** Products `p1`…, each with variants `p1-v1`… */
export function buildCatalogue(products: number, variants = 1): SourceProduct[] {
  return Array.from({ length: products }, (_, index) =>
    buildProduct(`p${index + 1}`, {
      variants: Array.from({ length: variants }, (_, place) =>
        buildVariant(`p${index + 1}-v${place + 1}`, { position: place + 1, price: '10.00', cost: '4.00' }),
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
