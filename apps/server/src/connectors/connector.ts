import type { Memberships } from '@storefleet/contract/attributes/memberships';
import type { MetafieldDefinition, MetafieldValues } from '@storefleet/contract/attributes/metafields';
import type { EditableAttribute, MoneyAttribute, WebhookTopic } from '@storefleet/contract/constants';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Logger } from '../platform/logging/logger.ts';
import type { Clock } from '../platform/time/clock.ts';

/** What a source of products can do for Storefleet, whatever protocol it speaks. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Money and weight are canonical decimal text; ids are the source's own, as text. */
export type SourceVariant = {
  sourceId: string;
  /** From 1, in the order the source shows them. */
  position: number;
  title: string;
  sku: string | null;
  barcode: string | null;
  price: string | null;
  cost: string | null;
  compareAtPrice: string | null;
  inventoryQuantity: number | null;
  weight: string | null;
  /** `kg`, `g`, `lb` or `oz`; a unit we do not know is passed on in lower case. */
  weightUnit: string | null;
  /** Plain attributes, as far as the source has them and they were read. */
  plain?: AttributeValues | undefined;
  /** Those that are read, by `namespace.key`. */
  metafields?: MetafieldValues | undefined;
};

/** What shows a product: how many images, videos and models there are, and the first of them as an image. */
export type SourceMedia = {
  count: number;
  /** Null without any, or while there is no image of the first. Width and height are those of the original. */
  image: { url: string; alt: string | null; width: number | null; height: number | null } | null;
};

export type SourceProduct = {
  sourceId: string;
  title: string;
  handle: string | null;
  vendor: string | null;
  productType: string | null;
  /** Lower case: `active`, `draft`, `archived`, `unlisted`, or whatever the source adds later. */
  status: string | null;
  tags: string[];
  plain?: AttributeValues | undefined;
  /** Absent where the source has nothing of the kind. */
  media?: SourceMedia | undefined;
  metafields?: MetafieldValues | undefined;
  /** Where the store has them read: complete. */
  collections?: Memberships | undefined;
  variants: SourceVariant[];
  /** Ids of variants that the source has and that could not be read: they are not gone. */
  unreadVariantIds?: readonly string[] | undefined;
};

/** A place where a source keeps stock; no two of a store have one name. */
export type SourceLocation = { sourceId: string; name: string };

/** What is available of variants, location by location, where the store has it read. */
export type SourceStock = {
  /** Every location of the store that is in use. */
  locations: SourceLocation[];
  /** Complete: a location that is not in `available` does not stock the variant. By a location's id. */
  variants: { variantId: string; available: ReadonlyMap<string, number> }[];
};

export type SourceCollection = {
  sourceId: string;
  /** No two of a store have one. */
  handle: string;
  title: string;
  /** Products are put into it one by one; others are filled by their own rules. */
  isManual: boolean;
};

/** A row of the source that could not be read as what it should be. */
export type SkippedRow = {
  /** By which a person finds it in the source. */
  sourceKey: string;
  /** Of the product that it is a part of, which is not gone either; null where it does not say so. */
  productId: string | null;
  /** Of the variant that it was to be; null where it has nothing to be called by. */
  variantId: string | null;
  /** A sentence. */
  reason: string;
};

export type CataloguePage = {
  products: SourceProduct[];
  /** Pass this to `readCatalogue` to resume AFTER this page. Opaque to everyone but the connector. */
  checkpoint: JsonValue;
  /** How many pages of the source this one represents. */
  pages: number;
  /** Taken before the source was asked: the page must not overwrite an edit of that moment or later. */
  readAt: Date;
  /** What the page leaves out. */
  skipped?: SkippedRow[] | undefined;
  /** Of all its variants. */
  stock?: SourceStock | undefined;
  /** All of the store, with the first page that has products, where it has them read. */
  collections?: readonly SourceCollection[] | undefined;
};

export type CatalogueEnd = {
  /** What the source itself says it has, or null where it does not say. */
  sourceProducts: number | null;
  sourceVariants: number | null;
  /** Sentences for a person, such as 'cost is not readable with this token'. */
  notices: string[];
};

export type SourceCount = {
  products: number;
  variants: number | null;
  exact: boolean;
  /** This moment by the source's own clock, for `readChanges`. Absent where it cannot say what changed. */
  mark?: JsonValue | undefined;
};

/** Which source it is, whichever of its addresses it was reached under. */
export type SourceIdentity = {
  /** The source's own id of itself. */
  id: string;
  /** Hosts under which it is known. */
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

/** The reason of a stop: another worker continues, so whatever the source prepares has to stay. */
export class ReadingHandedOnError extends Error {
  override readonly name = 'ReadingHandedOnError';

  constructor() {
    super('Another worker goes on with the reading.');
  }
}

export type ReadCatalogueOptions = {
  checkpoint: JsonValue | null;
  count: SourceCount;
  /** Whatever the source prepares is called off, unless the reason is a `ReadingHandedOnError`. */
  signal: AbortSignal;
  /**
   * Called when the connector waits for the source (rate limit, a result in preparation) until about then;
   * with a sentence where the source is in trouble.
   */
  onWaiting?(until: Date, reason?: string): void;
};

/**
 * A value of an attribute as text, null where the source holds nothing: money and weight as plain decimals,
 * status in lower case, tags joined by `, `.
 */

/** A variant, or a product where `variantId` is null. Ids are the source's own. */
export type EditTarget = { productId: string; variantId: string | null };

/** What a target is to hold, and what it held when it was last fetched. */
export type SourceEdit = EditTarget & {
  /** The caller's own name for the edit; outcomes carry it back. */
  key: string;
  expected: AttributeValues;
  values: AttributeValues;
  /** Also where the store leaves it out by now, of a source that `reachesOutside`. */
  alsoOutside?: boolean | undefined;
};

/**
 * - `applied`: the source confirmed it; `values` are what it holds now, which may be spelt differently than
 *   asked for; `leftStore` where that takes it out of the store, so that the next sync does not meet it
 * - `conflict`: the source held other values than expected, and was left alone (where it can check this
 *   itself)
 * - `refused`: nothing was written, for a reason that a person can act on
 * - `missing`: the product or variant is not there any more
 * - `unknown`: sent, and no answer came: it may have been applied. Fetch it before anything else.
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
  /** Called when the connector waits for the source until about then. */
  onWaiting?(until: Date): void;
  /**
   * Called right before anything that changes the source leaves, however long that had to wait: it may still
   * abort the signal, and then nothing is sent.
   */
  beforeWrite?(): void;
};

/** Very many edits handed over at once, which the source works off by itself. */
export type BulkEditing = {
  /** From so many products on it is worth its overhead. */
  readonly minProducts: number;
  /**
   * Answers an operation to follow, which survives a restart as JSON. `label` finds it again after a crash.
   * It may take only a part of the edits: the others were not sent, and `follow` leaves them out. A
   * SourceError with `mayHaveRun` says that it may have begun all the same: then `find` it, or reconcile.
   */
  start(edits: readonly SourceEdit[], options: EditCallOptions & { label: string }): Promise<JsonValue>;
  /** The operation that was started under this label, or null when the source has not got it since then. */
  find(label: string, options: EditCallOptions & { startedAfter: Date }): Promise<JsonValue | null>;
  /**
   * Outcomes as they can be read, of the edits that were handed over; those left out are unknown. `edits` may
   * lack what is done with: an operation can be followed again from its start. An aborted signal stops the
   * following, not the operation, nor does an error: only when it ends by itself is nothing of the operation
   * under way any more.
   */
  follow(
    operation: JsonValue,
    edits: readonly SourceEdit[],
    options: EditCallOptions & { onProgress?(done: number): void },
  ): AsyncGenerator<EditOutcome[], void, void>;
  /**
   * Asks the source to stop; what is done stays done and comes through `follow`. Answers whether it has
   * ended: most take a while.
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
  /** Those of `attributes` that the shop defines itself, and what it says of them. */
  readonly metafields?: readonly MetafieldDefinition[];
  /** Why another attribute cannot be written, as a sentence, where there is more to say than that. */
  refusalOf?(attribute: EditableAttribute): string;
  /** How many decimals the source keeps of an amount, where that is not what the store's currency has. */
  decimalsOf?(attribute: MoneyAttribute): number;
  /** True where a write takes place only while the source holds what is expected. */
  readonly comparesAsItWrites?: boolean;
  /** True where it finds by its key, and writes, also what the store leaves out by now. */
  readonly reachesOutside?: boolean;
  /** Whether another value of it may take a product or variant out of the store. */
  decidesOnBelonging?(attribute: EditableAttribute): boolean;
  /** Calls of `write` that may be made side by side; the connector paces them by the source's limits itself. */
  readonly concurrency: number;
  /** Products that one call of `write` takes; 1 unless given. */
  readonly productsPerWrite?: number;
  /** What the targets hold at this moment, in the order asked; null for one that is not there any more. */
  readValues(
    targets: readonly (EditTarget & { attributes: readonly EditableAttribute[] })[],
    options: EditCallOptions,
  ): Promise<(AttributeValues | null)[]>;
  /**
   * Writes edits of a product, or of as many as `productsPerWrite` says, each all or nothing, and answers each
   * by its key. Throws a SourceError only when nothing was sent at all (bad token, missing permission, store not
   * available, no connection). An aborted signal throws its reason at once, and what was on its way is unknown.
   */
  write(edits: readonly SourceEdit[], options: EditCallOptions): Promise<EditOutcome[]>;
  readonly bulk: BulkEditing | null;
  /** Absent where only the pace of earlier updates tells. */
  readonly costs?: WriteCosts;
};

/** Reads every product, in pages, each with a checkpoint that is of use to this reading alone. */
export type CatalogueReading = {
  readCatalogue(options: ReadCatalogueOptions): AsyncGenerator<CataloguePage, CatalogueEnd, void>;
};

/** Reads only what changed, in pages as a whole catalogue. What is gone is in no page. */
export type ChangesReading = {
  /** Why the changes since this mark cannot be read, as a sentence; null where they can. */
  refusalOf(since: JsonValue): string | null;
  /**
   * All that changed after the mark was taken, and perhaps what changed shortly before. `until`: a mark that was taken
   * before this began; what changes after it is left to the next reading.
   */
  readChanges(
    options: ReadCatalogueOptions & { since: JsonValue; until: JsonValue },
  ): AsyncGenerator<CataloguePage, CatalogueEnd, void>;
};

/** A second way of reading the same catalogue, which ends with the very same products. */
export type RestReading = CatalogueReading & {
  /** How many products the first page of the source holds, and whether more follow it. */
  firstPage(signal: AbortSignal): Promise<{ products: number; hasMore: boolean }>;
};

/** `next`: the cursor of the page that follows, null behind the last one. */
export type ProductListPage = { readonly products: number; readonly next: string | null };

/** The source's own list of products, page by page, without their content: how its pages link. */
export type ProductList = {
  readonly pageSize: number;
  /** `after`: the cursor that the page before ended with, null for the first page. */
  readPage(after: string | null, options: { signal: AbortSignal }): Promise<ProductListPage>;
};

/** As many as a page of a whole catalogue has: within every limit of a source on one request. */
export const IDS_PER_READING = 50;

/** Products that were read on their own. */
export type ProductsReading = {
  products: SourceProduct[];
  /** Of each id that was asked for, the ids of its products; none where it leads to none (any more). */
  productIds: ReadonlyMap<string, readonly string[]>;
  /** Products that were asked for and are not there. */
  goneIds: string[];
  /** Taken before the source was asked for the products. */
  readAt: Date;
  /** Of all their variants. */
  stock?: SourceStock | undefined;
  /** All of the store, where it has them read. */
  collections?: readonly SourceCollection[] | undefined;
};

/** How a source notifies of its changes by itself, and how what it names is fetched. */
export type SourceChanges = {
  /**
   * Has the source notify this https address of its changes, and no other that ends alike. Answers the topics
   * that it subscribed to, and why not to the others, as sentences.
   */
  subscribe(
    address: string,
    options: { signal: AbortSignal },
  ): Promise<{ topics: WebhookTopic[]; refusals: string[] }>;
  /** Ends all notifications to addresses that end like this one. */
  unsubscribe(address: string, options: { signal: AbortSignal }): Promise<void>;
  /** Up to `IDS_PER_READING` products as they are now, also by ids of what belongs to them. */
  readProducts(ids: readonly string[], options: { signal: AbortSignal }): Promise<ProductsReading>;
};

/** `points`: what reading it adds to a page of products. */
export type ShopDefinition = MetafieldDefinition & { readonly points: number };

export type Connector = CatalogueReading & {
  testConnection(signal: AbortSignal): Promise<ConnectionReport>;
  count(signal: AbortSignal): Promise<SourceCount>;
  /** Absent for a source without its own id. */
  identify?(signal: AbortSignal): Promise<SourceIdentity>;
  /** Absent where the source cannot say what changed; a sentence where it only needs to be set up. */
  readonly changesSince?: ChangesReading | undefined;
  /** Where the source can be read through REST as well. */
  readonly rest?: RestReading | undefined;
  readonly productList: ProductList;
  /** What a shop defines, and what is read though its definition was deleted; absent where none can be. */
  readonly definitions?: ((signal: AbortSignal) => Promise<ShopDefinition[]>) | undefined;
  /** The metafields that are read without being chosen: the custom fields of a mapping. */
  readonly customFields?: readonly MetafieldDefinition[] | undefined;
  /** The same source, of which the descriptions of products are read as well. */
  readonly withDescriptions?: (() => Connector) | undefined;
  /** The same source, of which collections are read as well; `known`: those that were. */
  readonly withCollections?: ((known: readonly SourceCollection[]) => Connector) | undefined;
  /** Null for a source that cannot be changed. */
  readonly editing: Editing | null;
  /** Why it cannot, as a sentence. */
  readonly readOnlyBecause?: string | undefined;
  /** Absent for a source that does not notify of its changes. */
  readonly changes?: SourceChanges | undefined;
};

export type ConnectorDeps = {
  clock: Clock;
  logger: Logger;
  /** SHOPIFY_ALLOWED_HOSTS: host names, `*.` for one label, a port where it is not the usual one. */
  allowedHosts: readonly string[];
  /** Between 0 and 1; Math.random unless a test says otherwise. */
  random?: (() => number) | undefined;
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** How long an answer may take, and how long a download may be silent. */
  timeoutMs?: number | undefined;
};

/**
 * - `auth`: the token is not accepted (any more)
 * - `scope_missing`: the token is good, a permission is missing
 * - `unavailable`: the source does not exist, is frozen or locked
 * - `throttled`: the source's rate limit, even after waiting
 * - `transient`: network trouble or a fault at the source; trying later may help
 * - `rejected`: the source refused what was asked, for a reason a person can act on
 * - `protocol`: an answer that was not expected, or a request that the source does not understand: a bug
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
  /** A sentence for a person that says what to do. Never holds a secret. */
  message: string;
  /** The source's own id of the request, which its support asks for. */
  requestId?: string | undefined;
  /** Whether the same call may succeed later without anybody doing anything. Default: by kind. */
  retryable?: boolean;
  /** How long the source itself asked to be left alone. */
  retryAfterMs?: number | undefined;
  /** Whether the source may have done what it was asked, although it did not say so. Default: no. */
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
