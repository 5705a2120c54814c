import type { EditableAttribute, MoneyAttribute } from '@storefleet/contract/attributes/attributes';
import type { PriceList } from '@storefleet/contract/attributes/list-prices';
import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import type { AttributeValue, AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { JsonValue } from './json-value.ts';
import type { SourceError } from './source-error.ts';

/**
 * How products are changed at a source. Values are text, null if empty: money and weight as plain decimals,
 * status in lower case, tags joined by `, `.
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
 * - `applied`: the source confirmed it; `values` are its current values, perhaps in another format;
 *   `leftStore` if the store now excludes it, so that the next sync does not find it
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
   * include only some of the edits: the others were not sent, and `follow` omits them. After a SourceError
   * with `mayHaveRun` it may have started nevertheless: `find` it, or reconcile.
   */
  start(edits: readonly SourceEdit[], options: EditCallOptions & { label: string }): Promise<JsonValue>;
  /** The operation started under this label, or null if the source has none since then. */
  find(label: string, options: EditCallOptions & { startedAfter: Date }): Promise<JsonValue | null>;
  /**
   * Outcomes of the sent edits as they become available; missing ones are unknown. `edits` may omit finished
   * ones: an operation can be followed again from its start. Neither aborting the signal nor an error stops
   * the operation: only when this ends by itself is the operation over.
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

/** Approximate costs of writing, for estimates. */
export type WriteCosts = {
  /**
   * Of the source's rate limit: per product (to read it first), per call for a product, per row or metafield
   * in it.
   */
  readonly points: Readonly<Record<'product' | 'call' | 'row' | 'metafield', number>>;
  /** With enough points; of parallel calls, the share of one. */
  readonly seconds_per_call: number;
  /**
   * From this many products on, the source runs the update itself, at a pace known only then; null for never.
   */
  readonly products_left_to_source: number | null;
};

/** What a source can have changed. All calls go before background reading on the source's rate limit. */
export type Editing = {
  readonly attributes: readonly EditableAttribute[];
  /** The shop's own attributes among `attributes`, with their definitions. */
  readonly metafields?: readonly MetafieldDefinition[];
  /** On which `attributes` has fixed prices. */
  readonly priceLists?: readonly PriceList[];
  /** Why another attribute cannot be written, as a sentence, if there is a specific reason. */
  refusalOf?(attribute: EditableAttribute): string;
  /** How many decimals the source keeps, if not those of the store's currency. */
  decimalsOf?(attribute: MoneyAttribute): number;
  /** Whether two texts are one value there. Default: the contract's `valuesAreEqual`. */
  sameValue?(attribute: EditableAttribute, one: AttributeValue, other: AttributeValue): boolean;
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
  /** The targets' current values, in order, without those that may not be read; null for one that no longer exists. */
  readValues(
    targets: readonly (EditTarget & { attributes: readonly EditableAttribute[] })[],
    options: EditCallOptions,
  ): Promise<(AttributeValues | null)[]>;
  /** Whether the store excludes a row of each target by now, for a source with `reachesOutside`. */
  readOutside?(targets: readonly EditTarget[], options: EditCallOptions): Promise<boolean[]>;
  /**
   * Writes the edits of up to `productsPerWrite` products, each atomically, and returns their outcomes by
   * key. Throws a SourceError only if nothing was sent (bad token, missing permission, unavailable store, no
   * connection). Aborting the signal throws its reason at once, and sent edits are unknown.
   */
  write(edits: readonly SourceEdit[], options: EditCallOptions): Promise<EditOutcome[]>;
  readonly bulk: BulkEditing | null;
  /** Absent where only the pace of earlier updates tells. */
  readonly costs?: WriteCosts;
};
