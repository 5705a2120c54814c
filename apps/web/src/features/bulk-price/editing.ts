import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import type { ComponentType } from 'react';
import type { CellEdits } from './cell-edits.ts';
import { NORMAL_CELL } from './cell-state.ts';
import type { CellProblemMark } from './components/cell-problem-mark.tsx';
import { type EditCell, storedValue } from './edit-cell.ts';
import type { GridStore } from './grid/grid-store.ts';
import type { PlannedValue } from './grid/paste-plan.ts';

/** Everything by which cells are edited. It is loaded when somebody first goes to a cell. */
export type Editing = {
  edits: CellEdits;
  /** Puts a copied table onto the selected cells. */
  onPasteTable: (table: string[][]) => void;
  onFillDown: () => void;
  /** Saves a typed value. False where somebody is asked about it first. */
  onSave: (change: PlannedValue) => boolean;
  /** Saves what was typed and left before the field was there. */
  onTyped: (typed: { cell: EditCell; typed: string; shown: AttributeValue }) => void;
  OpenCell: ComponentType<OpenCellProps>;
  ProblemMark: typeof CellProblemMark;
};

export type OpenCellProps = { cell: EditCell; grid: GridStore; editing: Editing };

/** What each cell of a grid needs. */
export type GridParts = {
  grid: GridStore;
  /** Null until it is loaded. */
  editing: Editing | null;
};

/** How cells look as long as nothing was edited. */
const UNEDITED: Pick<CellEdits, 'subscribe' | 'stateOf' | 'shownValue'> = {
  subscribe: () => () => undefined,
  stateOf: () => NORMAL_CELL,
  shownValue: storedValue,
};

export const editsIn = (editing: Editing | null) => editing?.edits ?? UNEDITED;
