import { Skeleton } from '@mantine/core';
import type { ProductSortField } from '@storefleet/contract/constants';
import type { SearchResultItem } from '@storefleet/contract/products';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type Ref, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { paths } from '../../../app/paths.ts';
import { Absent } from '../../../components/absent.tsx';
import { ariaSort, SortableHeader } from '../../../components/data-table/sortable-header.tsx';
import { formatMoney } from '../../../lib/format-money.ts';
import { nextSort } from '../next-sort.ts';
import { type ResultRow, resultRows } from '../result-rows.ts';
import type { SearchSort } from '../search-address.ts';
import classes from './results-table.module.css';

const columns: readonly { field: ProductSortField; label: string; align?: 'end' }[] = [
  { field: 'title', label: 'Name' },
  { field: 'barcode', label: 'Barcode' },
  { field: 'price', label: 'Price', align: 'end' },
  { field: 'cost', label: 'Cost', align: 'end' },
  { field: 'store_name', label: 'Store' },
];

/** Heights before a row is measured, in pixels: a table row, and a card on a phone. */
const ROW_HEIGHT = 53;
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
  sort: SearchSort | null;
  onSort: (sort: SearchSort | null) => void;
  /** The rows are those of an earlier request while newer ones are on their way. */
  stale?: boolean;
};

/** Only the rows in view are drawn, so that a hundred thousand variants scroll as well as fifty. */
export function ResultsTable({ items, sort, onSort, stale = false }: Props) {
  const rows = useMemo(() => resultRows(items), [items]);
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin,
    getItemKey: (index) => rows[index]?.key ?? index,
  });

  return (
    <table
      aria-label="Products found"
      aria-rowcount={rows.length + 1}
      aria-busy={stale}
      className={classes.table}
      data-stale={stale || undefined}
    >
      <ResultsHead sort={sort} onSort={onSort} />
      <tbody ref={body} className={classes.body} style={{ blockSize: virtualizer.getTotalSize() }}>
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
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}

function ResultsHead({ sort, onSort }: Pick<Props, 'sort' | 'onSort'>) {
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.row}>
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

type RowProps = { row: ResultRow; index: number; offset: number; ref: Ref<HTMLTableRowElement> };

const ResultsRow = memo(function ResultsRow({ row, index, offset, ref }: RowProps) {
  const { item, variant, variantTitle, beginsProduct } = row;
  const { product, store_id, store_name, store_currency } = item;
  return (
    <tr
      ref={ref}
      aria-rowindex={index + 2}
      data-index={index}
      data-begins-product={beginsProduct || undefined}
      className={`${classes.row} ${classes.bodyRow}`}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <td className={classes.cell} data-column="title">
        <span className={classes.name}>{product.title}</span>
        {(variantTitle || variant.sku) && (
          <span className={classes.details}>
            {variantTitle && <span className={classes.variant}>{variantTitle}</span>}
            {variant.sku && (
              <span className="code">
                <span className={classes.srOnly}>SKU </span>
                {variant.sku}
              </span>
            )}
          </span>
        )}
      </td>
      <td className={`${classes.cell} code`} data-column="barcode">
        {variant.barcode ?? <Absent what="barcode" />}
      </td>
      <td className={`${classes.cell} tabular`} data-column="price" data-label="Price">
        {variant.price === null ? <Absent what="price" /> : formatMoney(variant.price, store_currency)}
      </td>
      <td className={`${classes.cell} tabular`} data-column="cost" data-label="Cost">
        {variant.cost === null ? <Absent what="cost" /> : formatMoney(variant.cost, store_currency)}
      </td>
      <td className={classes.cell} data-column="store_name">
        <Link to={paths.store} params={{ storeId: store_id }} className={classes.store}>
          {store_name}
        </Link>
      </td>
    </tr>
  );
});

/** Keeps the layout of the table while the first rows are on their way. */
export function ResultsSkeleton() {
  return (
    <div className={classes.table} role="status" aria-label="Searching">
      {SKELETON_ROWS.map(([name, details]) => (
        <div key={name} className={`${classes.row} ${classes.skeletonRow}`} data-begins-product>
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
