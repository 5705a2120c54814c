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
  variants: SourceVariant[];
};

export type CataloguePage = {
  products: SourceProduct[];
  /** Hand this back to `readCatalogue` to go on AFTER this page. Opaque to everyone but the connector. */
  checkpoint: JsonValue;
  /** Pages of the source this one stands for. */
  pages: number;
  /** What was read is not newer than this: an edit made later must not be overwritten by it. */
  readAt: Date;
};

export type CatalogueEnd = {
  /** What the source itself says it has, or null where it does not say. */
  sourceProducts: number | null;
  sourceVariants: number | null;
  /** Sentences for a person, such as 'cost is not readable with this token'. */
  notices: string[];
};

export type SourceCount = { products: number; variants: number | null; exact: boolean };

export type ConnectionReport = {
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
  notices: string[];
};

export type ReadCatalogueOptions = {
  checkpoint: JsonValue | null;
  count: SourceCount;
  signal: AbortSignal;
  /** Called when the connector waits for the source (rate limit, a result in preparation) until about then. */
  onWaiting?(until: Date): void;
};

export type Connector = {
  testConnection(signal: AbortSignal): Promise<ConnectionReport>;
  count(signal: AbortSignal): Promise<SourceCount>;
  readCatalogue(options: ReadCatalogueOptions): AsyncGenerator<CataloguePage, CatalogueEnd, void>;
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
  cause?: unknown;
};

export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly kind: SourceErrorKind;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor({ kind, message, requestId, retryable, retryAfterMs, cause }: SourceErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.requestId = requestId;
    this.retryable = retryable ?? (kind === 'throttled' || kind === 'transient');
    this.retryAfterMs = retryAfterMs;
  }
}
