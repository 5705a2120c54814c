import type { Verdict } from './cell-lane.ts';

export type CellStatus = 'normal' | 'updating' | 'success' | 'error';

/** What was typed is no amount. */
type Invalid = { kind: 'invalid'; typed: string; message: string };

/** Why a cell does not hold what was typed. It stays until another try or until it is discarded. */
export type CellProblem = Exclude<Verdict, { kind: 'saved' }> | Invalid;

export type CellState = {
  readonly status: CellStatus;
  /** A value of this cell is on its way to the store. */
  readonly saving: boolean;
  /** Shown in place of the row's own value; undefined: there is nothing to put in its place. */
  readonly shown: string | null | undefined;
  readonly problem: CellProblem | null;
  /** What is shown is to be proposed, and has not been sent. */
  readonly drafted: boolean;
};

export type CellEvent =
  | Verdict
  | Invalid
  | { kind: 'sending'; value: string }
  | { kind: 'drafted'; value: string }
  /** It is no draft any more. */
  | { kind: 'withdrawn' }
  /** The time of a success or error flash is over. */
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
      // The rows learn of it a moment later: until then the cell shows it by itself.
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
