import type { ApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import { isMetafield } from '@storefleet/contract/attributes/metafields';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import { openCount } from '../../batches/batch-words.ts';
import { type SaveWait, saveAsUpdate, waitIn } from '../../bulk-updates/api/follow-bulk-update.ts';
import { type Field, type FieldKey, keyOf, type Owner } from '../fields.ts';
import type { Change, Outcome, SaveReport } from '../product-draft.ts';
import { type OwnedReference, referencesTo } from './references.ts';

export type ProductSave = SaveReport & {
  /** The bulk update; null if the whole request was refused. */
  readonly batchId: string | null;
};

type Options = {
  signal: AbortSignal;
  /** Called when the update is accepted, and while it runs. */
  onProgress?: (progress: { done: number; total: number; wait: SaveWait | null }) => void;
};

/**
 * Saves changes of one product as one bulk update, and resolves with each outcome when it has ended. Throws
 * an `ApiError` if the whole update was refused, or its response lost, in which case it may have been
 * created.
 */
export async function saveProduct(
  api: ApiClient,
  product: ProductDetail,
  changes: readonly Change[],
  { signal, onProgress }: Options,
): Promise<ProductSave> {
  const references = referencesTo(product, changes);
  const total = new Set(changes.map(({ owner }) => owner)).size;
  try {
    const { batchId, items } = await saveAsUpdate(
      api,
      references.map(({ reference }) => reference),
      {
        signal,
        onProgress: (batch) =>
          onProgress?.(
            batch
              ? { done: batch.total - openCount(batch), total: batch.total, wait: waitIn(batch) }
              : { done: 0, total, wait: null },
          ),
      },
    );
    if (items !== null) return { batchId, ...reportOf(changes, items) };
    const outcomes = new Map(changes.map((change) => [keyOf(change), { kind: 'saved' } as const]));
    return { batchId, outcomes, ownerRefusals: new Map() };
  } catch (error) {
    const refused = refusalsOf(error, references);
    if (refused !== null) return { ...refused, batchId: null };
    throw error;
  }
}

function reportOf(changes: readonly Change[], items: readonly BulkUpdateItem[]): SaveReport {
  // Its metafields have a row of their own.
  const placeOf = (owner: Owner, isOfMetafields: boolean) => `${owner} ${isOfMetafields}`;
  const byOwner = new Map(
    items.map((item): [string, BulkUpdateItem] => [
      placeOf(
        item.variant_id ?? 'product',
        item.changes.some(({ attribute }) => isMetafield(attribute)),
      ),
      item,
    ]),
  );
  const outcomes = new Map<FieldKey, Outcome>();
  const ownerRefusals = new Map<Owner, string>();
  const ofRow = ({ owner, attribute }: Change) => placeOf(owner, isMetafield(attribute));
  for (const [place, ofOwner] of Map.groupBy(changes, ofRow)) {
    const item = byOwner.get(place);
    const owner = ofOwner[0]?.owner ?? 'product';
    for (const change of ofOwner) outcomes.set(keyOf(change), outcomeOf(change, item, ofOwner.length));
    if (
      item === undefined ||
      item.status === 'cancelled' ||
      (item.status === 'failed' && ofOwner.length > 1)
    ) {
      ownerRefusals.set(owner, item?.error ?? NOT_WRITTEN);
    }
  }
  return { outcomes, ownerRefusals };
}

const NOT_WRITTEN = 'The update ended before this was written. Save again.';

function outcomeOf(change: Change, item: BulkUpdateItem | undefined, together: number): Outcome {
  switch (item?.status) {
    case 'succeeded':
    case 'unchanged':
      return { kind: 'saved' };
    case 'conflict': {
      const { current_value: current } =
        item.changes.find(({ attribute }) => attribute === change.attribute) ?? {};
      if (current === undefined || valuesAreEqual(change.attribute, current, change.from))
        return { kind: 'held' };
      if (valuesAreEqual(change.attribute, current, change.to)) return { kind: 'saved' };
      return { kind: 'conflict', current };
    }
    case 'failed':
      return together === 1 ? { kind: 'refused', message: item.error ?? NOT_WRITTEN } : { kind: 'held' };
    default:
      return { kind: 'held' };
  }
}

/** The fields named by a refused request; null if there are none. */
function refusalsOf(error: unknown, references: readonly OwnedReference[]): SaveReport | null {
  if (!(error instanceof ApiError)) return null;
  const outcomes = new Map<FieldKey, Outcome>();
  for (const { path, message } of error.errors) {
    const [, index, attribute] = /^products_to_update\.(\d+)\.attributes_to_set\.(\w+)/.exec(path) ?? [];
    const { owners = [], reference } = references[Number(index)] ?? {};
    const isTold = attribute !== undefined && Object.hasOwn(reference?.attributes_to_set ?? {}, attribute);
    if (!isTold) continue;
    for (const owner of owners) {
      outcomes.set(keyOf({ owner, attribute } as Field), { kind: 'refused', message });
    }
  }
  return outcomes.size === 0 ? null : { outcomes, ownerRefusals: new Map() };
}
