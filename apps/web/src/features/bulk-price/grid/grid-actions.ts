import { currencyDecimals } from '@storefleet/contract/values/price-change';
import { readAmount } from '../../../lib/format/read-amount.ts';
import { currencyOf, idOf, type PriceCell } from '../price-cell.ts';
import type { PriceEdits } from '../price-edits.ts';
import type { PlannedValue } from './paste-plan.ts';

/** The first text of an editor: what was typed and could not be saved, else what the cell shows. */
export function textToEdit(edits: PriceEdits, cell: PriceCell): string {
  const { problem } = edits.stateOf(idOf(cell));
  return problem?.typed ?? withoutSpareDecimals(edits.shownValue(cell) ?? '', currencyOf(cell));
}

/** Amounts are kept with two decimals also in a currency that has none. */
function withoutSpareDecimals(amount: string, currency: string): string {
  return currencyDecimals(currency) === 0 ? amount.replace(/\.0+$/, '') : amount;
}

/**
 * Saves what was typed into a cell. False where it is no amount, or is asked about first: the cell then shows
 * the error and keeps the text. A field that was only looked at changes nothing, whatever is in it.
 */
export function saveTyped(
  edits: PriceEdits,
  { cell, typed, looked }: { cell: PriceCell; typed: string; looked: boolean },
  save: (change: PlannedValue) => boolean,
): boolean {
  const shown = edits.shownValue(cell);
  const { problem } = edits.stateOf(idOf(cell));
  if (typed.trim() === (shown ?? '') && !problem) return true;
  if (looked && typed === textToEdit(edits, cell)) return true;
  const parsed = readAmount(typed, currencyOf(cell));
  if (!parsed.ok) {
    edits.refuse([{ cell, typed, message: parsed.message }]);
    return false;
  }
  return save({ cell, value: parsed.value, shown });
}
