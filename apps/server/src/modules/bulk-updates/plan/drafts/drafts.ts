import type { BulkUpdateOrigin } from '@storefleet/contract/constants';
import type { CsvImportReport } from '@storefleet/contract/edits/bulk-update-batches';
import type { PriceChange, StockChange } from '@storefleet/contract/edits/bulk-updates';
import type { Store } from '@storefleet/contract/stores/stores';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Connector } from '../../../../connectors/connector.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { AppError } from '../../../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../../../platform/http/route.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { ItemChanges } from '../../values/changes.ts';
import type { CatalogueCopy } from '../catalogue-copy.ts';

/** New values of a variant's own attributes, or of a product's if `variantId` is null. */
export type ItemDraft = {
  readonly storeId: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly values: AttributeValues;
  /** Each computes another value from our copy. */
  readonly priceChange?: PriceChange | undefined;
  readonly stockChange?: StockChange | undefined;
  /** What the person saw; attributes left out are based on our copy. */
  readonly basedOn?: AttributeValues | undefined;
  /** The history record that each new value restores. */
  readonly undoes?: { readonly [Attribute in keyof AttributeValues]?: string } | undefined;
  /** Retried from a scheduled change, whose end will not revert it. */
  readonly outlastsSale?: boolean | undefined;
  /** In an imported file; the header is row 1. */
  readonly rowNumber?: number | undefined;
  /** Set for rows that our copy no longer has but the store does: its key there, and its former name here. */
  readonly removed?: RemovedRow | undefined;
};

export type RemovedRow = {
  readonly productSourceId: string;
  readonly variantSourceId: string | null;
  readonly productTitle: string;
  readonly variantTitle: string | null;
  readonly sku: string | null;
};

/** A row that cannot be planned. It is stored as failed, with its sentence. */
export type RefusedDraft = {
  readonly storeId: string | null;
  readonly productId: string | null;
  readonly variantId: string | null;
  readonly title: string | null;
  readonly variantTitle: string | null;
  readonly sku: string | null;
  readonly rowNumber: number | null;
  /** The intended changes, if known. */
  readonly changes?: ItemChanges | undefined;
  readonly error: string;
};

export type BatchHead = {
  readonly origin: BulkUpdateOrigin;
  readonly requestedBy: AuthenticatedUser;
  readonly undoesBatchId?: string | undefined;
  /** The change in words; absent if each product gets its own values. */
  readonly title?: string | null | undefined;
  readonly importReport?: CsvImportReport | undefined;
  /** A lower limit on the number of items, and the problem to throw beyond it. */
  readonly limit?: { readonly items: number; tooMany(): AppError } | undefined;
};

export type BatchDraft = BatchHead & {
  readonly drafts: readonly ItemDraft[];
  readonly refused?: readonly RefusedDraft[] | undefined;
  /** Called with the number of rows planned so far; throwing ends the planning. */
  readonly onPlanned?: (rows: number) => void;
};

/** Drafts that are planned together, with our copy of their products if it was already read. */
export type DraftChunk = {
  readonly drafts: readonly ItemDraft[];
  readonly refused?: readonly RefusedDraft[] | undefined;
  readonly copy?: CatalogueCopy | undefined;
};

export type PlannerDeps = {
  db: Database;
  clock: Clock;
  /** Throws `store_not_found` if there is no such store. */
  openStore(storeId: string): Promise<OpenStore>;
};

export type OpenStore = {
  readonly store: Store;
  /** Throws a SourceError if the store cannot be connected to as it is. */
  connect(): Promise<Pick<Connector, 'editing' | 'readOnlyBecause'>>;
};
