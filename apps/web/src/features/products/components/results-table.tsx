import type { SearchResultItem } from '@storefleet/contract/catalogue/products';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { type KeyboardEvent, memo, useCallback, useMemo, useRef } from 'react';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { Cell, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { indexOfRow, type TableHandle } from '../../../components/data-table/table-rows.tsx';
import { SelectCheckbox } from '../../../components/select-checkbox.tsx';
import type { ColumnId, GridColumn } from '../grid/columns.ts';
import { FindBar } from '../grid/find-bar.tsx';
import { GridCells } from '../grid/grid-cells.tsx';
import type { GridLayout } from '../grid/grid-layout.ts';
import { type GridRow, gridRows } from '../grid/grid-rows.ts';
import { useFind } from '../grid/use-find.ts';
import { useGridTable } from '../grid/use-grid-table.ts';
import type { SearchSort } from '../search-address.ts';
import type { SelectionScope } from '../selection/selection-store.ts';
import { type ToggleRow, useRowSelection } from '../selection/use-row-selection.ts';
import { usePartState, useSelection } from '../selection/use-selection.ts';

type Props = {
  items: readonly SearchResultItem[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  /** The search whose results these are. */
  scope: SelectionScope;
  /** Products that were found, on all pages. */
  total: number;
  isMore: boolean;
  /** The rows of all pages stand together, or are still on their way. */
  whole: boolean;
  sort: SearchSort | null;
  onSort: (sort: SearchSort | null) => void;
  /** The rows are those of an earlier request while newer ones are on their way. */
  stale?: boolean;
};

/** The products that were found, with boxes to select them by. */
export function ResultsTable(props: Props) {
  const { items, layout, onLayout, scope, total, isMore, whole, sort, onSort, stale = false } = props;
  const rows = useMemo(() => gridRows(items, layout.grouped), [items, layout.grouped]);
  const { toggle, toggleAll } = useRowSelection(useSelection(), { rows, scope, items, total, isMore, whole });
  const table = useRef<TableHandle>(null);
  const selectHead = useMemo(() => <SelectAll rows={rows} onToggle={toggleAll} />, [rows, toggleAll]);
  const { shown, rowHeight, ...parts } = useGridTable(layout, onLayout, selectHead);

  const find = useFind(
    rows,
    shown,
    useCallback((index: number) => table.current?.reveal(index), []),
  );
  const { current } = find;

  /** The arrows move between the boxes of the rows; with Shift they select on the way. */
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const index = indexOfRow(event.target);
    const next = index === null ? null : index + step;
    if (step === 0 || next === null || next < 0 || next >= rows.length) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.shiftKey) toggle(next, { range: true });
    table.current?.focus(next, 'input');
  };

  return (
    <>
      <FindBar find={find} onClose={() => current && table.current?.focus(current.index, 'input')} />
      <DataTable
        label="Products found"
        {...parts}
        rows={rows}
        keyOf={({ key }) => key}
        stale={stale}
        sort={sort}
        onSort={onSort}
        rowHeight={() => rowHeight}
        handle={table}
        onKeyDown={moveFocus}
      >
        {(row, position) => (
          <ResultsRow
            {...position}
            row={row}
            columns={shown}
            found={current?.rowKey === row.key ? current.columnId : null}
            onToggle={toggle}
          />
        )}
      </DataTable>
    </>
  );
}

type RowProps = RowPosition & {
  row: GridRow;
  columns: readonly GridColumn[];
  found: ColumnId | null;
  onToggle: ToggleRow;
};

const ResultsRow = memo(function ResultsRow({ row, columns, found, onToggle, ...position }: RowProps) {
  const state = usePartState(useSelection(), row.variantIds);
  return (
    <TableRow {...position} selected={state !== 'none'} joined={!row.beginsProduct}>
      <Cell column="select">
        <SelectCheckbox
          state={state}
          label={`Select ${nameOf(row)}`}
          onToggle={(options) => onToggle(position.index, options)}
        />
      </Cell>
      <GridCells row={row} columns={columns} found={found} />
    </TableRow>
  );
});

function nameOf({ item, variant, variantTitle, variantIds }: GridRow): string {
  const { title } = item.product;
  if (variant === null) return `all ${formatQuantity(variantIds.length, 'variant')} of ${title}`;
  return variantTitle ? `${title} / ${variantTitle}` : title;
}

function SelectAll({ rows, onToggle }: { rows: readonly GridRow[]; onToggle: () => void }) {
  const variantIds = useMemo(() => rows.flatMap((row) => row.variantIds), [rows]);
  const state = usePartState(useSelection(), variantIds);
  return <SelectCheckbox state={state} label="Select all rows shown" onToggle={onToggle} />;
}

/** Keeps the layout of the table while the first rows are on their way. */
export function ResultsSkeleton({ layout }: { layout: GridLayout }) {
  const { shown: _, rowHeight: __, ...parts } = useGridTable(layout, () => undefined);
  return (
    <DataTable
      label="Products found"
      loading="Searching"
      {...parts}
      rows={undefined}
      keyOf={({ key }) => key}
    />
  );
}
