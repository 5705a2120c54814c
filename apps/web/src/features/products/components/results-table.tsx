import type { SearchResultItem } from '@storefleet/contract/catalogue/products';
import type { ProductSortField } from '@storefleet/contract/constants';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { indexOfRow, type TableHandle } from '../../../components/data-table/table-rows.tsx';
import { SelectCheckbox } from '../../../components/select-checkbox.tsx';
import type { SearchSort } from '../search-address.ts';
import type { SelectionScope } from '../selection/selection-store.ts';
import { useRowSelection } from '../selection/use-row-selection.ts';
import { usePartState, useSelection } from '../selection/use-selection.ts';
import { type TableRow, tableRows } from '../table-rows.ts';
import { ResultsRow } from './results-row.tsx';

type ResultsColumn = Column<TableRow, ProductSortField>;

const valueColumns: readonly ResultsColumn[] = [
  { id: 'title', label: 'Name', sort: 'title', width: 'minmax(0, 2.6fr)', skeleton: 'two lines' },
  { id: 'barcode', label: 'Barcode', sort: 'barcode', width: 'minmax(8rem, 1fr)', look: 'code' },
  amountColumn('price', 'Price'),
  amountColumn('cost', 'Cost'),
  { id: 'store_name', label: 'Store', sort: 'store_name' },
];
const cards = {
  areas: '"select title title" "select barcode store_name" "select price cost"',
  columns: '1.25rem minmax(0, 1fr) minmax(0, 1fr)',
};

function amountColumn(id: 'price' | 'cost', label: string): ResultsColumn {
  return numberColumn(id, label, { sort: id, width: 'minmax(5.5rem, 0.6fr)', cardLabel: label });
}

const selectColumn = (head: ResultsColumn['head']): ResultsColumn => {
  return { id: 'select', label: 'Select', head, width: '1.0625rem', skeleton: 'none' };
};

type Props = {
  items: readonly SearchResultItem[];
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

/** The products that were found, each over its variants, with boxes to select them by. */
export function ResultsTable({ items, scope, total, isMore, whole, sort, onSort, stale = false }: Props) {
  const rows = useMemo(() => tableRows(items), [items]);
  const { toggle, toggleAll } = useRowSelection(useSelection(), { rows, scope, items, total, isMore, whole });
  const table = useRef<TableHandle>(null);
  const columns = useMemo(
    () => [selectColumn(<SelectAll rows={rows} onToggle={toggleAll} />), ...valueColumns],
    [rows, toggleAll],
  );

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
    <DataTable
      label="Products found"
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      cards={cards}
      stale={stale}
      sort={sort}
      onSort={onSort}
      rowHeight={rowHeight}
      handle={table}
      onKeyDown={moveFocus}
    >
      {(row, position) => <ResultsRow {...position} row={row} onToggle={toggle} />}
    </DataTable>
  );
}

const rowHeight = (row: TableRow) => (row.kind === 'variant' && row.nested ? 40 : 52);

function SelectAll({ rows, onToggle }: { rows: readonly TableRow[]; onToggle: () => void }) {
  const variantIds = useMemo(() => rows.flatMap((row) => row.variantIds), [rows]);
  const state = usePartState(useSelection(), variantIds);
  return <SelectCheckbox state={state} label="Select all rows shown" onToggle={onToggle} />;
}

const skeletonColumns = [selectColumn(null), ...valueColumns];

/** Keeps the layout of the table while the first rows are on their way. */
export function ResultsSkeleton() {
  return (
    <DataTable
      label="Products found"
      loading="Searching"
      columns={skeletonColumns}
      rows={undefined}
      keyOf={({ key }) => key}
      cards={cards}
    />
  );
}
