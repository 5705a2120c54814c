export type CellStatus = 'normal' | 'updating' | 'success' | 'error';

/** Why a cell does not hold what was typed. It stays until another try or until it is let go. */
export type CellProblem =
  | { kind: 'invalid' | 'failed'; typed: string; message: string }
  /** The store held something else than the person saw. */
  | { kind: 'conflict'; typed: string; current: string | null; message: string };

export type CellState = {
  readonly status: CellStatus;
  /** A value of this cell is on its way to the store. */
  readonly saving: boolean;
  /** Shown in place of the row's own value; undefined: there is nothing to put in its place. */
  readonly shown: string | null | undefined;
  readonly problem: CellProblem | null;
};

export type CellEvent =
  /** What was typed is no amount. */
  | { type: 'refused'; typed: string; message: string }
  | { type: 'sending'; value: string }
  | { type: 'saved'; value: string }
  | { type: 'failed'; typed: string; message: string }
  | { type: 'conflicted'; typed: string; current: string | null; message: string }
  /** The time of a success or error flash is over. */
  | { type: 'flash-ended' }
  | { type: 'dismissed' };

export const NORMAL_CELL: CellState = { status: 'normal', saving: false, shown: undefined, problem: null };

export function nextCellState(state: CellState, event: CellEvent): CellState {
  switch (event.type) {
    case 'refused': {
      const { typed, message } = event;
      return { ...state, status: 'error', problem: { kind: 'invalid', typed, message } };
    }
    case 'sending':
      return { status: 'updating', saving: true, shown: event.value, problem: null };
    case 'saved':
      // The rows learn of it a moment later: until then the cell shows it by itself.
      return {
        status: state.problem ? 'error' : 'success',
        saving: false,
        shown: event.value,
        problem: state.problem,
      };
    case 'failed': {
      const { typed, message } = event;
      return { ...settled, status: 'error', problem: { kind: 'failed', typed, message } };
    }
    case 'conflicted': {
      const { typed, current, message } = event;
      return {
        ...settled,
        status: 'error',
        shown: current,
        problem: { kind: 'conflict', typed, current, message },
      };
    }
    case 'flash-ended':
      if (state.status === 'updating') return state;
      if (state.saving) return { ...state, status: 'updating' };
      return { ...settled, problem: state.problem };
    case 'dismissed':
      if (state.saving) return { ...state, status: 'updating', problem: null };
      return { ...state, status: state.problem ? 'normal' : state.status, problem: null };
  }
}

const settled = { status: 'normal', saving: false, shown: undefined } as const;
