import { useCallback, useMemo, useRef, useState } from 'react';
import type { CellEdits } from './cell-edits.ts';
import { CellProblemMark } from './components/cells/cell-problem-mark.tsx';
import { OpenCell } from './components/cells/open-cell.tsx';
import type { Editing } from './editing.ts';
import { saveTyped } from './grid/grid-actions.ts';
import type { GridStore } from './grid/grid-store.ts';
import {
  needsQuestion,
  type PastePlan,
  type PlannedPaste,
  type PlannedValue,
  planFillDown,
  planPaste,
  planTyped,
} from './grid/paste-plan.ts';
import { useCellEdits } from './use-cell-edits.ts';

const NOT_CONFIRMED = 'The warnings about it were not confirmed.';

/** State of an editable grid: its edits, and the paste waiting for confirmation. */
export function useGridEditor(grid: GridStore) {
  const status = useRef<HTMLDivElement>(null);
  // Written outside React: an announcement changes nothing on the page.
  const announce = useCallback((sentence: string) => {
    if (status.current) status.current.textContent = sentence;
  }, []);
  const edits = useCellEdits(announce);
  const [notice, setNotice] = useState<string | null>(null);
  const [asked, setAsked] = useState<PastePlan | null>(null);

  const carryOut = useCallback(
    ({ changes, refusals }: PastePlan) => {
      edits.refuse(refusals);
      edits.submit(changes);
    },
    [edits],
  );
  const carryOutOrAsk = useCallback(
    (planned: PlannedPaste) => {
      setNotice(planned.ok ? nothingToDo(planned.plan) : planned.message);
      if (!planned.ok) return;
      if (needsQuestion(planned.plan)) setAsked(planned.plan);
      else carryOut(planned.plan);
    },
    [carryOut],
  );
  const onSave = useCallback(
    (change: PlannedValue) => {
      const plan = planTyped(change, edits.shownValue);
      const asks = needsQuestion(plan);
      if (asks) setAsked(plan);
      else carryOut(plan);
      return !asks;
    },
    [edits, carryOut],
  );
  const onTyped = useCallback(
    (typed: Parameters<Editing['onTyped']>[0]) => void saveTyped(edits, { ...typed, looked: false }, onSave),
    [edits, onSave],
  );
  const onPasteTable = useCallback(
    (table: string[][]) => {
      const area = grid.area();
      if (area) carryOutOrAsk(planPaste(table, area, tableOf(grid, edits)));
    },
    [grid, edits, carryOutOrAsk],
  );
  const onFillDown = useCallback(() => {
    const area = grid.area();
    if (area) carryOutOrAsk(planFillDown(area, tableOf(grid, edits)));
  }, [grid, edits, carryOutOrAsk]);

  const editing = useMemo<Editing>(
    () => ({ edits, onPasteTable, onFillDown, onSave, onTyped, OpenCell, ProblemMark: CellProblemMark }),
    [edits, onPasteTable, onFillDown, onSave, onTyped],
  );
  return {
    editing,
    status,
    notice,
    dismissNotice: () => setNotice(null),
    asked,
    confirm() {
      if (asked) carryOut(asked);
      setAsked(null);
    },
    /** Unconfirmed values stay available at their cells. */
    cancel() {
      if (asked && asked.warnings.length > 0)
        edits.refuse(
          asked.changes.map(({ cell, value }) => ({ cell, typed: value, message: NOT_CONFIRMED })),
        );
      setAsked(null);
    },
  };
}

function tableOf(grid: GridStore, edits: CellEdits) {
  return { rows: grid.rows(), columns: grid.columns(), shownValue: edits.shownValue };
}

/** A paste without effect must say so. */
function nothingToDo({ changes, refusals, unchanged, blank }: PastePlan): string | null {
  if (changes.length + refusals.length > 0) return null;
  return unchanged >= blank && unchanged > 0
    ? 'Nothing changed: these cells already hold these values.'
    : 'Nothing changed: there was no value to paste.';
}
