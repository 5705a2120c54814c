import { Skeleton } from '@mantine/core';
import type { ProductSortField } from '@storefleet/contract/constants';
import type { SearchResultItem } from '@storefleet/contract/products';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ariaSort, SortableHeader } from '../../../components/data-table/sortable-header.tsx';
import { SelectCheckbox } from '../../../components/select-checkbox.tsx';
import { nextSort } from '../next-sort.ts';
import type { SearchSort } from '../search-address.ts';
import type { SelectionScope } from '../selection/selection-store.ts';
import { useRowSelection } from '../selection/use-row-selection.ts';
import { usePartState, useSelection } from '../selection/use-selection.ts';
import { type TableRow, tableRows } from '../table-rows.ts';
import { ResultsRow } from './results-row.tsx';
import classes from './results-table.module.css';

const columns: readonly { field: ProductSortField; label: string; align?: 'end' }[] = [
  { field: 'title', label: 'Name' },
  { field: 'barcode', label: 'Barcode' },
  { field: 'price', label: 'Price', align: 'end' },
  { field: 'cost', label: 'Cost', align: 'end' },
  { field: 'store_name', label: 'Store' },
];

/** Heights before a row is measured, in pixels. */
const ROW_HEIGHT = 53;
const NESTED_ROW_HEIGHT = 40;
/** Widths of the grey bars of a name and its details, in percent. */
const SKELETON_ROWS = [
  [62, 24],
  [48, 38],
  [71, 20],
  [55, 31],
  [66, 27],
  [44, 35],
  [59, 22],
] as const;

type Props = {
  items: readonly SearchResultItem[];
  /** The search whose results these are. */
  scope: SelectionScope;
  /** Products that were found, on all pages. */
  total: number;
  /** The rows of all pages stand together, or are still on their way. */
  whole: boolean;
  sort: SearchSort | null;
  onSort: (sort: SearchSort | null) => void;
  /** The rows are those of an earlier request while newer ones are on their way. */
  stale?: boolean;
};

/** Only the rows in view are drawn, so that a hundred thousand variants scroll as well as fifty. */
export function ResultsTable({ items, scope, total, whole, sort, onSort, stale = false }: Props) {
  const rows = useMemo(() => tableRows(items), [items]);
  const { toggle, toggleAll } = useRowSelection(useSelection(), { rows, scope, items, total, whole });
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  /** The row with the focus stays drawn, so that the focus is not lost when it scrolls away. */
  const [focused, setFocused] = useState<number | null>(null);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (isNested(rows[index]) ? NESTED_ROW_HEIGHT : ROW_HEIGHT),
    overscan: 12,
    scrollMargin,
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focused === null || focused >= rows.length || drawn.includes(focused)) return drawn;
      return [...drawn, focused].sort((one, other) => one - other);
    },
  });

  /** The arrows move between the boxes of the rows; with Shift they select on the way. */
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const index = indexOf(event.target);
    const next = index === null ? null : index + step;
    if (step === 0 || next === null || next < 0 || next >= rows.length) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.shiftKey) toggle(next, { range: true });
    virtualizer.scrollToIndex(next, { align: 'auto' });
    requestAnimationFrame(() => {
      body.current?.querySelector<HTMLInputElement>(`tr[data-index="${next}"] input`)?.focus();
    });
  };

  return (
    <table
      aria-label="Products found"
      aria-rowcount={rows.length + 1}
      aria-busy={stale}
      className={classes.table}
      data-stale={stale || undefined}
    >
      <ResultsHead rows={rows} sort={sort} onSort={onSort} onToggleAll={toggleAll} />
      <tbody
        ref={body}
        className={classes.body}
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={moveFocus}
        onFocus={(event) => setFocused(indexOf(event.target))}
        onBlur={() => setFocused(null)}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <ResultsRow
                key={key}
                ref={virtualizer.measureElement}
                row={row}
                index={index}
                offset={start - scrollMargin}
                onToggle={toggle}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}

const isNested = (row: TableRow | undefined) => row?.kind === 'variant' && row.nested;

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('tr') : null;
  return row?.dataset.index === undefined ? null : Number(row.dataset.index);
}

type HeadProps = Pick<Props, 'sort' | 'onSort'> & { rows: readonly TableRow[]; onToggleAll: () => void };

function ResultsHead({ rows, sort, onSort, onToggleAll }: HeadProps) {
  const variantIds = useMemo(() => rows.flatMap((row) => row.variantIds), [rows]);
  const state = usePartState(useSelection(), variantIds);
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.row}>
        <th scope="col" className={classes.headCell} data-column="select">
          <SelectCheckbox state={state} label="Select all rows shown" onToggle={onToggleAll} />
        </th>
        {columns.map(({ field, label, align }) => {
          const direction = sort?.field === field ? sort.direction : null;
          return (
            <th
              key={field}
              scope="col"
              aria-sort={ariaSort(direction)}
              className={classes.headCell}
              data-column={field}
            >
              <SortableHeader
                label={label}
                align={align}
                direction={direction}
                onSort={() => onSort(nextSort(field, direction))}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Keeps the layout of the table while the first rows are on their way. */
export function ResultsSkeleton() {
  return (
    <div className={classes.table} role="status" aria-label="Searching">
      {SKELETON_ROWS.map(([name, details]) => (
        <div key={name} className={`${classes.row} ${classes.skeletonRow}`} data-begins-product>
          <Skeleton height={17} width={17} data-column="select" />
          <div data-column="title">
            <Skeleton height={12} width={`${name}%`} mb={8} />
            <Skeleton height={10} width={`${details}%`} />
          </div>
          <Skeleton height={12} width="75%" data-column="barcode" />
          <Skeleton height={12} width="60%" ml="auto" data-column="price" />
          <Skeleton height={12} width="60%" ml="auto" data-column="cost" />
          <Skeleton height={12} width="55%" data-column="store_name" />
        </div>
      ))}
    </div>
  );
}
