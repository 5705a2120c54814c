import type { SearchResultItem } from '@storefleet/contract/catalogue/products';
import { type MouseEvent, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { indexOfRow, type TableHandle } from '../../../components/data-table/table-rows.tsx';
import type { ColumnId, GridColumn } from '../../products/grid/columns.ts';
import { FindBar } from '../../products/grid/find-bar.tsx';
import type { GridLayout } from '../../products/grid/grid-layout.ts';
import { type GridRow, gridRows } from '../../products/grid/grid-rows.ts';
import { useFind } from '../../products/grid/use-find.ts';
import { useGridTable } from '../../products/grid/use-grid-table.ts';
import type { SearchSort } from '../../products/search-address.ts';
import { areaBetween, cellsIn, type GridPosition } from '../grid/grid-position.ts';
import { useGridKeys } from '../grid/use-grid-keys.ts';
import classes from './sheet-cell.module.css';
import { type GridParts, SheetCell } from './sheet-cell.tsx';

type Props = GridParts & {
  items: readonly SearchResultItem[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  sort: SearchSort | null;
  onSort: (sort: SearchSort | null) => void;
  /** The rows are those of an earlier request while newer ones are on their way. */
  stale: boolean;
  onFillDown: () => void;
};

/** Prices and costs in a grid that is worked like a spreadsheet. */
export function PriceGrid({ items, layout, onLayout, sort, onSort, stale, onFillDown, ...parts }: Props) {
  const { grid } = parts;
  const rows = useMemo(() => gridRows(items, layout.grouped), [items, layout.grouped]);
  const { shown, rowHeight, ...tableParts } = useGridTable(layout, onLayout);
  useLayoutEffect(() => grid.setTable(rows, shown), [grid, rows, shown]);
  useLayoutEffect(() => () => grid.setTable([], []), [grid]);

  const table = useRef<TableHandle>(null);
  useEffect(() => grid.onReveal((index) => table.current?.reveal(index)), [grid]);
  const keys = useGridKeys({ ...parts, onFillDown, rowHeight });

  const find = useFind(
    rows,
    shown,
    useCallback((index: number) => table.current?.reveal(index), []),
  );
  const { current } = find;

  const onClick = (event: MouseEvent) => {
    const at = cellOf(event);
    if (!at) return;
    if (event.shiftKey) grid.activate(at, { extend: true });
    else grid.edit(at);
  };

  /** Where the button of the mouse was pressed, as long as it is. */
  const dragged = useRef<GridPosition | null>(null);
  const onMouseOver = (event: MouseEvent) => {
    const [from, to] = [dragged.current, cellOf(event)];
    if (event.buttons !== 1 || !from || !to) return;
    const isBack = from.row === to.row && from.column === to.column;
    if (isBack && cellsIn(grid.area() ?? areaBetween(from, to)) === 1) return;
    grid.activate(from);
    grid.activate(to, { extend: true });
  };

  const goToFound = () => {
    if (!current) return;
    grid.activate({ row: current.index, column: shown.findIndex(({ id }) => id === current.columnId) });
  };

  return (
    <>
      <FindBar find={find} onClose={goToFound} />
      <DataTable
        isGrid
        label="Prices and costs"
        className={classes.table}
        {...tableParts}
        rowHeight={() => rowHeight}
        rows={rows}
        keyOf={({ key }) => key}
        stale={stale}
        sort={sort}
        onSort={onSort}
        handle={table}
        onKeyDown={keys.onKeyDown}
        onCopy={keys.onCopy}
        onPaste={keys.onPaste}
        onMouseDown={(event) => {
          const at = cellOf(event);
          dragged.current = event.shiftKey ? null : at;
          // A range of cells is selected, not the text between them.
          if (event.shiftKey && at) event.preventDefault();
        }}
        onMouseOver={onMouseOver}
        onClick={onClick}
        onBlur={(event) => {
          if (!document.hasFocus() || staysWithin(event.currentTarget, event.relatedTarget)) return;
          grid.left();
        }}
      >
        {(row, position) => (
          <SheetRow
            {...position}
            row={row}
            columns={shown}
            found={current?.rowKey === row.key ? current.columnId : null}
            {...parts}
          />
        )}
      </DataTable>
    </>
  );
}

type RowProps = GridParts &
  RowPosition & { row: GridRow; columns: readonly GridColumn[]; found: ColumnId | null };

const SheetRow = memo(function SheetRow({ row, columns, found, index, offset, ref, ...parts }: RowProps) {
  const hasSku = columns.some(({ id }) => id === 'sku');
  return (
    <TableRow index={index} offset={offset} ref={ref} joined={!row.beginsProduct}>
      {columns.map((column, at) => (
        <SheetCell
          key={column.id}
          row={row}
          column={column}
          index={at}
          hasSku={hasSku}
          found={found === column.id}
          {...parts}
        />
      ))}
    </TableRow>
  );
});

/** The cell that was clicked, but not something inside it that has a click of its own. */
function cellOf({ target }: MouseEvent): { row: number; column: number } | null {
  if (!(target instanceof Element) || target.closest('input, button, a')) return null;
  const cell = target.closest<HTMLElement>('[data-sheet-cell]');
  const row = indexOfRow(target);
  return row === null || cell === null ? null : { row, column: Number(cell.dataset.sheetCell) };
}

/** The explanation of a cell's problem stands elsewhere in the page, but belongs to the grid. */
function staysWithin(table: Element, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return table.contains(target) || target.closest('[data-cell-problem]') !== null;
}
