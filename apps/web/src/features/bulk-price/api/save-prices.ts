import { EDITABLE_ATTRIBUTE_LABELS, INLINE_EDIT_WAIT_SECONDS } from '@storefleet/contract/constants';
import type {
  BulkUpdateError,
  BulkUpdateItem,
  ProductReference,
} from '@storefleet/contract/edits/bulk-updates';
import { equalAmounts } from '@storefleet/contract/values/attribute-value';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { allItems, type SaveWait, untilEnded, waitIn } from '../../bulk-updates/api/follow-bulk-update.ts';
import type { SaveOutcome } from '../cell-lane.ts';
import { type CellId, idOf, type PriceCell, type PriceField, variantName } from '../price-cell.ts';

/** A new value, and the one that the person saw when choosing it. */
export type PriceEdit = { cell: PriceCell; value: string; basedOn: string | null };

/**
 * Saves the edits as one bulk update and resolves when it has ended, with what became of each cell; tells meanwhile what
 * it waits for. Throws an `ApiError` where the update as a whole was refused or its answer was lost.
 */
export async function savePrices(
  api: ApiClient,
  edits: readonly PriceEdit[],
  signal: AbortSignal,
  onWait: (wait: SaveWait | null) => void = () => {},
): Promise<ReadonlyMap<CellId, SaveOutcome>> {
  const answer = await api.call('products.bulkUpdate', {
    body: { products_to_update: referencesTo(edits) },
    headers: { prefer: `respond-async, wait=${INLINE_EDIT_WAIT_SECONDS}` },
    signal,
  });
  const end =
    'failed' in answer
      ? { ...answer, cancelled: 0 }
      : await untilEnded(api, answer.batch_id, { signal, onProgress: (batch) => onWait(waitIn(batch)) });
  if (end.failed === 0 && end.cancelled === 0) return outcomes(edits, () => ({ kind: 'saved' }));
  if (end.cancelled === 0 && end.errors.length >= end.failed) {
    const errors = Map.groupBy(end.errors, (error) => error.variant_id);
    return outcomes(edits, (edit) => outcomeByErrors(edit, errors.get(edit.cell.row.key) ?? []));
  }
  const items = await allItems(api, end.batch_id, signal);
  const byVariant = new Map(items.map((item) => [item.variant_id, item]));
  return outcomes(edits, (edit) => outcomeByItem(edit, byVariant.get(edit.cell.row.key)));
}

/** One reference for each variant, with its price, its cost or both. */
function referencesTo(edits: readonly PriceEdit[]): ProductReference[] {
  return [...Map.groupBy(edits, ({ cell }) => cell.row.key).values()].flatMap((ofVariant) => {
    const row = ofVariant[0]?.cell.row;
    if (!row) return [];
    const valuesBy = <Value>(read: (edit: PriceEdit) => Value) =>
      Object.fromEntries(ofVariant.map((edit) => [edit.cell.field, read(edit)])) as Partial<
        Record<PriceField, Value>
      >;
    const { item, variant } = row;
    return {
      store_id: item.store_id,
      id: item.product.id,
      shopify_id: item.product.shopify_id,
      selectedVariant: { id: variant.id, shopify_id: variant.shopify_id },
      based_on: valuesBy((edit) => edit.basedOn),
      attributes_to_set: valuesBy((edit) => edit.value),
    };
  });
}

function outcomes(
  edits: readonly PriceEdit[],
  outcomeOf: (edit: PriceEdit) => SaveOutcome,
): Map<CellId, SaveOutcome> {
  return new Map(edits.map((edit) => [idOf(edit.cell), outcomeOf(edit)]));
}

function outcomeByErrors({ cell }: PriceEdit, errors: readonly BulkUpdateError[]): SaveOutcome {
  const own = errors.find(({ attribute }) => attribute === cell.field);
  if (own?.conflict) return { kind: 'conflict', current: own.conflict.current, message: own.error };
  // The values of a variant are written together or not at all.
  const error = own ?? errors[0];
  return error ? { kind: 'failed', message: error.error } : { kind: 'saved' };
}

function outcomeByItem({ cell, basedOn }: PriceEdit, item: BulkUpdateItem | undefined): SaveOutcome {
  if (item?.status === 'succeeded' || item?.status === 'unchanged') return { kind: 'saved' };
  const message = item?.error ?? notWritten(cell, item?.status === 'cancelled');
  const change = item?.changes.find(({ attribute }) => attribute === cell.field);
  const current = item?.status === 'conflict' ? change?.current_value : undefined;
  if (current !== undefined && !equalAmounts(current, basedOn)) return { kind: 'conflict', current, message };
  return { kind: 'failed', message };
}

function notWritten({ row, field }: PriceCell, isCancelled: boolean): string {
  const what = EDITABLE_ATTRIBUTE_LABELS[field].toLowerCase();
  if (isCancelled) return `The ${what} of “${variantName(row)}” was not written: saving it was cancelled.`;
  return `The update ended before the ${what} of “${variantName(row)}” was written. Try again.`;
}
