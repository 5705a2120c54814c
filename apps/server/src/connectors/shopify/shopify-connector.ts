import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import { webhookTopicsOf } from '@storefleet/contract/constants';
import type { PointUse } from '@storefleet/contract/stores/point-constants';
import { z } from 'zod';
import type {
  CatalogueEnd,
  CataloguePage,
  Connector,
  ConnectorDeps,
  ReadCatalogueOptions,
  SourceExtras,
} from '../connector.ts';
import { readBulk } from './bulk/bulk-catalogue.ts';
import { createBulkOperations, type EndReports } from './bulk/bulk-operations.ts';
import { readChanged } from './changes/changed-products.ts';
import type { AccessTokens } from './client/access-tokens.ts';
import { assertAllowedHost, normaliseShopUrl } from './client/address.ts';
import { noticeDeprecation } from './client/api-call.ts';
import type { Asking } from './client/ask.ts';
import { createGraphqlClient } from './client/graphql-client.ts';
import type { ThrottleStatus } from './client/point-account.ts';
import type { CostBuckets } from './client/throttle.ts';
import { createEditing } from './editing.ts';
import { countCatalogue } from './read/catalogue-probe.ts';
import { refusalOfMark } from './read/change-marks.ts';
import { identifyShop, testConnection } from './read/connection-test.ts';
import { createChannelReader } from './read/extras/channel-reading.ts';
import { createCollectionReader } from './read/extras/collection-reading.ts';
import { createImageReader } from './read/extras/image-reading.ts';
import { readDefinitions } from './read/extras/metafield-definitions.ts';
import { namesOf } from './read/extras/metafields.ts';
import { createPriceListReader } from './read/extras/price-list-reading.ts';
import { createStockReader } from './read/extras/stock-reading.ts';
import { type ExtraOptions, type ExtraReader, extended, withExtras } from './read/extras.ts';
import { readPaged } from './read/paged-catalogue.ts';
import { createProductList } from './read/product-list.ts';
import { readProducts } from './read/product-reading.ts';
import { searchCategories } from './read/taxonomy.ts';
import { readRest } from './rest/rest-catalogue.ts';
import { createRestClient } from './rest/rest-client.ts';
import { readFirstPage } from './rest/rest-paging.ts';
import { createWebhookSubscriptions } from './webhooks/webhook-subscriptions.ts';

export type ShopifyStore = {
  shopUrl: string;
  apiVersion: string;
  accessTokens: AccessTokens;
  /** Whether all images are read. */
  images?: boolean | undefined;
  /** Whether descriptions are read. */
  descriptions?: boolean | undefined;
  /** Those that are read along with products. */
  metafields?: readonly MetafieldDefinition[] | undefined;
  onDeprecated?: ((reason: string) => void) | undefined;
  /** Points that background work leaves to edits; null or nothing: the usual share. */
  pointsFloor?: number | null | undefined;
  /** Whether what is available at each location is read as well. */
  stockPerLocation?: boolean | undefined;
  /** The names of those of which it was read. */
  locations?: readonly string[] | undefined;
  onPoints?: ((use: PointUse, spent: number, status: ThrottleStatus | null) => void) | undefined;
} & SourceExtras;

/**
 * A page of 50 products costs about 180 points, and the smallest plan has a bucket of 2,000 that refills by 100 a
 * second: so many products are read with hardly a wait for the bucket. An export takes as long for ten products, but
 * needs no points at all, so that above this it is the faster way and leaves the bucket to people.
 */
const PAGED_UP_TO_PRODUCTS = 1_000;
/** The same thought for few products with very many variants, which need requests of their own. */
const PAGED_UP_TO_VARIANTS = 20_000;

const resumedKind = z.object({ kind: z.enum(['paged', 'bulk']) });

export type ShopifyDeps = ConnectorDeps & {
  costBuckets: CostBuckets;
  /** Of the shop at this address. */
  endReportsOf?: ((shopUrl: string) => EndReports) | undefined;
};

export function createShopifyConnector(store: ShopifyStore, deps: ShopifyDeps): Connector {
  const { clock, logger, allowedHosts, random, sleep, timeoutMs } = deps;
  const host = normaliseShopUrl(store.shopUrl);
  assertAllowedHost(host, allowedHosts);
  const { apiVersion, accessTokens, metafields: definitions = [], descriptions = false } = store;
  const chosen = { metafields: namesOf(definitions), descriptions };
  const onAnswer = noticeDeprecation(store.onDeprecated);
  const clientDeps = { ...deps, shop: host, apiVersion, accessTokens, onAnswer };
  const bucket = deps.costBuckets.of(host, accessTokens.app);
  if (store.pointsFloor !== undefined) bucket.keepForPeople(store.pointsFloor);
  const clientFor = (use: PointUse) =>
    createGraphqlClient({
      ...clientDeps,
      bucket,
      onPoints: (spent, status) => store.onPoints?.(use, spent, status),
    });
  const client = clientFor('syncs');
  const editClient = clientFor('edits');
  const webhookClient = clientFor('webhooks');
  const rest = createRestClient(clientDeps);
  const operationDeps = { clock, logger, sleep, reports: deps.endReportsOf?.(store.shopUrl) };
  const operations = createBulkOperations(client, operationDeps);
  const bulkDeps = { client, operations, clock, allowedHosts, random, sleep, idleTimeoutMs: timeoutMs };

  async function* readCatalogue(
    asked: ReadCatalogueOptions,
  ): AsyncGenerator<CataloguePage, CatalogueEnd, void> {
    const options = { ...asked, ...chosen };
    const { products, variants, exact } = options.count;
    const small = exact && products <= PAGED_UP_TO_PRODUCTS && (variants ?? 0) <= PAGED_UP_TO_VARIANTS;
    const kind = resumedKind.safeParse(options.checkpoint).data?.kind ?? (small ? 'paged' : 'bulk');
    if (kind === 'paged') return yield* readPaged(client, options);
    const end = yield* readBulk(bulkDeps, options);
    if (!('noExport' in end)) return end;
    logger.warn(
      { shop: host },
      `The export failed at Shopify: ${end.noExport}. Reading page by page instead.`,
    );
    return yield* readPaged(client, { ...options, checkpoint: null });
  }

  const extras = ({ signal, onWaiting }: ExtraOptions, through = client) =>
    extraReaders(store, { client: through, signal, onWaiting });

  return {
    testConnection: (signal) => testConnection(client, { host, askedVersion: store.apiVersion, signal }),
    count: (signal) => countCatalogue(client, signal),
    identify: (signal) => identifyShop(client, signal),
    readCatalogue: (options) => withExtras(extras(options), readCatalogue(options)),
    rest: {
      firstPage: (signal) => readFirstPage(rest, { signal }),
      readCatalogue: (options) =>
        withExtras(extras(options), readRest({ rest, graphql: client }, { ...options, ...chosen })),
    },
    changesSince: {
      refusalOf: (since) => refusalOfMark(client, since),
      readChanges: (options) => withExtras(extras(options), readChanged(client, { ...options, ...chosen })),
    },
    productList: createProductList(client),
    definitions: (signal) => readDefinitions(client, definitions, signal),
    categories: (search, signal) =>
      searchCategories({ client: editClient, signal, priority: 'person' }, search),
    changes: {
      ...createWebhookSubscriptions(
        webhookClient,
        webhookTopicsOf({ readsStock: store.stockPerLocation === true }),
      ),
      readProducts: async (ids, options) => {
        const reading = await readProducts(webhookClient, ids, { ...options, ...chosen });
        return extended(extras(options, webhookClient), reading);
      },
    },
    editing: createEditing({
      ...bulkDeps,
      locations: store.locations ?? [],
      collections: store.collections,
      channels: store.channels,
      priceLists: store.priceLists,
      client: editClient,
      metafields: definitions,
      operations: createBulkOperations(editClient, operationDeps),
    }),
  };
}

/** What the store has switched on besides its products. */
function extraReaders(store: ShopifyStore, asking: Asking): ExtraReader[] {
  return [
    ...(store.stockPerLocation ? [createStockReader(asking)] : []),
    ...(store.images ? [createImageReader(asking)] : []),
    ...(store.collections ? [createCollectionReader(asking)] : []),
    ...(store.priceLists ? [createPriceListReader(asking)] : []),
    ...(store.channels ? [createChannelReader(asking)] : []),
  ];
}
