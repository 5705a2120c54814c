import { Skeleton } from '@mantine/core';
import type { HistoryBatch, HistoryFilters, HistoryRecord } from '@storefleet/contract/history';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type PartState, SelectCheckbox } from '../../../components/select-checkbox.tsx';
import { useNow } from '../../../lib/use-now.ts';
import type { UndoSubject } from '../api/undo.ts';
import { historyTableRows } from '../table-rows.ts';
import type { HistorySelection } from '../use-history-selection.ts';
import { type BatchCounts, BatchHeading } from './batch-heading.tsx';
import { HistoryRow, type SelectRow } from './history-row.tsx';
import classes from './history-table.module.css';
import { undoable } from './selection-bar.tsx';

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
  batches: readonly HistoryBatch[];
  filters: HistoryFilters | null;
  selection: HistorySelection;
  onUndo: (subject: UndoSubject) => void;
  /** The rows are those of an earlier request while newer ones are on their way. */
  stale?: boolean;
};

/** Newest first, the changes of one batch under a heading. Only the rows in view are drawn. */
export function HistoryTable({
  records,
  batches,
  filters,
  selection,
  undoing,
  onUndo,
  stale = false,
}: Props) {
  const countsOf = useMemo(() => new Map(batches.map((batch) => [batch.batch_id, batch])), [batches]);
  const open = useMemo(() => undoable(records), [records]);
  const select = useRowSelection(records, selection);
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
          <th scope="col" className={classes.headCell} data-column="select">
            <SelectCheckbox
              state={stateOf(open, selection)}
              label="Select all changes shown"
              disabledBecause={open.length === 0 ? 'All of these changes are undone.' : undefined}
              onToggle={() => {
                if (selection.everything) selection.clear();
                else
                  selection.set(
                    open.map(({ id }) => id),
                    stateOf(open, selection) !== 'all',
                  );
              }}
            />
          </th>
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
            <BatchHeading
              key={key}
              {...place}
              record={row.record}
              counts={countsOf.get(row.record.batch_id) ?? wholeBatch(row.record)}
              filters={filters}
              onUndo={onUndo}
            />
          ) : (
            <HistoryRow
              key={key}
              {...place}
              record={row.record}
              inBatch={row.inBatch}
              undoing={undoing.has(row.record.id)}
              selected={selection.everything || selection.ids.has(row.record.id)}
              selectionFixed={selection.everything}
              onSelect={select}
              now={now}
              onUndo={onUndo}
            />
          );
        })}
      </tbody>
    </table>
  );
}

function stateOf(open: readonly HistoryRecord[], { ids, everything }: HistorySelection): PartState {
  if (everything) return 'all';
  const selected = open.filter(({ id }) => ids.has(id)).length;
  if (selected === 0) return 'none';
  return selected === open.length ? 'all' : 'some';
}

/** Until a newer answer counts it. */
function wholeBatch({ batch_size }: HistoryRecord): BatchCounts {
  return { size: batch_size, found: batch_size, undone: 0 };
}

/** Ticks one change or, with Shift, all from the last one on. The function stays the same. */
function useRowSelection(records: readonly HistoryRecord[], selection: HistorySelection): SelectRow {
  const latest = useRef({ records, selection });
  latest.current = { records, selection };
  const anchor = useRef<string | null>(null);
  return useCallback((id, { range }) => {
    const { records: all, selection: present } = latest.current;
    const at = all.findIndex((record) => record.id === id);
    const anchored = range ? all.findIndex((record) => record.id === anchor.current) : -1;
    const from = anchored < 0 ? at : Math.min(anchored, at);
    const rows = all.slice(from, Math.max(anchored, at) + 1);
    present.set(
      undoable(rows).map((record) => record.id),
      !present.ids.has(id),
    );
    anchor.current = id;
  }, []);
}

/** Keeps the layout of the table while the first rows are on their way. */
export function HistorySkeleton() {
  return (
    <div className={classes.table} role="status" aria-label="Loading changes">
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className={`${classes.row} ${classes.skeletonRow}`}>
          <span data-column="select" />
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
