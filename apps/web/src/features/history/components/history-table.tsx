import type { HistoryBatch, HistoryFilters, HistoryRecord } from '@storefleet/contract/edits/history';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { type PartState, SelectCheckbox } from '../../../components/select-checkbox.tsx';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useDefinitions } from '../../metafields/use-definitions.ts';
import type { UndoSubject } from '../api/undo.ts';
import { type HistoryTableRow, historyTableRows } from '../table-rows.ts';
import type { HistorySelection } from '../use-history-selection.ts';
import { type BatchCounts, BatchHeading } from './batch-heading.tsx';
import { HistoryRow, type SelectRow } from './history-row.tsx';
import { undoable } from './selection-bar.tsx';

const valueColumns: readonly Column<HistoryTableRow>[] = [
  { id: 'date', label: 'Date', width: 'minmax(6.5rem, 0.8fr)', look: 'muted' },
  { id: 'store', label: 'Store', width: 'minmax(0, 0.9fr)' },
  { id: 'product', label: 'Product', width: 'minmax(0, 2fr)', skeleton: 'two lines' },
  { id: 'attribute', label: 'Attribute', width: 'minmax(5.5rem, 0.8fr)' },
  { id: 'old', label: 'Old Value', look: 'muted', cardLabel: 'Old' },
  { id: 'new', label: 'New Value', look: 'strong', cardLabel: 'New' },
  { id: 'user', label: 'User', width: 'minmax(0, 1.5fr)' },
  { id: 'actions', label: 'Actions', hideLabel: true, width: '8.5rem' },
];
const cards = {
  areas: `"select product actions" "attribute attribute attribute" "old old new" "user user date"
    "store store store"`,
  columns: 'auto minmax(0, 1fr) minmax(0, 1fr)',
  from: 'wide',
} as const;

const selectColumn = (head: ReactNode): Column<HistoryTableRow> => {
  return { id: 'select', label: 'Select', head, width: '1.125rem', skeleton: 'none' };
};

/** Refresh interval of "4 min ago", in milliseconds. */
const NOW_MS = 15_000;

type Props = {
  records: readonly HistoryRecord[];
  /** Records being undone. */
  undoing: ReadonlySet<string>;
  batches: readonly HistoryBatch[];
  filters: HistoryFilters | null;
  selection: HistorySelection;
  onUndo: (subject: UndoSubject) => void;
  /** Rows of an earlier request while newer ones load. */
  stale?: boolean;
};

/** Newest first, with a batch's changes under a heading. */
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
  const definitions = useDefinitions();
  const columns = useMemo(
    () => [selectColumn(<SelectAll open={open} selection={selection} />), ...valueColumns],
    [open, selection],
  );
  return (
    <DataTable
      label="Changes"
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      cards={cards}
      stale={stale}
      rowHeight={rowHeight}
    >
      {(row, position) =>
        row.kind === 'batch' ? (
          <BatchHeading
            {...position}
            record={row.record}
            counts={countsOf.get(row.record.batch_id) ?? wholeBatch(row.record)}
            filters={filters}
            onUndo={onUndo}
          />
        ) : (
          <HistoryRow
            {...position}
            record={row.record}
            inBatch={row.inBatch}
            undoing={undoing.has(row.record.id)}
            selected={selection.everything || selection.ids.has(row.record.id)}
            selectionFixed={selection.everything}
            onSelect={select}
            definitions={definitions}
            now={now}
            onUndo={onUndo}
          />
        )
      }
    </DataTable>
  );
}

const rowHeight = (row: HistoryTableRow) => (row.kind === 'batch' ? 41 : 57);

function SelectAll({ open, selection }: { open: readonly HistoryRecord[]; selection: HistorySelection }) {
  const state = stateOf(open, selection);
  return (
    <SelectCheckbox
      state={state}
      label="Select all changes shown"
      disabledBecause={open.length === 0 ? 'All of these changes are undone.' : undefined}
      onToggle={() => {
        if (selection.everything) selection.clear();
        else
          selection.set(
            open.map(({ id }) => id),
            state !== 'all',
          );
      }}
    />
  );
}

function stateOf(open: readonly HistoryRecord[], { ids, everything }: HistorySelection): PartState {
  if (everything) return 'all';
  const selected = open.filter(({ id }) => ids.has(id)).length;
  if (selected === 0) return 'none';
  return selected === open.length ? 'all' : 'some';
}

/** Until a newer response counts it. */
function wholeBatch({ batch_size }: HistoryRecord): BatchCounts {
  return { size: batch_size, found: batch_size, undone: 0 };
}

/** Ticks a change or, with Shift, the range since the last one. Stable. */
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

const skeletonColumns = [selectColumn(null), ...valueColumns];

/** Keeps the table's layout while the first rows load. */
export function HistorySkeleton() {
  return (
    <DataTable
      label="Changes"
      loading="Loading changes"
      columns={skeletonColumns}
      rows={undefined}
      keyOf={({ key }) => key}
      cards={cards}
    />
  );
}
