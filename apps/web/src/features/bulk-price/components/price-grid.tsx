import type { ProductSortField } from '@storefleet/contract/constants';
import type { SearchResultItem } from '@storefleet/contract/products';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ariaSort, SortableHeader } from '../../../components/data-table/sortable-header.tsx';
import { nextSort } from '../../products/next-sort.ts';
import { resultRows } from '../../products/result-rows.ts';
import type { SearchSort } from '../../products/search-address.ts';
import { PRICE_FIELDS } from '../price-cell.ts';
import { useGridKeys } from '../use-grid-keys.ts';
import { gridRoles } from './grid-roles.ts';
import type { PriceGridParts } from './money-cell.tsx';
import classes from './price-grid.module.css';
import { PriceRow } from './price-row.tsx';

const columns: readonly { name: string; label: string; sort?: ProductSortField; align?: 'end' }[] = [
  { name: 'title', label: 'Name', sort: 'title' },
  { name: 'barcode', label: 'SKU / Barcode', sort: 'barcode' },
  { name: 'price', label: 'Price', sort: 'price', align: 'end' },
  { name: 'cost', label: 'Cost', sort: 'cost', align: 'end' },
  { name: 'margin', label: 'Margin', align: 'end' },
  { name: 'store_name', label: 'Store', sort: 'store_name' },
];

/** Height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 53;
/** What covers the first rows of the window: the navigation bar and the head of the table, in pixels. */
const COVERED_ABOVE = 96;
/** Room for the bar at the end of the window, in pixels. */
const COVERED_BELOW = 72;

type Props = PriceGridParts & {
  items: readonly SearchResultItem[];
  sort: SearchSort | null;
  onSort: (sort: SearchSort | null) => void;
  /** The rows are those of an earlier request while newer ones are on their way. */
  stale: boolean;
  onFillDown: () => void;
};

/** Prices and costs in a grid that is worked like a spreadsheet. Only the rows in view are drawn. */
export function PriceGrid({ items, sort, onSort, stale, onFillDown, ...parts }: Props) {
  const { edits, grid, onPasteTable, onSave } = parts;
  const rows = useMemo(() => resultRows(items), [items]);
  useLayoutEffect(() => grid.setRows(rows), [grid, rows]);
  useLayoutEffect(() => () => grid.setRows([]), [grid]);

  const body = useRef<HTMLTableSectionElement>(null);
  const scrollMargin = useDistanceFromTop(body);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin,
    scrollPaddingStart: COVERED_ABOVE,
    scrollPaddingEnd: COVERED_BELOW,
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      const active = grid.position()?.row;
      // The row with the focus stays, wherever the window is scrolled to.
      if (active === undefined || active >= range.count || indexes.includes(active)) return indexes;
      return [...indexes, active].sort((one, other) => one - other);
    },
  });
  useEffect(
    () => grid.onReveal((index) => virtualizer.scrollToIndex(index, { align: 'auto' })),
    [grid, virtualizer],
  );
  const keys = useGridKeys({ ...parts, onFillDown, rowHeight: ROW_HEIGHT });

  const onClick = (event: MouseEvent) => {
    const at = cellOf(event);
    if (!at) return;
    if (event.shiftKey) grid.activate(at, { extend: true });
    else grid.edit(at);
  };

  return (
    <table
      {...gridRoles.grid}
      aria-label="Prices and costs"
      aria-rowcount={rows.length + 1}
      aria-busy={stale}
      className={classes.table}
      data-stale={stale || undefined}
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
      <PriceGridHead sort={sort} onSort={onSort} />
      <tbody
        ref={body}
        {...gridRoles.rowgroup}
        className={classes.body}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <PriceRow
                key={key}
                ref={virtualizer.measureElement}
                row={row}
                index={index}
                offset={start - scrollMargin}
                edits={edits}
                grid={grid}
                onPasteTable={onPasteTable}
                onSave={onSave}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}

function PriceGridHead({ sort, onSort }: Pick<Props, 'sort' | 'onSort'>) {
  return (
    <thead {...gridRoles.rowgroup} className={classes.head}>
      <tr {...gridRoles.row} aria-rowindex={1} className={classes.row}>
        {columns.map(({ name, label, sort: field, align }) => {
          const direction = field && sort?.field === field ? sort.direction : null;
          return (
            <th
              key={name}
              {...gridRoles.columnheader}
              scope="col"
              aria-sort={field ? ariaSort(direction) : undefined}
              className={classes.headCell}
              data-column={name}
            >
              {field ? (
                <SortableHeader
                  label={label}
                  align={align}
                  direction={direction}
                  onSort={() => onSort(nextSort(field, direction))}
                />
              ) : (
                label
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Where the rows begin on the page, in pixels; anything above them may grow or shrink. */
function useDistanceFromTop(element: { current: HTMLElement | null }): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      setDistance(Math.round(top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return distance;
}

/** The cell that was clicked, but not something inside it that has a click of its own. */
function cellOf({ target }: MouseEvent): { row: number; column: number } | null {
  if (!(target instanceof Element) || target.closest('input, button')) return null;
  const cell = target.closest<HTMLElement>('[data-price-cell]');
  const row = Number(cell?.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN);
  const column = PRICE_FIELDS.findIndex((field) => cell?.matches(`[data-column="${field}"]`));
  return Number.isNaN(row) || column < 0 ? null : { row, column };
}

/** The explanation of a cell's problem stands elsewhere in the page, but belongs to the grid. */
function staysWithin(table: Element, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return table.contains(target) || target.closest('[data-cell-problem]') !== null;
}
