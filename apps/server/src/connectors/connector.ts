import type { ListPrices, PriceList } from '@storefleet/contract/attributes/list-prices';
import type { Memberships } from '@storefleet/contract/attributes/memberships';
import type { MetafieldDefinition, MetafieldValues } from '@storefleet/contract/attributes/metafields';
import type { WebhookTopic } from '@storefleet/contract/constants';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Logger } from '../platform/logging/logger.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Editing } from './editing.ts';
import type { JsonValue } from './json-value.ts';

/** What a source of products can do, whatever its protocol. */

/** Money and weight are canonical decimal text; ids are the source's own, as text. */
export type SourceVariant = {
  sourceId: string;
  /** From 1, in the source's order. */
  position: number;
  title: string;
  sku: string | null;
  barcode: string | null;
  price: string | null;
  /** Undefined if it may not be read. */
  cost: string | null | undefined;
  compareAtPrice: string | null;
  inventoryQuantity: number | null;
  weight: string | null;
  /** `kg`, `g`, `lb` or `oz`; an unknown unit is passed on in lower case. */
  weightUnit: string | null;
  /** Plain attributes that the source has and that were read. */
  plain?: AttributeValues | undefined;
  /** The metafields that are read, by `namespace.key`. */
  metafields?: MetafieldValues | undefined;
  /** Its fixed prices on all price lists that are read. */
  listPrices?: ListPrices | undefined;
};

/** A product's media: how many images, videos and models, and the first one as an image. */
export type SourceMedia = {
  count: number;
  /** Null if there are none, or the first has no image. Width and height are the original's. */
  image: { url: string; alt: string | null; width: number | null; height: number | null } | null;
  /** All of them, where they are read, with what shows them. */
  gallery?: readonly SourceImage[] | undefined;
};

export type SourceImage = {
  id: string;
  type: 'image' | 'video' | 'model' | 'other';
  url: string | null;
  width: number | null;
  height: number | null;
};

export type SourceProduct = {
  sourceId: string;
  title: string;
  handle: string | null;
  vendor: string | null;
  productType: string | null;
  /** Lower case: `active`, `draft`, `archived`, `unlisted`, or whatever the source adds. */
  status: string | null;
  tags: string[];
  plain?: AttributeValues | undefined;
  /** Absent if the source has no media. */
  media?: SourceMedia | undefined;
  metafields?: MetafieldValues | undefined;
  /** Complete, if the store reads them. */
  collections?: Memberships | undefined;
  /** Complete, if the store reads them. */
  channels?: Memberships | undefined;
  variants: SourceVariant[];
  /** Ids of variants that exist but could not be read. */
  unreadVariantIds?: readonly string[] | undefined;
};

/** A stock location; names are unique within a store. */
export type SourceLocation = { sourceId: string; name: string };

/** What else is known of a variant at a location. */
export type SetAside = { committed: number; incoming: number; onHand: number };

/** The stock of variants by location, if the store reads it. */
export type SourceStock = {
  /** All locations of the store that are in use. */
  locations: SourceLocation[];
  /** Complete: a location missing from `available` does not stock the variant. By location id. */
  variants: {
    variantId: string;
    available: ReadonlyMap<string, number>;
    /** By location id, where the source tells them apart. */
    setAside?: ReadonlyMap<string, SetAside>;
    /** Names and values of its options, in order, where the source has any. */
    options?: readonly (readonly [name: string, value: string])[];
  }[];
};

export type SourceCollection = {
  sourceId: string;
  /** Unique within a store. */
  handle: string;
  title: string;
  /** Products are added to it individually; others follow rules. */
  isManual: boolean;
};

/** A sales channel. Names are unique within a store. */
export type SourceChannel = { sourceId: string; name: string };

/** A row of the source that failed its mapping. */
export type SkippedRow = {
  /** Identifies it for people. */
  sourceKey: string;
  /** The product it belongs to, which therefore still exists; null if unknown. */
  productId: string | null;
  /** The variant it would be; null without an id. */
  variantId: string | null;
  /** A sentence. */
  reason: string;
};

export type CataloguePage = {
  products: SourceProduct[];
  /** Pass this to `readCatalogue` to resume after this page. Opaque outside of the connector. */
  checkpoint: JsonValue;
  /** How many pages of the source this one stands for. */
  pages: number;
  /** Taken before the request: the page must not overwrite an edit made at that time or later. */
  readAt: Date;
  /** Rows missing from the page. */
  skipped?: SkippedRow[] | undefined;
  /** For all its variants. */
  stock?: SourceStock | undefined;
  /** All of the store's, in the first page with products, if the store reads them. */
  collections?: readonly SourceCollection[] | undefined;
  /** As `collections`. */
  priceLists?: readonly PriceList[] | undefined;
  channels?: readonly SourceChannel[] | undefined;
};

export type CatalogueEnd = {
  /** The source's own counts, or null if it gives none. */
  sourceProducts: number | null;
  sourceVariants: number | null;
  /** Sentences for people, such as 'cost is not readable with this token'. */
  notices: string[];
};

export type SourceCount = {
  products: number;
  variants: number | null;
  exact: boolean;
  /** The current mark of the source, for `readChanges`. Absent if it cannot tell what changed. */
  mark?: JsonValue | undefined;
};

/** The source's identity, whichever of its addresses was used. */
export type SourceIdentity = {
  /** The source's own id. */
  id: string;
  /** Its known hosts. */
  domains: string[];
};

export type ConnectionReport = {
  /** Null for a source without its own id. */
  identity: SourceIdentity | null;
  name: string;
  email: string | null;
  domain: string;
  country: string | null;
  planName: string | null;
  currency: string;
  timezone: string | null;
  apiVersionAsked: string;
  apiVersionServed: string;
  scopes: string[];
  missingScopes: string[];
  products: number | null;
  variants: number | null;
  notices: string[];
};

/** Another worker continues, so whatever the source is preparing has to be kept. */
export class ReadingHandedOnError extends Error {
  override readonly name = 'ReadingHandedOnError';

  constructor() {
    super('Another worker goes on with the reading.');
  }
}

export type ReadCatalogueOptions = {
  checkpoint: JsonValue | null;
  count: SourceCount;
  /** Cancels what the source is preparing, unless the reason is a `ReadingHandedOnError`. */
  signal: AbortSignal;
  /**
   * Called when the connector waits for the source (rate limit, an export) until about this time; with a
   * sentence if the source has a problem.
   */
  onWaiting?(until: Date, reason?: string): void;
};

/** Reads every product, in pages with checkpoints that only this kind of reading understands. */
export type CatalogueReading = {
  readCatalogue(options: ReadCatalogueOptions): AsyncGenerator<CataloguePage, CatalogueEnd, void>;
};

/** Reads only changes, in pages like a whole catalogue. Deletions are not included. */
export type ChangesReading = {
  /** Why changes since this mark cannot be read, as a sentence, or null. */
  refusalOf(since: JsonValue): string | null;
  /**
   * Everything changed after the mark was taken, and perhaps shortly before. `until`: a mark taken before
   * this began; later changes are left to the next reading.
   */
  readChanges(
    options: ReadCatalogueOptions & { since: JsonValue; until: JsonValue },
  ): AsyncGenerator<CataloguePage, CatalogueEnd, void>;
};

/** A second way to read the same catalogue, with identical products. */
export type RestReading = CatalogueReading & {
  /** How many products the source's first page has, and whether there are more. */
  firstPage(signal: AbortSignal): Promise<{ products: number; hasMore: boolean }>;
};

/** `next`: the cursor of the next page, null after the last one. */
export type ProductListPage = { readonly products: number; readonly next: string | null };

/** The source's own product list, page by page, without contents: only how its pages link. */
export type ProductList = {
  readonly pageSize: number;
  /** `after`: the cursor that ended the previous page, null for the first. */
  readPage(after: string | null, options: { signal: AbortSignal }): Promise<ProductListPage>;
};

/** As many as a page of a whole catalogue: within every limit of a source. */
export const IDS_PER_READING = 50;

/** Products that were read individually. */
export type ProductsReading = {
  products: SourceProduct[];
  /** For each requested id, the ids of its products; empty if it has none (any more). */
  productIds: ReadonlyMap<string, readonly string[]>;
  /** Requested products that do not exist. */
  goneIds: string[];
  /** Taken before the products were requested. */
  readAt: Date;
  /** For all their variants. */
  stock?: SourceStock | undefined;
  /** All of the store's, if the store reads them. */
  collections?: readonly SourceCollection[] | undefined;
  priceLists?: readonly PriceList[] | undefined;
  channels?: readonly SourceChannel[] | undefined;
};

/** How a source notifies us of changes, and how to fetch them. */
export type SourceChanges = {
  /**
   * Makes the source notify this https address, and no other with the same ending. Returns the subscribed
   * topics, and why others failed, as sentences.
   */
  subscribe(
    address: string,
    options: { signal: AbortSignal },
  ): Promise<{ topics: WebhookTopic[]; refusals: string[] }>;
  /** Ends all notifications to addresses with this ending. */
  unsubscribe(address: string, options: { signal: AbortSignal }): Promise<void>;
  /** The current state of up to `IDS_PER_READING` products, also by ids of their parts. */
  readProducts(ids: readonly string[], options: { signal: AbortSignal }): Promise<ProductsReading>;
};

/** What the last sync found, where the store reads it. */
export type SourceExtras = {
  readonly collections?: readonly SourceCollection[] | undefined;
  readonly channels?: readonly SourceChannel[] | undefined;
  readonly priceLists?: readonly PriceList[] | undefined;
};

/** `points`: what reading it adds to a page of products. */
export type ShopDefinition = MetafieldDefinition & { readonly points: number };

export type Connector = CatalogueReading & {
  testConnection(signal: AbortSignal): Promise<ConnectionReport>;
  count(signal: AbortSignal): Promise<SourceCount>;
  /** Absent for a source without its own id. */
  identify?(signal: AbortSignal): Promise<SourceIdentity>;
  /** Absent if the source cannot tell what changed; a sentence if it only needs to be set up. */
  readonly changesSince?: ChangesReading | undefined;
  /** Set if the source can also be read through REST. */
  readonly rest?: RestReading | undefined;
  readonly productList: ProductList;
  /**
   * The shop's definitions, including deleted ones that are still read; absent if metafields are not
   * supported.
   */
  readonly definitions?: ((signal: AbortSignal) => Promise<ShopDefinition[]>) | undefined;
  /** Full names of the source's categories that match a search; absent if it has no taxonomy. */
  readonly categories?: ((search: string, signal: AbortSignal) => Promise<string[]>) | undefined;
  /** Metafields that are read without being chosen: a mapping's custom fields. */
  readonly customFields?: readonly MetafieldDefinition[] | undefined;
  /** Null for a read-only source. */
  readonly editing: Editing | null;
  /** Why it is read-only, as a sentence. */
  readonly readOnlyBecause?: string | undefined;
  /** Absent for a source that cannot notify of changes. */
  readonly changes?: SourceChanges | undefined;
};

export type ConnectorDeps = {
  clock: Clock;
  logger: Logger;
  /** SHOPIFY_ALLOWED_HOSTS: host names, with `*.` for one label, and a port unless it is the default one. */
  allowedHosts: readonly string[];
  /** Between 0 and 1. Default: Math.random. */
  random?: (() => number) | undefined;
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Timeout for a response, and for silence during a download. */
  timeoutMs?: number | undefined;
};
