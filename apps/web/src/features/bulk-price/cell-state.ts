import type { Verdict } from './cell-lane.ts';

type CellStatus = 'normal' | 'updating' | 'success' | 'error';

/** The typed text is not a valid amount. */
type Invalid = { kind: 'invalid'; typed: string; message: string };

/** Why a cell does not hold the typed value. Cleared by another attempt or by discarding. */
export type CellProblem = Exclude<Verdict, { kind: 'saved' }> | Invalid;

export type CellState = {
  readonly status: CellStatus;
  /** A value of this cell is being saved. */
  readonly saving: boolean;
  /** Overrides the row's value; undefined: no override. */
  readonly shown: string | null | undefined;
  readonly problem: CellProblem | null;
  /** The shown value is an unsent draft. */
  readonly drafted: boolean;
};

export type CellEvent =
  | Verdict
  | Invalid
  | { kind: 'sending'; value: string }
  | { kind: 'drafted'; value: string }
  /** No longer a draft. */
  | { kind: 'withdrawn' }
  /** The success or error flash is over. */
  | { kind: 'flash-ended' }
  | { kind: 'dismissed' };

export const NORMAL_CELL: CellState = {
  status: 'normal',
  saving: false,
  shown: undefined,
  problem: null,
  drafted: false,
};

export function nextCellState(state: CellState, event: CellEvent): CellState {
  const { problem } = state;
  switch (event.kind) {
    case 'invalid':
      return { ...state, status: 'error', problem: event };
    case 'sending':
      return { ...NORMAL_CELL, status: 'updating', saving: true, shown: event.value };
    case 'drafted':
      return { ...NORMAL_CELL, shown: event.value, drafted: true };
    case 'withdrawn':
      return NORMAL_CELL;
    case 'saved':
      // The rows update a moment later: until then the cell keeps its override.
      return { ...NORMAL_CELL, status: problem ? 'error' : 'success', shown: event.value, problem };
    case 'failed':
      return { ...NORMAL_CELL, status: 'error', problem: event };
    case 'conflict':
      return { ...NORMAL_CELL, status: 'error', shown: event.current, problem: event };
    case 'flash-ended':
      if (state.status === 'updating') return state;
      if (state.drafted) return { ...state, status: 'normal' };
      return state.saving ? { ...state, status: 'updating' } : { ...NORMAL_CELL, problem };
    case 'dismissed':
      if (state.saving) return { ...state, status: 'updating', problem: null };
      return { ...state, status: problem ? 'normal' : state.status, problem: null };
  }
}
