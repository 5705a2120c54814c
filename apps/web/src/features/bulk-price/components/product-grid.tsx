import { useRouter } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { indexOfRow, type TableHandle } from '../../../components/data-table/table-rows.tsx';
import { productAddress } from '../../../lib/paths.ts';
import { AsOfContext } from '../../as-of/as-of-context.ts';
import type { ColumnId, GridColumn } from '../../products/grid/columns.ts';
import { FindBar } from '../../products/grid/find-bar.tsx';
import type { GridLayout } from '../../products/grid/grid-layout.ts';
import type { GridRow } from '../../products/grid/grid-rows.ts';
import { useFind } from '../../products/grid/use-find.ts';
import { useGridTable } from '../../products/grid/use-grid-table.ts';
import type { SearchSort } from '../../products/search-address.ts';
import type { ToggleRow } from '../../products/selection/use-row-selection.ts';
import type { GridParts } from '../editing.ts';
import { areaBetween, cellsIn, type GridPosition } from '../grid/grid-position.ts';
import { useGridKeys } from '../grid/use-grid-keys.ts';
import type { useEditing } from '../use-editing.tsx';
import classes from './cells/sheet-cell.module.css';
import { SheetCell } from './cells/sheet-cell.tsx';
import { SelectableRow } from './select-rows.tsx';

export type ProductGridProps = Pick<ReturnType<typeof useEditing>, 'grid' | 'editing' | 'act'> & {
  label: string;
  rows: readonly GridRow[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  sort: SearchSort | null;
  onSort: (sort: SearchSort | null) => void;
  /** Rows of an earlier request while newer ones load. */
  stale: boolean;
  /** Opens a cell on click; otherwise the first click focuses it and the second opens it. */
  clickOpens?: boolean;
  /** Selection checkboxes; `head` is the select-all box. Both are stable. */
  select?: { head: ReactNode; toggle: ToggleRow };
};

/** Products and variants in spreadsheet cells. */
export function ProductGrid(props: ProductGridProps) {
  const { label, rows, layout, onLayout, sort, onSort, stale, clickOpens = false, select } = props;
  const { grid, editing, act } = props;
  const { shown, rowHeight, productAreas, ...tableParts } = useGridTable(layout, onLayout, select?.head);
  useLayoutEffect(() => grid.setTable(rows, shown), [grid, rows, shown]);
  useLayoutEffect(() => () => grid.setTable([], []), [grid]);

  const table = useRef<TableHandle>(null);
  useEffect(() => grid.onReveal((index) => table.current?.reveal(index)), [grid]);
  const { history } = useRouter();
  const asOf = use(AsOfContext);
  const onOpen = (row: number) => history.push(productAddress(rows[row]?.item.product.id ?? '', asOf));
  const keys = useGridKeys({ grid, editing, act, onOpen, onSelectRow: select?.toggle, rowHeight });
  const mouse = useMouse(grid, { clickOpens, onFollow: (address) => history.push(address) });

  const find = useFind(
    rows,
    shown,
    useCallback((index: number) => table.current?.reveal(index), []),
  );
  const { current } = find;
  const goToFound = () => {
    if (!current) return;
    grid.activate({ row: current.index, column: shown.findIndex(({ id }) => id === current.columnId) });
  };

  /** The checkboxes are a column: up and down, Shift extends the selection, right enters the cells. */
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const { key, target } = event;
    const index = indexOfRow(target);
    const fromBox = select !== undefined && target instanceof HTMLInputElement && target.type === 'checkbox';
    const at = grid.position();
    if (fromBox && index !== null) {
      const next = index + (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0);
      if (key === 'ArrowRight') grid.activate({ row: index, column: 0 });
      else if (next === index || rows[next] === undefined) return;
      else {
        if (event.shiftKey) select.toggle(next, { range: true });
        table.current?.focus(next, 'input');
      }
      event.preventDefault();
    } else if (select && key === 'ArrowLeft' && at?.column === 0 && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      table.current?.focus(at.row, 'input');
    } else keys.onKeyDown(event);
  };

  return (
    <>
      <FindBar find={find} onClose={goToFound} />
      <DataTable
        isGrid
        label={label}
        className={clickOpens ? classes.fields : ''}
        {...tableParts}
        rowHeight={() => rowHeight}
        rows={rows}
        keyOf={({ key }) => key}
        stale={stale}
        sort={sort}
        onSort={onSort}
        handle={table}
        {...mouse}
        onKeyDown={onKeyDown}
        onCopy={keys.onCopy}
        onPaste={keys.onPaste}
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
            toggle={select?.toggle}
            cardAreas={row.variant === null ? productAreas : undefined}
            grid={grid}
            editing={editing}
          />
        )}
      </DataTable>
    </>
  );
}

/** A click focuses or opens a cell, with Shift it extends the selection; so does dragging. */
function useMouse(
  grid: GridParts['grid'],
  { clickOpens, onFollow }: { clickOpens: boolean; onFollow: (address: string) => void },
) {
  /** Where the button was pressed, while it is down. */
  const dragged = useRef<GridPosition | null>(null);
  /** The active cell before the press, which activates the pressed cell. */
  const before = useRef<GridPosition | null>(null);
  return {
    onMouseDown(event: MouseEvent) {
      const at = cellOf(event);
      before.current = grid.position();
      dragged.current = event.shiftKey ? null : at;
      // Selects a range of cells, not the text between them.
      if (event.shiftKey && at) event.preventDefault();
    },
    onMouseOver(event: MouseEvent) {
      sayWhole(event.target);
      const [from, to] = [dragged.current, cellOf(event)];
      if (event.buttons !== 1 || !from || !to) return;
      if (isSame(from, to) && cellsIn(grid.area() ?? areaBetween(from, to)) === 1) return;
      grid.activate(from);
      grid.activate(to, { extend: true });
    },
    onClick(event: MouseEvent) {
      const at = cellOf(event);
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      // Otherwise the browser handles it and opens a new tab.
      if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
        event.preventDefault();
        onFollow(link.pathname + link.search);
      }
      if (!at) return;
      if (event.shiftKey) grid.activate(at, { extend: true });
      else if (clickOpens || isSame(before.current, at)) grid.edit(at);
      else grid.activate(at);
    },
  };
}

const isSame = (one: GridPosition | null, other: GridPosition) =>
  one?.row === other.row && one.column === other.column;

type RowProps = GridParts &
  RowPosition & {
    row: GridRow;
    columns: readonly GridColumn[];
    found: ColumnId | null;
    toggle: ToggleRow | undefined;
    /** Those of a product's own row, which has no values of variants. */
    cardAreas: string | undefined;
  };

const SheetRow = memo(function SheetRow({
  row,
  columns,
  found,
  toggle,
  grid,
  editing,
  ...position
}: RowProps) {
  const hasSku = columns.some(({ id }) => id === 'sku');
  const cells = columns.map((column, at) => (
    <SheetCell
      key={column.id}
      row={row}
      column={column}
      index={at}
      hasSku={hasSku}
      found={found === column.id}
      grid={grid}
      editing={editing}
    />
  ));
  if (!toggle) {
    return (
      <TableRow {...position} joined={!row.beginsProduct}>
        {cells}
      </TableRow>
    );
  }
  return (
    <SelectableRow {...position} row={row} onToggle={toggle}>
      {cells}
    </SelectableRow>
  );
});

/** The clicked cell, unless a control inside it was clicked. */
function cellOf({ target }: MouseEvent): { row: number; column: number } | null {
  if (!(target instanceof Element) || target.closest('input, button, a')) return null;
  const cell = target.closest<HTMLElement>('[data-sheet-cell]');
  const row = indexOfRow(target);
  return row === null || cell === null ? null : { row, column: Number(cell.dataset.sheetCell) };
}

/** Truncated cell content is shown in a tooltip. */
function sayWhole(target: EventTarget): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-sheet-cell]') : null;
  if (!cell) return;
  const parts = Array.from(cell.childNodes, ({ textContent }) => textContent);
  cell.title = cell.scrollWidth > cell.clientWidth ? parts.join(' ') : '';
}

/** A cell's error popover is rendered elsewhere, but belongs to the grid. */
function staysWithin(table: Element, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return table.contains(target) || target.closest('[data-cell-problem]') !== null;
}
