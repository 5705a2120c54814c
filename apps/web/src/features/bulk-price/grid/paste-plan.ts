import { type PriceWarning, priceWarnings } from '@storefleet/contract/edits/price-warnings';
import { equalAmounts } from '@storefleet/contract/values/attribute-value';
import { readAmount } from '../../../lib/format/read-amount.ts';
import type { GridRow } from '../../products/grid/grid-rows.ts';
import { currencyOf, PRICE_FIELDS, type PriceCell } from '../price-cell.ts';
import type { Refusal } from '../price-edits.ts';
import type { GridArea } from './grid-position.ts';
import { cellsIn } from './grid-position.ts';

export type PlannedValue = { cell: PriceCell; value: string; shown: string | null };

/** What a paste or a fill would do, before anything is done. */
export type PastePlan = {
  changes: readonly PlannedValue[];
  refusals: readonly Refusal[];
  /** Cells that hold the value already. */
  unchanged: number;
  /** Cells left as they are because nothing was copied for them. */
  blank: number;
  /** Lines of the clipboard that found no row. */
  left: number;
  /** Of the cells to be changed, and of the one that their values come from. */
  currencies: readonly string[];
  /** Of the variants to be changed. */
  warnings: readonly PriceWarning[];
};

/** Where the values come from. */
type Source = {
  typedAt: (row: number, column: number) => string;
  left: number;
  /** Null where it is not known: amounts from a spreadsheet. */
  currency: string | null;
};

export type PlannedPaste = { ok: true; plan: PastePlan } | { ok: false; message: string };

type Grid = {
  rows: readonly GridRow[];
  shownValue: (cell: PriceCell) => string | null;
};

/** Values that are saved without a question: as many as can be taken in at a glance. */
const FEW = 5;

/** Whether somebody should look at the plan first: for the number of values, or for what they cannot see. */
export function needsQuestion({ changes, left, currencies, warnings }: PastePlan): boolean {
  if (changes.length === 0) return false;
  return changes.length > FEW || left > 0 || currencies.length > 1 || warnings.length > 0;
}

/** The plan to save a single value that was typed. */
export function planTyped(change: PlannedValue, shownValue: Grid['shownValue']): PastePlan {
  const changes = [change];
  return {
    changes,
    refusals: [],
    unchanged: 0,
    blank: 0,
    left: 0,
    currencies: [currencyOf(change.cell)],
    warnings: warningsOf(changes, shownValue),
  };
}

function warningsOf(changes: readonly PlannedValue[], shownValue: Grid['shownValue']): PriceWarning[] {
  return [...Map.groupBy(changes, ({ cell }) => cell.row.key).values()].flatMap((ofVariant) => {
    const row = ofVariant[0]?.cell.row;
    if (!row) return [];
    const changed = Object.fromEntries(
      ofVariant.map(({ cell, value, shown }) => [cell.field, { old: shown, new: value }]),
    );
    return priceWarnings(changed, {
      price: shownValue({ row, field: 'price' }),
      cost: shownValue({ row, field: 'cost' }),
    });
  });
}

/**
 * Lays a copied table onto the selected cells. One value fills them all; a table starts at the first of them
 * and goes down from a single cell as far as it is long, but never beyond a selection of several rows.
 */
export function planPaste(table: readonly (readonly string[])[], area: GridArea, grid: Grid): PlannedPaste {
  const width = Math.max(0, ...table.map((line) => line.length));
  if (width === 0)
    return { ok: false, message: 'There is nothing to paste: copy a column of amounts first.' };
  if (width > PRICE_FIELDS.length) {
    return {
      ok: false,
      message: `The clipboard holds ${width} columns. Copy one column of amounts, or two: price and cost.`,
    };
  }
  if (area.left + width > PRICE_FIELDS.length) {
    return {
      ok: false,
      message: 'The clipboard holds two columns, price and cost: select a price before you paste them.',
    };
  }
  const [only] = table[0] ?? [];
  if (only !== undefined && table.length === 1 && width === 1 && cellsIn(area) > 1) {
    return { ok: true, plan: planValues(area, grid, { typedAt: () => only, left: 0, currency: null }) };
  }
  const end = area.bottom > area.top ? area.bottom : grid.rows.length - 1;
  const bottom = Math.min(area.top + table.length - 1, end);
  const target = { top: area.top, bottom, left: area.left, right: area.left + width - 1 };
  const copied: Source = {
    typedAt: (row, column) => table[row - area.top]?.[column - area.left] ?? '',
    left: table.length - (bottom - area.top + 1),
    currency: null,
  };
  return { ok: true, plan: planValues(target, grid, copied) };
}

/** Fills the first selected row's values down, or into a single cell the value above it. */
export function planFillDown(area: GridArea, grid: Grid): PlannedPaste {
  const first = area.bottom > area.top ? area.top : area.top - 1;
  const source = grid.rows[first];
  if (!source) return { ok: false, message: 'There is no row above this one to fill down from.' };
  const above: Source = {
    typedAt(_row, column) {
      const field = PRICE_FIELDS[column];
      return (field && grid.shownValue({ row: source, field })) ?? '';
    },
    left: 0,
    currency: source.item.store_currency,
  };
  return { ok: true, plan: planValues({ ...area, top: first + 1 }, grid, above) };
}

function planValues(
  { top, bottom, left, right }: GridArea,
  { rows, shownValue }: Grid,
  { typedAt, left: linesLeft, currency }: Source,
): PastePlan {
  const changes: PlannedValue[] = [];
  const refusals: Refusal[] = [];
  let unchanged = 0;
  let blank = 0;
  for (let index = top; index <= bottom; index += 1) {
    const row = rows[index];
    if (!row) continue;
    for (let column = left; column <= right; column += 1) {
      const field = PRICE_FIELDS[column];
      const typed = typedAt(index, column);
      if (!field) continue;
      if (typed === '') {
        blank += 1;
        continue;
      }
      const cell: PriceCell = { row, field };
      const parsed = readAmount(typed, currencyOf(cell));
      const shown = shownValue(cell);
      if (!parsed.ok) refusals.push({ cell, typed, message: parsed.message });
      else if (equalAmounts(parsed.value, shown)) unchanged += 1;
      else changes.push({ cell, value: parsed.value, shown });
    }
  }
  const currencies = new Set(changes.map(({ cell }) => currencyOf(cell)));
  if (currency !== null && changes.length > 0) currencies.add(currency);
  return {
    changes,
    refusals,
    unchanged,
    blank,
    left: linesLeft,
    currencies: [...currencies],
    warnings: warningsOf(changes, shownValue),
  };
}
