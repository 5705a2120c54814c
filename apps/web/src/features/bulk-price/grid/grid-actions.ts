import { isMoneyAttribute } from '@storefleet/contract/values/attribute-value';
import { currencyDecimals } from '@storefleet/contract/values/price-change';
import type { CellEdits } from '../cell-edits.ts';
import { currencyOf, type EditCell, idOf } from '../edit-cell.ts';
import { readCell } from '../read-cell.ts';
import type { PlannedValue } from './paste-plan.ts';

/** The first text of an editor: what was typed and could not be saved, else what the cell shows. */
export function textToEdit(edits: CellEdits, cell: EditCell): string {
  const { problem } = edits.stateOf(idOf(cell));
  const shown = edits.shownValue(cell) ?? '';
  return (
    problem?.typed ?? (isMoneyAttribute(cell.field) ? withoutSpareDecimals(shown, currencyOf(cell)) : shown)
  );
}

/** Amounts are kept with two decimals also in a currency that has none. */
function withoutSpareDecimals(amount: string, currency: string): string {
  return currencyDecimals(currency) === 0 ? amount.replace(/\.0+$/, '') : amount;
}

/**
 * Saves what was typed into a cell. False where it is no such value, or is asked about first: the cell then shows
 * the error and keeps the text. A field that was only looked at changes nothing, whatever is in it. `shown`: what the cell
 * held when it was opened.
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
