import type { Memberships } from '@storefleet/contract/attributes/memberships';
import type { MetafieldDefinition, MetafieldValues } from '@storefleet/contract/attributes/metafields';
import type { EditableAttribute, MoneyAttribute, WebhookTopic } from '@storefleet/contract/constants';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Logger } from '../platform/logging/logger.ts';
import type { Clock } from '../platform/time/clock.ts';

/** What a source of products can do, whatever its protocol. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Money and weight are canonical decimal text; ids are the source's own, as text. */
export type SourceVariant = {
  sourceId: string;
  /** From 1, in the source's order. */
  position: number;
  title: string;
  sku: string | null;
  barcode: string | null;
  price: string | null;
  cost: string | null;
  compareAtPrice: string | null;
  inventoryQuantity: number | null;
  weight: string | null;
  /** `kg`, `g`, `lb` or `oz`; an unknown unit is passed on in lower case. */
  weightUnit: string | null;
  /** Plain attributes that the source has and that were read. */
  plain?: AttributeValues | undefined;
  /** The metafields that are read, by `namespace.key`. */
  metafields?: MetafieldValues | undefined;
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
  variants: SourceVariant[];
  /** Ids of variants that exist but could not be read. */
  unreadVariantIds?: readonly string[] | undefined;
};

/** A stock location; names are unique within a store. */
export type SourceLocation = { sourceId: string; name: string };

/** The available stock of variants by location, if the store reads it. */
export type SourceStock = {
  /** All locations of the store that are in use. */
  locations: SourceLocation[];
  /** Complete: a location missing from `available` does not stock the variant. By location id. */
  variants: { variantId: string; available: ReadonlyMap<string, number> }[];
};

export type SourceCollection = {
  sourceId: string;
  /** Unique within a store. */
  handle: string;
  title: string;
  /** Products are added to it individually; others follow rules. */
  isManual: boolean;
};

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

/**
 * An attribute's value as text, null if empty: money and weight as plain decimals, status in lower case, tags
 * joined by `, `.
 */

/** A variant, or a product if `variantId` is null. Ids are the source's own. */
export type EditTarget = { productId: string; variantId: string | null };

/** A target's new values, and those it had when it was last fetched. */
export type SourceEdit = EditTarget & {
  /** The caller's id for the edit; outcomes return it. */
  key: string;
  expected: AttributeValues;
  values: AttributeValues;
  /** Also if the store excludes it by now, for a source with `reachesOutside`. */
  alsoOutside?: boolean | undefined;
};

/**
 * - `applied`: the source confirmed it; `values` are its current values, perhaps in another format; `leftStore`
 *   if the store now excludes it, so that the next sync does not find it
 * - `conflict`: the source had other values than expected, and kept them (if it can check this itself)
 * - `refused`: nothing was written, for a reason that a person can act on
 * - `missing`: the product or variant no longer exists
 * - `unknown`: sent without an answer: it may have been applied. Fetch it before anything else.
 */
export type EditOutcome = { key: string } & (
  | { kind: 'applied'; values: AttributeValues; leftStore?: boolean | undefined }
  | { kind: 'conflict'; current: AttributeValues }
  | { kind: 'refused'; message: string }
  | { kind: 'missing' }
  | { kind: 'unknown'; error: SourceError }
);

export type EditCallOptions = {
  signal: AbortSignal;
  /** Called when the connector waits for the source until about this time. */
  onWaiting?(until: Date): void;
  /** Called right before a write is sent, after all waiting; aborting the signal still prevents it. */
  beforeWrite?(): void;
};

/** Sends very many edits at once, which the source processes asynchronously. */
export type BulkEditing = {
  /** Worth its overhead from this many products on. */
  readonly minProducts: number;
  /**
   * Returns an operation to follow, which can be stored as JSON. `label` finds it again after a crash. It may
   * include only some of the edits: the others were not sent, and `follow` omits them. After a SourceError with
   * `mayHaveRun` it may have started nevertheless: `find` it, or reconcile.
   */
  start(edits: readonly SourceEdit[], options: EditCallOptions & { label: string }): Promise<JsonValue>;
  /** The operation started under this label, or null if the source has none since then. */
  find(label: string, options: EditCallOptions & { startedAfter: Date }): Promise<JsonValue | null>;
  /**
   * Outcomes of the sent edits as they become available; missing ones are unknown. `edits` may omit finished
   * ones: an operation can be followed again from its start. Neither aborting the signal nor an error stops the
   * operation: only when this ends by itself is the operation over.
   */
  follow(
    operation: JsonValue,
    edits: readonly SourceEdit[],
    options: EditCallOptions & { onProgress?(done: number): void },
  ): AsyncGenerator<EditOutcome[], void, void>;
  /**
   * Asks the source to stop; finished edits stay, and `follow` returns them. Returns whether it has ended:
   * most take a while.
   */
  cancel(operation: JsonValue, options: EditCallOptions): Promise<boolean>;
};

/** About what writing takes, by which its duration is told beforehand. */
export type WriteCosts = {
  /** Of the source's rate budget: by product (for reading it first), by call for one, and by what is in the call. */
  readonly points: Readonly<Record<'product' | 'call' | 'row' | 'metafield', number>>;
  /** With points enough; of calls side by side, the share of one. */
  readonly seconds_per_call: number;
  /** From so many products on it works them off by itself, at a pace that shows only then; null where it never does. */
  readonly products_left_to_source: number | null;
};

/** What a source can have changed. All calls go before background reading on the source's rate limit. */
export type Editing = {
  readonly attributes: readonly EditableAttribute[];
  /** The shop's own attributes among `attributes`, with their definitions. */
  readonly metafields?: readonly MetafieldDefinition[];
  /** Why another attribute cannot be written, as a sentence, if there is a specific reason. */
  refusalOf?(attribute: EditableAttribute): string;
  /** How many decimals the source keeps, if not those of the store's currency. */
  decimalsOf?(attribute: MoneyAttribute): number;
  /** True if a write happens only while the source has the expected value. */
  readonly comparesAsItWrites?: boolean;
  /** True if it finds and writes rows by key even if the store excludes them by now. */
  readonly reachesOutside?: boolean;
  /** Whether a new value may remove a product or variant from the store. */
  decidesOnBelonging?(attribute: EditableAttribute): boolean;
  /** Concurrent calls of `write`; the connector itself paces them by the source's limits. */
  readonly concurrency: number;
  /** Products per call of `write`. Default: 1. */
  readonly productsPerWrite?: number;
  /** The targets' current values, in order; null for one that no longer exists. */
  readValues(
    targets: readonly (EditTarget & { attributes: readonly EditableAttribute[] })[],
    options: EditCallOptions,
  ): Promise<(AttributeValues | null)[]>;
  /**
   * Writes the edits of up to `productsPerWrite` products, each atomically, and returns their outcomes by key.
   * Throws a SourceError only if nothing was sent (bad token, missing permission, unavailable store, no
   * connection). Aborting the signal throws its reason at once, and sent edits are unknown.
   */
  write(edits: readonly SourceEdit[], options: EditCallOptions): Promise<EditOutcome[]>;
  readonly bulk: BulkEditing | null;
  /** Absent where only the pace of earlier updates tells. */
  readonly costs?: WriteCosts;
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

/**
 * - `auth`: the token is not valid (any more)
 * - `scope_missing`: the token is valid, a permission is missing
 * - `unavailable`: the source does not exist, is frozen or locked
 * - `throttled`: the source's rate limit, even after waiting
 * - `transient`: a network problem or a fault at the source; retrying later may help
 * - `rejected`: the source refused the request, for a reason that a person can act on
 * - `protocol`: an unexpected answer, or a request that the source does not understand: a bug
 */
export type SourceErrorKind =
  | 'auth'
  | 'scope_missing'
  | 'unavailable'
  | 'throttled'
  | 'transient'
  | 'rejected'
  | 'protocol';

export type SourceErrorOptions = {
  kind: SourceErrorKind;
  /** A sentence that tells a person what to do. Never contains a secret. */
  message: string;
  /** The source's own id of the request, for its support. */
  requestId?: string | undefined;
  /** Whether the same call may succeed later by itself. Default: by kind. */
  retryable?: boolean;
  /** How long the source asked to wait. */
  retryAfterMs?: number | undefined;
  /** Whether the source may have executed the request without saying so. Default: no. */
  mayHaveRun?: boolean | undefined;
  cause?: unknown;
};

export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly kind: SourceErrorKind;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly mayHaveRun: boolean;

  constructor(options: SourceErrorOptions) {
    const { kind, message, requestId, retryable, retryAfterMs, mayHaveRun = false, cause } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.requestId = requestId;
    this.retryable = retryable ?? (kind === 'throttled' || kind === 'transient');
    this.retryAfterMs = retryAfterMs;
    this.mayHaveRun = mayHaveRun;
  }
}
