import { randomBytes } from 'node:crypto';
import { EDITABLE_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { Editing } from '@storefleet/server/connectors/editing';
import { createSqlServers } from '@storefleet/server/connectors/mssql/client/sql-server';
import { createConnect, sourceKinds } from '@storefleet/server/connectors/registry';
import { createCostBuckets } from '@storefleet/server/connectors/shopify/client/throttle';
import { toBulkUpdateBatch, toBulkUpdateItem } from '@storefleet/server/modules/bulk-updates/batch-presenter';
import { findBatch, listItems } from '@storefleet/server/modules/bulk-updates/bulk-updates.repository';
import type { ItemDraft } from '@storefleet/server/modules/bulk-updates/plan/drafts/drafts';
import { createPlanner } from '@storefleet/server/modules/bulk-updates/plan/plan';
import { createProductsService } from '@storefleet/server/modules/products/products.service';
import { createPointNotes } from '@storefleet/server/modules/stores/points/store-points';
import { createStoresService } from '@storefleet/server/modules/stores/stores.service';
import { createStoreTokens } from '@storefleet/server/modules/stores/tokens/store-tokens';
import { Secret } from '@storefleet/server/platform/crypto/secret';
import { createSecretBox } from '@storefleet/server/platform/crypto/secret-box';
import type { Database } from '@storefleet/server/platform/db/database';
import type { AuthenticatedUser } from '@storefleet/server/platform/http/route';
import { createJobQueue } from '@storefleet/server/platform/jobs/job-queue';
import { testClock } from '@storefleet/test-support/clock';
import { pino } from 'pino';
import { addProduct, type VariantInput } from './catalogue.ts';

export const SAM: AuthenticatedUser = {
  id: '01a1fc00-0000-7000-8000-000000000001',
  email: 'sam@example.com',
  name: 'Sam',
  role: 'editor',
  storeIds: null,
  sessionId: null,
};

/** A source that accepts every attribute, as far as planning is concerned. */
export const EDITABLE: Editing = {
  attributes: EDITABLE_ATTRIBUTES,
  concurrency: 1,
  readValues: () => Promise.reject(new Error('Planning reads nothing from a source.')),
  write: () => Promise.reject(new Error('Planning writes nothing to a source.')),
  bulk: null,
};

/** Planning with a real database and fake sources. */
export function createPlanning(db: Database) {
  const clock = testClock();
  const logger = pino({ level: 'silent' });
  const secretBox = createSecretBox(new Secret(randomBytes(32).toString('base64')));
  const jobs = createJobQueue({ db, logger });
  const sqlServers = createSqlServers({ logger });
  const stores = createStoresService({
    db,
    jobs,
    secretBox,
    clock,
    logger,
    allowedHosts: [],
    connect: createConnect(
      sourceKinds({ clock, logger, allowedHosts: [], costBuckets: createCostBuckets({ clock }), sqlServers }),
    ),
    sqlGuard: sqlServers.guard,
    points: createPointNotes({ db, clock, logger }),
    storeTokens: createStoreTokens({
      db,
      secretBox,
      clock,
      logger,
      allowedHosts: [],
      consentApp: async () => null,
    }),
    mappingsOf: async () => [],
    addMappings: async () => [],
  });
  const products = createProductsService({ db, stores });
  const sources = new Map<string, Editing | Error | null>();
  const planner = createPlanner({
    db,
    clock,
    openStore: async (storeId) => ({
      store: await stores.requireStore(storeId),
      async connect() {
        const editing = sources.get(storeId);
        if (editing instanceof Error) throw editing;
        return { editing: editing === undefined ? EDITABLE : editing };
      },
    }),
  });
  return { db, clock, stores, products, planner, sources };
}

/** A batch and its items, as in responses. */
export async function readBatch(db: Database, batchId: string) {
  const stored = await findBatch(db, batchId, 100);
  if (!stored) throw new Error(`There is no batch ${batchId}.`);
  const items = await listItems(db, batchId, { shown: 'all', limit: 1_000, offset: 0 });
  return { batch: toBulkUpdateBatch(stored), items: items.map(toBulkUpdateItem) };
}

export type Target = Pick<ItemDraft, 'storeId' | 'productId'> & { readonly variantId: string };

/** A product with these variants; returns them in order. */
export async function addVariants<const Variants extends readonly VariantInput[]>(
  db: Database,
  storeId: string,
  variants: Variants,
  title = 'Hat',
): Promise<{ -readonly [Index in keyof Variants]: Target }> {
  const productId = await addProduct(db, storeId, title, variants);
  const { rows } = await db.query<{ id: string }>(
    'select id from variants where product_id = $1 order by position',
    [productId],
  );
  return rows.map(({ id }) => ({ storeId, productId, variantId: id })) as never;
}
