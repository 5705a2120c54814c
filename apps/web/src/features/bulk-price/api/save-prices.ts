import { EDITABLE_ATTRIBUTE_LABELS } from '@storefleet/contract/constants';
import type { BulkUpdateItem, ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { equalAmounts } from '@storefleet/contract/values/attribute-value';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { type SaveWait, saveAsUpdate, waitIn } from '../../bulk-updates/api/follow-bulk-update.ts';
import type { SaveOutcome } from '../cell-lane.ts';
import { type CellId, idOf, type PriceCell, type PriceField, variantName } from '../price-cell.ts';

/** A new value, and the one that the person saw when choosing it. */
export type PriceEdit = { cell: PriceCell; value: string; basedOn: string | null };

/**
 * Saves the edits as one bulk update and resolves when it has ended, with what became of each cell; tells
 * meanwhile what it waits for. Throws an `ApiError` where the update as a whole was refused or its answer was
 * lost.
 */
export async function savePrices(
  api: ApiClient,
  edits: readonly PriceEdit[],
  signal: AbortSignal,
  onWait: (wait: SaveWait | null) => void,
): Promise<ReadonlyMap<CellId, SaveOutcome>> {
  const { items } = await saveAsUpdate(api, referencesTo(edits), {
    signal,
    onProgress: (batch) => onWait(batch && waitIn(batch)),
  });
  const byVariant = new Map(items?.map((item) => [item.variant_id, item]));
  return new Map(
    edits.map((edit) => [
      idOf(edit.cell),
      items === null ? { kind: 'saved' } : outcomeOf(edit, byVariant.get(edit.cell.row.key)),
    ]),
  );
}

/** One reference for each variant, with its price, its cost or both. */
function referencesTo(edits: readonly PriceEdit[]): ProductReference[] {
  return [...Map.groupBy(edits, ({ cell }) => cell.row.key).values()].flatMap((ofVariant) => {
    const row = ofVariant[0]?.cell.row;
    if (!row?.variant) return [];
    const { item, variant } = row;
    const valuesBy = <Value>(read: (edit: PriceEdit) => Value) =>
      Object.fromEntries(ofVariant.map((edit) => [edit.cell.field, read(edit)])) as Partial<
        Record<PriceField, Value>
      >;
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

/** The values of a variant are written together or not at all. */
function outcomeOf({ cell, basedOn }: PriceEdit, item: BulkUpdateItem | undefined): SaveOutcome {
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
