import type { ApiClient } from '@storefleet/client/api-client';
import { attributeWord } from '@storefleet/contract/attributes/attributes';
import { isListPrice, listOf } from '@storefleet/contract/attributes/list-prices';
import { isMetafield } from '@storefleet/contract/attributes/metafields';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { isProductAttribute, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import {
  followUpdate,
  type SaveWait,
  saveAsUpdate,
  waitIn,
} from '../../bulk-updates/api/follow-bulk-update.ts';
import { referencesTo } from '../../product-editor/api/references.ts';
import type { CellAttribute } from '../../products/grid/columns.ts';
import type { SaveOutcome } from '../cell-lane.ts';
import { type CellId, type EditCell, idOf, ownerName } from '../edit-cell.ts';

/** A new value, `''` for none, and the value it is based on. */
export type CellEdit = { cell: EditCell; value: string; basedOn: string | null };

/** Id of the update, and the outcome of each cell. */
export type SavedCells = { batchId: string; outcomes: ReadonlyMap<CellId, SaveOutcome> };

type Following = { signal: AbortSignal; onWait: (wait: SaveWait | null) => void };

/**
 * Saves the edits as one bulk update and resolves with each cell's outcome; reports in the meantime what it
 * waits for. Throws an `ApiError` if the whole update was refused or its response was lost.
 */
export async function saveCells(
  api: ApiClient,
  edits: readonly CellEdit[],
  { signal, onWait }: Following,
): Promise<SavedCells> {
  const { batchId, items } = await saveAsUpdate(api, referencesOf(edits), {
    signal,
    onProgress: (batch) => onWait(batch && waitIn(batch)),
  });
  return { batchId, outcomes: outcomesOf(edits, items) };
}

/** Maps the edits to a bulk update, or to its preview. */
export function referencesOf(edits: readonly CellEdit[]): ProductReference[] {
  const byProduct = Map.groupBy(edits, ({ cell }) => cell.row.item.product.id);
  return [...byProduct.values()].flatMap((ofProduct) => {
    const product = ofProduct[0]?.cell.row.item.product;
    return product ? referencesTo(product, ofProduct.map(changeOf)).map(({ reference }) => reference) : [];
  });
}

/** Undoes an update with an update of its own; the edits say what it restores. */
export async function undoCells(
  api: ApiClient,
  batchId: string,
  edits: readonly CellEdit[],
  { signal, onWait }: Following,
): Promise<SavedCells> {
  const undo = await api.call('history.undo', { body: { batch_id: batchId }, signal });
  const items = await followUpdate(api, undo.batch_id, {
    signal,
    onProgress: (batch) => onWait(batch && waitIn(batch)),
  });
  const outcomes = outcomesOf(edits, items);
  for (const { record, current_value: current, reason } of undo.conflicts) {
    const owner = record.variant_id ?? record.product_id;
    outcomes.set(`${owner}:${record.attribute_changed as CellAttribute}`, {
      kind: 'conflict',
      current,
      message: reason,
    });
  }
  return { batchId: undo.batch_id, outcomes };
}

function changeOf({ cell: { row, field }, value, basedOn }: CellEdit) {
  const owner = isProductAttribute(field) ? 'product' : row.key;
  return { owner, attribute: field, from: basedOn || null, to: value || null };
}

function outcomesOf(
  edits: readonly CellEdit[],
  items: readonly BulkUpdateItem[] | null,
): Map<CellId, SaveOutcome> {
  const byOwner = Map.groupBy(items ?? [], (item) => item.variant_id ?? item.product_id);
  return new Map(
    edits.map((edit) => {
      const { row, field } = edit.cell;
      const owner = isProductAttribute(field) ? row.item.product.id : row.key;
      const ofOwner = byOwner.get(owner) ?? [];
      const item =
        ofOwner.find(({ changes: [change] }) => change && callOf(change.attribute) === callOf(field)) ??
        ofOwner.find(({ changes }) => changes.length === 0);
      return [idOf(edit.cell), items === null ? { kind: 'saved' } : outcomeOf(edit, item)];
    }),
  );
}

/** Metafields, and the prices of each list, are written by a call of their own, and are an item of their own. */
function callOf(attribute: string): string {
  if (isListPrice(attribute)) return `list ${listOf(attribute)}`;
  return isMetafield(attribute) ? 'metafields' : 'named';
}

/** What one call writes of one owner is written all or nothing. */
function outcomeOf({ cell, basedOn }: CellEdit, item: BulkUpdateItem | undefined): SaveOutcome {
  if (item?.status === 'succeeded' || item?.status === 'unchanged') return { kind: 'saved' };
  const message = item?.error ?? notWritten(cell, item?.status === 'cancelled');
  const change = item?.changes.find(({ attribute }) => attribute === cell.field);
  const current = item?.status === 'conflict' ? change?.current_value : undefined;
  if (current !== undefined && !valuesAreEqual(cell.field, current, basedOn)) {
    return { kind: 'conflict', current, message };
  }
  return { kind: 'failed', message };
}

function notWritten(cell: EditCell, isCancelled: boolean): string {
  const what = attributeWord(cell.field, () => cell.definition);
  if (isCancelled) return `The ${what} of “${ownerName(cell)}” was not written: saving it was cancelled.`;
  return `The update ended before the ${what} of “${ownerName(cell)}” was written. Try again.`;
}
