import { Button, CloseButton } from '@mantine/core';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { UnsavedChangesGuard } from '../../../components/unsaved/unsaved-changes-guard.tsx';
import { SaveWaitNotice } from '../../bulk-updates/components/preview/save-wait-notice.tsx';
import type { CellEdits } from '../cell-edits.ts';
import type { EditProblem } from '../edits-overview.ts';
import { cellsIn, type GridPosition } from '../grid/grid-position.ts';
import type { GridStore } from '../grid/grid-store.ts';
import { DraftsNotice } from './drafts-notice.tsx';
import { EditProblemsDialog } from './edit-problems-dialog.tsx';
import classes from './edits-bar.module.css';

type Props = {
  edits: CellEdits;
  grid: GridStore;
  /** Why nothing was pasted or filled. */
  notice: string | null;
  onDismissNotice: () => void;
};

/** Pending, unsaved and selected values, at the bottom of the window. */
export function EditsBar({ edits, grid, notice, onDismissNotice }: Props) {
  const { saving, problems, waits, drafts } = useSyncExternalStore(edits.subscribe, edits.overview);
  const selected = useSyncExternalStore(grid.subscribe, () => {
    const area = grid.area();
    return area ? cellsIn(area) : 0;
  });
  const reachable = useSyncExternalStore(
    grid.subscribe,
    () => problems.filter(({ cell }) => grid.placeOfCell(cell) !== null).length,
  );
  const [listed, setListed] = useState(false);

  return (
    <>
      <UnsavedChangesGuard
        active={() => saving + problems.length + drafts.length > 0 || grid.hasTypedText()}
        {...(saving > 0 && problems.length === 0 ? leavingWhileSaving(saving) : {})}
      />
      {(saving + problems.length + drafts.length > 0 || notice !== null || selected > 1) && (
        <div className={classes.bar}>
          {notice !== null && (
            <div className={classes.part} role="alert" data-tone="danger">
              <span>{notice}</span>
              <CloseButton size="sm" aria-label="Dismiss" onClick={onDismissNotice} />
            </div>
          )}
          {drafts.length > 0 && <DraftsNotice edits={edits} drafts={drafts} />}
          {problems.length > 0 && (
            <div className={classes.part} data-tone="danger">
              <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
              <span>{formatQuantity(problems.length, 'value')} not saved</span>
              <Button
                size="compact-sm"
                variant="default"
                disabled={reachable === 0}
                title={reachable === 0 ? 'None of them are in these results' : undefined}
                onClick={() => {
                  const next = nextProblem(problems, grid);
                  if (next) grid.activate(next);
                }}
              >
                Go to next
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setListed(true)}>
                Show all
              </Button>
            </div>
          )}
          {waits.map((wait) => (
            <SaveWaitNotice key={wait.batchId} wait={wait} />
          ))}
          {saving > 0 && (
            <div className={`${classes.part} tabular`}>Saving {formatQuantity(saving, 'value')}…</div>
          )}
          {selected > 1 && (
            <div className={`${classes.part} muted tabular`}>{formatCount(selected)} cells selected</div>
          )}
        </div>
      )}
      <EditProblemsDialog
        opened={listed && problems.length > 0}
        problems={problems}
        edits={edits}
        onClose={() => setListed(false)}
      />
    </>
  );
}

function leavingWhileSaving(saving: number) {
  const values = `${formatQuantity(saving, 'value')} ${saving === 1 ? 'is' : 'are'}`;
  return {
    title: 'Leave while values are being saved?',
    children: `${values} still being saved. Leaving does not stop this, but you will not see the result.`,
    confirmLabel: 'Leave',
  };
}

/** The first one after the active cell, wrapping around to the top. */
function nextProblem(problems: readonly EditProblem[], grid: GridStore): GridPosition | null {
  const order = ({ row, column }: GridPosition) => row * grid.columns().length + column;
  const places = problems
    .flatMap(({ cell }) => grid.placeOfCell(cell) ?? [])
    .sort((one, other) => order(one) - order(other));
  const at = grid.position();
  return (at && places.find((place) => order(place) > order(at))) ?? places[0] ?? null;
}
