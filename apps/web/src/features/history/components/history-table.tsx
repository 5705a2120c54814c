import { Skeleton } from '@mantine/core';
import type { HistoryRecord } from '@storefleet/contract/history';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import type { UndoSubject } from '../api/undo.ts';
import { historyTableRows } from '../table-rows.ts';
import { BatchHeading } from './batch-heading.tsx';
import { HistoryRow } from './history-row.tsx';
import classes from './history-table.module.css';

const columns = ['Date', 'Store', 'Product', 'Attribute', 'Old Value', 'New Value', 'User'] as const;

/** How often "4 min ago" is looked at again, in milliseconds. */
const NOW_MS = 15_000;
/** Heights before a row is measured, in pixels. */
const ROW_HEIGHT = 57;
const HEADING_HEIGHT = 41;
const SKELETON_WIDTHS = [70, 52, 64, 80, 46, 58, 74, 61];

type Props = {
  records: readonly HistoryRecord[];
  /** Records whose undo is under way. */
  undoing: ReadonlySet<string>;
  onUndo: (subject: UndoSubject) => void;
  /** The rows are those of an earlier request while newer ones are on their way. */
  stale?: boolean;
};

/** Newest first, the changes of one batch under a heading. Only the rows in view are drawn. */
export function HistoryTable({ records, undoing, onUndo, stale = false }: Props) {
  const rows = useMemo(() => historyTableRows(records), [records]);
  const now = useNow(NOW_MS);
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'batch' ? HEADING_HEIGHT : ROW_HEIGHT),
    overscan: 12,
    scrollMargin,
    getItemKey: (index) => rows[index]?.key ?? index,
  });

  return (
    <table
      aria-label="Changes"
      aria-rowcount={rows.length + 1}
      aria-busy={stale}
      className={classes.table}
      data-stale={stale || undefined}
    >
      <thead className={classes.head}>
        <tr aria-rowindex={1} className={classes.row}>
          {columns.map((label) => (
            <th key={label} scope="col" className={classes.headCell}>
              {label}
            </th>
          ))}
          <th scope="col" className={classes.headCell}>
            <span className={classes.srOnly}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} className={classes.body} style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const place = { ref: virtualizer.measureElement, index, offset: start - scrollMargin };
          return row.kind === 'batch' ? (
            <BatchHeading key={key} {...place} record={row.record} undone={row.undone} onUndo={onUndo} />
          ) : (
            <HistoryRow
              key={key}
              {...place}
              record={row.record}
              inBatch={row.inBatch}
              undoing={undoing.has(row.record.id)}
              now={now}
              onUndo={onUndo}
            />
          );
        })}
      </tbody>
    </table>
  );
}

/** Keeps the layout of the table while the first rows are on their way. */
export function HistorySkeleton() {
  return (
    <div className={classes.table} role="status" aria-label="Loading changes">
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className={`${classes.row} ${classes.skeletonRow}`}>
          <Skeleton height={12} width="70%" data-column="date" />
          <Skeleton height={12} width="60%" data-column="store" />
          <div data-column="product">
            <Skeleton height={12} width={`${width}%`} mb={8} />
            <Skeleton height={10} width={`${width / 2}%`} />
          </div>
          <Skeleton height={12} width="55%" data-column="attribute" />
          <Skeleton height={12} width="45%" data-column="old" />
          <Skeleton height={12} width="45%" data-column="new" />
          <Skeleton height={12} width="65%" data-column="user" />
        </div>
      ))}
    </div>
  );
}
