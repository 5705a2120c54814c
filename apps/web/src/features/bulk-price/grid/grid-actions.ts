import { isAmount } from '@storefleet/contract/values/attribute-value';
import { withoutSpareDecimals } from '../../../lib/format/spare-decimals.ts';
import type { CellEdits } from '../cell-edits.ts';
import { currencyOf, type EditCell, idOf } from '../edit-cell.ts';
import { readCell } from '../read-cell.ts';
import type { PlannedValue } from './paste-plan.ts';

/** Initial text of an editor: the unsaved text if any, otherwise the cell's value. */
export function textToEdit(edits: CellEdits, cell: EditCell): string {
  const { problem } = edits.stateOf(idOf(cell));
  const shown = edits.shownValue(cell) ?? '';
  return problem?.typed ?? (isAmount(cell.field) ? withoutSpareDecimals(shown, currencyOf(cell)) : shown);
}

/**
 * Saves a typed value. False if it is invalid or needs confirmation; the cell then shows the error and
 * keeps the text. An untouched field saves nothing, whatever its content. `shown`: what the cell held when
 * it was opened.
 */
export function saveTyped(
  edits: CellEdits,
  { cell, typed, shown, looked }: { cell: EditCell; typed: string; shown: string | null; looked: boolean },
  save: (change: PlannedValue) => boolean,
): boolean {
  const { problem } = edits.stateOf(idOf(cell));
  if (typed.trim() === (shown ?? '') && !problem) return true;
  if (looked && typed === textToEdit(edits, cell)) return true;
  const parsed = readCell(cell, typed, shown);
  if (!parsed.ok) {
    edits.refuse([{ cell, typed, message: parsed.message }]);
    return false;
  }
  return save({ cell, value: parsed.value, shown });
}
