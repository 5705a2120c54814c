import { Button, UnstyledButton } from '@mantine/core';
import type { HistoryRecord } from '@storefleet/contract/edits/history';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Permitted } from '../../auth/components/permitted.tsx';
import type { UndoSubject } from '../api/undo.ts';
import type { HistoryView } from '../filters/history-address.ts';
import { filtersOf, type HistorySelection } from '../use-history-selection.ts';
import classes from './selection-bar.module.css';

type Props = {
  selection: HistorySelection;
  view: HistoryView;
  records: readonly HistoryRecord[];
  /** Matching changes on all pages. */
  total: number;
  onUndo: (subject: UndoSubject) => void;
};

/** Sticky bar while changes are ticked; undoes them together. */
export function SelectionBar({ selection, view, records, total, onUndo }: Props) {
  const { everything } = selection;
  // What was undone since cannot be ticked any more.
  const undone = new Set(records.flatMap(({ id, undone_by_batch_id }) => (undone_by_batch_id ? [id] : [])));
  const ids = new Set([...selection.ids].filter((id) => !undone.has(id)));
  if (ids.size === 0 && !everything) return null;
  const filters = filtersOf(view);
  const shown = records.filter(({ id }) => ids.has(id)).length;
  const offersEverything =
    !everything && filters !== null && total > records.length && shown === undoable(records).length;
  const ask = () => {
    if (everything && filters) onUndo({ kind: 'filters', filters, size: total });
    else onUndo({ kind: 'records', recordIds: [...ids] });
  };
  return (
    <section className={classes.bar} aria-label="Selected changes">
      <strong className="tabular" role="status">
        {everything
          ? `All ${formatQuantity(total, 'matching change')}`
          : `${formatQuantity(ids.size, 'change')} selected${shown < ids.size ? `, ${formatCount(ids.size - shown)} not on this page` : ''}`}
      </strong>
      {offersEverything && (
        <UnstyledButton className={classes.everything} onClick={selection.selectEverything}>
          Select all {formatQuantity(total, 'change')}
        </UnstyledButton>
      )}
      <span className={classes.actions} data-actions>
        <Permitted call="history.undo">
          <Button size="xs" leftSection={<IconArrowBackUp size={14} aria-hidden />} onClick={ask}>
            {everything ? 'See what can be undone' : `Undo ${formatQuantity(ids.size, 'change')}`}
          </Button>
        </Permitted>
        <Button size="xs" variant="default" onClick={selection.clear}>
          Clear
        </Button>
      </span>
    </section>
  );
}

/** Undone changes cannot be ticked. */
export function undoable(records: readonly HistoryRecord[]): HistoryRecord[] {
  return records.filter(({ undone_by_batch_id }) => undone_by_batch_id === null);
}
