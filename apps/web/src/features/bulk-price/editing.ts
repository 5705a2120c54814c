import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import type { ComponentType } from 'react';
import type { CellEdits } from './cell-edits.ts';
import { NORMAL_CELL } from './cell-state.ts';
import type { CellProblemMark } from './components/cells/cell-problem-mark.tsx';
import { type EditCell, storedValue } from './edit-cell.ts';
import type { GridStore } from './grid/grid-store.ts';
import type { PlannedValue } from './grid/paste-plan.ts';

/** Everything needed to edit cells. Loaded when a cell is first focused. */
export type Editing = {
  edits: CellEdits;
  /** Pastes a table into the selected cells. */
  onPasteTable: (table: string[][]) => void;
  onFillDown: () => void;
  /** Saves a typed value. False if confirmation is required first. */
  onSave: (change: PlannedValue) => boolean;
  /** Saves a value typed and committed before the field was loaded. */
  onTyped: (typed: { cell: EditCell; typed: string; shown: AttributeValue }) => void;
  OpenCell: ComponentType<OpenCellProps>;
  ProblemMark: typeof CellProblemMark;
};

export type OpenCellProps = { cell: EditCell; grid: GridStore; editing: Editing };

/** What each cell of a grid needs. */
export type GridParts = {
  grid: GridStore;
  /** Null until loaded. */
  editing: Editing | null;
};

/** Cell states before any edit. */
const UNEDITED: Pick<CellEdits, 'subscribe' | 'stateOf' | 'shownValue'> = {
  subscribe: () => () => undefined,
  stateOf: () => NORMAL_CELL,
  shownValue: storedValue,
};

export const editsIn = (editing: Editing | null) => editing?.edits ?? UNEDITED;
