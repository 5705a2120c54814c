import { type PriceWarning, priceWarnings } from '@storefleet/contract/edits/price-warnings';
import { isAmount, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { GridColumn } from '../../products/grid/columns.ts';
import type { GridRow } from '../../products/grid/grid-rows.ts';
import type { Refusal } from '../cell-edits.ts';
import { currencyOf, type EditCell, editCellOf, idOf } from '../edit-cell.ts';
import { readCell } from '../read-cell.ts';
import { cellsIn, type GridArea } from './grid-position.ts';

export type PlannedValue = { cell: EditCell; value: string; shown: string | null };

/** What a paste or fill would do, before it is applied. */
export type PastePlan = {
  changes: readonly PlannedValue[];
  refusals: readonly Refusal[];
  /** Cells that already hold the value. */
  unchanged: number;
  /** Cells skipped because the copied value is blank. */
  blank: number;
  /** Clipboard lines without a matching row. */
  left: number;
  /** Lines were matched to rows by SKU or barcode. */
  byCode: boolean;
  /** Currencies of the changed cells and of the source. */
  currencies: readonly string[];
  /** Stores of the changed variants. */
  warnings: readonly PriceWarning[];
};

/** Text to put into a grid position. */
type Put = { row: number; column: number; typed: string };

export type PlannedPaste = { ok: true; plan: PastePlan } | { ok: false; message: string };

type Grid = {
  rows: readonly GridRow[];
  columns: readonly GridColumn[];
  shownValue: (cell: EditCell) => string | null;
};

/** Values saved without confirmation: as many as fit in a glance. */
const FEW = 5;

/** Whether the plan needs confirmation: many values, or ones out of view. */
export function needsQuestion({ changes, left, byCode, currencies, warnings }: PastePlan): boolean {
  if (changes.length === 0) return false;
  return byCode || changes.length > FEW || left > 0 || currencies.length > 1 || warnings.length > 0;
}

/** Plan for a single typed value. */
export function planTyped(change: PlannedValue, shownValue: Grid['shownValue']): PastePlan {
  const changes = [change];
  return {
    changes,
    refusals: [],
    unchanged: 0,
    blank: 0,
    left: 0,
    byCode: false,
    currencies: currenciesOf(changes),
    warnings: warningsOf(changes, shownValue),
  };
}

function currenciesOf(changes: readonly PlannedValue[]): string[] {
  const amounts = changes.filter(({ cell }) => isAmount(cell.field));
  return [...new Set(amounts.map(({ cell }) => currencyOf(cell)))];
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
 * Lays a copied table onto the selected cells. A single value fills the selection; a table starts at its
 * first cell and extends down from a single cell, but never beyond a multi-row selection. Lines starting
 * with a SKU or barcode go to that row, in any order.
 */
export function planPaste(table: readonly (readonly string[])[], area: GridArea, grid: Grid): PlannedPaste {
  const width = Math.max(0, ...table.map((line) => line.length));
  if (width === 0) return { ok: false, message: 'Nothing to paste. Copy some cells first.' };
  const coded = width > 1 ? findCodes(table, area, grid) : null;
  const [needed, room] = [coded ? width - 1 : width, grid.columns.length - area.left];
  if (needed > room) {
    return {
      ok: false,
      message: `The clipboard holds ${needed} columns, but from here on there ${room === 1 ? 'is 1' : `are ${room}`}. Select a cell further to the left, or copy fewer columns.`,
    };
  }
  if (coded) return { ok: true, plan: planValues(coded.puts, grid, { left: coded.left, byCode: true }) };
  const [only] = table[0] ?? [];
  if (only !== undefined && table.length === 1 && width === 1 && cellsIn(area) > 1) {
    return {
      ok: true,
      plan: planValues(
        putsIn(area, () => only),
        grid,
      ),
    };
  }
  const end = area.bottom > area.top ? area.bottom : grid.rows.length - 1;
  const bottom = Math.min(area.top + table.length - 1, end);
  const target = { top: area.top, bottom, left: area.left, right: area.left + width - 1 };
  const puts = putsIn(target, (row, column) => table[row - area.top]?.[column - area.left] ?? '');
  return { ok: true, plan: planValues(puts, grid, { left: table.length - (bottom - area.top + 1) }) };
}

/** Rows of lines that start with a code; null if most have no match. */
function findCodes(table: readonly (readonly string[])[], area: GridArea, { rows, columns }: Grid) {
  const into = columns[area.left]?.id;
  if (into === 'sku' || into === 'barcode') return null;
  const places = new Map<string, Set<number>>();
  for (const [row, { variant }] of rows.entries()) {
    for (const code of [variant?.sku, variant?.barcode]) {
      if (!code) continue;
      const key = code.toLowerCase();
      places.set(key, (places.get(key) ?? new Set()).add(row));
    }
  }
  const lines = table.filter((line) => line.some((text) => text !== ''));
  const rowsOf = ([code = '']: readonly string[]) => [...(places.get(code.toLowerCase()) ?? [])];
  const found = lines.filter((line) => rowsOf(line).length > 0);
  if (found.length * 2 < lines.length || found.length === 0) return null;
  const puts = found.flatMap((line) =>
    rowsOf(line).flatMap((row) =>
      line.slice(1).map((typed, index): Put => ({ row, column: area.left + index, typed })),
    ),
  );
  return { puts, left: lines.length - found.length };
}

/** Fills the first selected row's values down; a single cell is filled from above. */
export function planFillDown(area: GridArea, grid: Grid): PlannedPaste {
  const first = area.bottom > area.top ? area.top : area.top - 1;
  const source = grid.rows[first];
  if (!source) return { ok: false, message: 'There is no row above to fill down from.' };
  const above = (_row: number, column: number) => {
    const of = grid.columns[column];
    const cell = of && editCellOf(source, of);
    return (cell && grid.shownValue(cell)) ?? '';
  };
  const puts = putsIn({ ...area, top: first + 1 }, above);
  const cells = grid.columns.slice(area.left, area.right + 1).map((column) => editCellOf(source, column));
  const amount = cells.find((cell) => cell !== null && isAmount(cell.field));
  return { ok: true, plan: planValues(puts, grid, { currency: amount ? currencyOf(amount) : null }) };
}

function putsIn(
  { top, bottom, left, right }: GridArea,
  typedAt: (row: number, column: number) => string,
): Put[] {
  const puts: Put[] = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1)
      puts.push({ row, column, typed: typedAt(row, column) });
  }
  return puts;
}

type Origin = {
  left?: number;
  byCode?: boolean;
  /** Null if unknown: amounts from a spreadsheet. */
  currency?: string | null;
};

function planValues(
  puts: readonly Put[],
  { rows, columns, shownValue }: Grid,
  { left = 0, byCode = false, currency = null }: Origin = {},
): PastePlan {
  // Several rows may show the same product value: the last one wins.
  const changes = new Map<string, PlannedValue>();
  const refusals = new Map<string, Refusal>();
  let unchanged = 0;
  let blank = 0;
  for (const { row: at, column, typed } of puts) {
    const [row, of] = [rows[at], columns[column]];
    const cell = row && of && editCellOf(row, of);
    if (!cell) continue;
    if (typed === '') {
      blank += 1;
      continue;
    }
    const shown = shownValue(cell);
    const read = readCell(cell, typed, shown);
    if (!read.ok) refusals.set(idOf(cell), { cell, typed, message: read.message });
    else if (valuesAreEqual(cell.field, read.value, shown)) unchanged += 1;
    else changes.set(idOf(cell), { cell, value: read.value, shown });
  }
  const planned = [...changes.values()];
  const currencies = currenciesOf(planned);
  if (currency !== null && currencies.length > 0 && !currencies.includes(currency)) currencies.push(currency);
  return {
    changes: planned,
    refusals: [...refusals.values()],
    unchanged,
    blank,
    left,
    byCode,
    currencies,
    warnings: warningsOf(planned, shownValue),
  };
}
