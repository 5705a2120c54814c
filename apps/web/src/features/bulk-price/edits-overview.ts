import type { SaveWait } from '../bulk-updates/api/follow-bulk-update.ts';
import type { CellEdit } from './api/save-cells.ts';
import type { CellProblem, CellState } from './cell-state.ts';
import type { CellId, EditCell } from './edit-cell.ts';

export type EditProblem = { id: CellId; cell: EditCell; problem: CellProblem };

/** Values not (yet) in the stores. */
export type EditsOverview = {
  saving: number;
  problems: readonly EditProblem[];
  waits: readonly SaveWait[];
  /** Unsent values for a plan. */
  drafts: readonly CellEdit[];
};

export const NOTHING_OPEN: EditsOverview = { saving: 0, problems: [], waits: [], drafts: [] };

export function overviewOf(
  states: ReadonlyMap<CellId, CellState>,
  cells: ReadonlyMap<CellId, EditCell>,
  { waits, drafts }: Pick<EditsOverview, 'waits' | 'drafts'>,
): EditsOverview {
  let saving = 0;
  const problems: EditProblem[] = [];
  for (const [id, state] of states) {
    if (state.saving) saving += 1;
    const cell = cells.get(id);
    if (state.problem && cell) problems.push({ id, cell, problem: state.problem });
  }
  const isOpen = saving + problems.length + drafts.length > 0;
  return isOpen ? { saving, problems, waits, drafts } : NOTHING_OPEN;
}
