import { parseMoney } from '@storefleet/contract/money';
import { idOf, type PriceCell } from './price-cell.ts';
import type { PriceEdits } from './price-edits.ts';

/** What the editor of a cell starts with: what was typed when it could not be saved, else what the cell shows. */
export function textToEdit(edits: PriceEdits, cell: PriceCell): string {
  return edits.stateOf(idOf(cell)).problem?.typed ?? edits.shownValue(cell) ?? '';
}

/**
 * Saves what was typed into a cell. False where it is no amount: the cell then shows the error and keeps the text.
 * A field that was only looked at changes nothing, whatever is in it.
 */
export function saveTyped(edits: PriceEdits, cell: PriceCell, typed: string, looked: boolean): boolean {
  const shown = edits.shownValue(cell);
  const { problem } = edits.stateOf(idOf(cell));
  if (typed.trim() === (shown ?? '') && !problem) return true;
  if (looked && typed === textToEdit(edits, cell)) return true;
  const parsed = parseMoney(typed);
  if (!parsed.ok) {
    edits.refuse([{ cell, typed, message: parsed.message }]);
    return false;
  }
  edits.submit([{ cell, value: parsed.value }]);
  return true;
}
