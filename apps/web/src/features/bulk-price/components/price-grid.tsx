import type { SearchResultItem } from '@storefleet/contract/catalogue/products';
import type { ProductSortField } from '@storefleet/contract/constants';
import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { indexOfRow, type TableHandle } from '../../../components/data-table/table-rows.tsx';
import { type ResultRow, resultRows } from '../../products/result-rows.ts';
import type { SearchSort } from '../../products/search-address.ts';
import { useGridKeys } from '../grid/use-grid-keys.ts';
import { PRICE_FIELDS, type PriceField } from '../price-cell.ts';
import type { PriceGridParts } from './money-cell.tsx';
import classes from './price-grid.module.css';
import { PriceRow } from './price-row.tsx';

const columns: readonly Column<ResultRow, ProductSortField>[] = [
  { id: 'title', label: 'Name', sort: 'title', width: 'minmax(0, 2.4fr)', namesRow: true },
  { id: 'barcode', label: 'SKU / Barcode', sort: 'barcode', width: 'minmax(9rem, 1fr)', look: 'code' },
  moneyColumn('price', 'Price'),
  moneyColumn('cost', 'Cost'),
  numberColumn('margin', 'Margin', { width: 'minmax(4.5rem, 0.4fr)', cardLabel: 'Margin' }),
  { id: 'store_name', label: 'Store', sort: 'store_name' },
];
const cards = { areas: '"title title" "barcode store_name" "price cost" "margin margin"' };

function moneyColumn(id: PriceField, label: string): Column<ResultRow, ProductSortField> {
  return numberColumn(id, label, { sort: id, width: 'minmax(7rem, 0.6fr)', cardLabel: label });
}

/** Height of a row, in pixels, for how far a page is. */
const ROW_HEIGHT = 53;

type Props = PriceGridParts & {
  items: readonly SearchResultItem[];
  sort: SearchSort | null;
  onSort: (sort: SearchSort | null) => void;
  /** The rows are those of an earlier request while newer ones are on their way. */
  stale: boolean;
  onFillDown: () => void;
};

/** Prices and costs in a grid that is worked like a spreadsheet. */
export function PriceGrid({ items, sort, onSort, stale, onFillDown, ...parts }: Props) {
  const { edits, grid, onPasteTable, onSave } = parts;
  const rows = useMemo(() => resultRows(items), [items]);
  useLayoutEffect(() => grid.setRows(rows), [grid, rows]);
  useLayoutEffect(() => () => grid.setRows([]), [grid]);

  const table = useRef<TableHandle>(null);
  useEffect(() => grid.onReveal((index) => table.current?.reveal(index)), [grid]);
  const keys = useGridKeys({ ...parts, onFillDown, rowHeight: ROW_HEIGHT });

  const onClick = (event: MouseEvent) => {
    const at = cellOf(event);
    if (!at) return;
    if (event.shiftKey) grid.activate(at, { extend: true });
    else grid.edit(at);
  };

  return (
    <DataTable
      isGrid
      label="Prices and costs"
      className={classes.table}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      cards={cards}
      stale={stale}
      sort={sort}
      onSort={onSort}
      handle={table}
      onKeyDown={keys.onKeyDown}
      onCopy={keys.onCopy}
      onPaste={keys.onPaste}
      onMouseDown={(event) => {
        // A range of cells is selected, not the text between them.
        if (event.shiftKey && cellOf(event)) event.preventDefault();
      }}
      onClick={onClick}
      onBlur={(event) => {
        if (!document.hasFocus() || staysWithin(event.currentTarget, event.relatedTarget)) return;
        grid.left();
      }}
    >
      {(row, position) => (
        <PriceRow
          {...position}
          row={row}
          edits={edits}
          grid={grid}
          onPasteTable={onPasteTable}
          onSave={onSave}
        />
      )}
    </DataTable>
  );
}

/** The cell that was clicked, but not something inside it that has a click of its own. */
function cellOf({ target }: MouseEvent): { row: number; column: number } | null {
  if (!(target instanceof Element) || target.closest('input, button')) return null;
  const cell = target.closest<HTMLElement>('[data-price-cell]');
  const row = indexOfRow(target);
  const column = PRICE_FIELDS.findIndex((field) => cell?.matches(`[data-column="${field}"]`));
  return row === null || column < 0 ? null : { row, column };
}

/** The explanation of a cell's problem stands elsewhere in the page, but belongs to the grid. */
function staysWithin(table: Element, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return table.contains(target) || target.closest('[data-cell-problem]') !== null;
}
