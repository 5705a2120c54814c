/** How the save of a value ended. `lost`: no answer came, so that nobody knows whether it arrived. */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'conflict'; current: string | null; message: string }
  | { kind: 'failed' | 'lost'; message: string };

/** The way of one cell's values to the store: one at a time, and of those that wait only the last. */
export type Lane = {
  /** What the store is known to hold, as far as this cell knows. */
  readonly basedOn: string | null;
  readonly sending: string | null;
  readonly next: string | null;
  /** Values whose answer was lost: where the store holds one of them, that is no stranger's change. */
  readonly unanswered: readonly string[];
};

/** What a cell comes to. `conflict`: the store held something else than the person saw. */
export type Verdict =
  | { kind: 'saved'; value: string }
  | { kind: 'conflict'; typed: string; current: string | null; message: string }
  | { kind: 'failed'; typed: string; message: string };

/** Whether two texts are the same value of the cell; `''` and null are none. */
export type Same = (one: string | null, other: string | null) => boolean;

/** Without a verdict, a further value is to be sent. */
type Settled = { lane: Lane; verdict: Verdict | null };

export const IDLE_LANE: Lane = { basedOn: null, sending: null, next: null, unanswered: [] };

/** Adds a value to send, based on the outcome of the one being sent, else on what was shown. */
export function queueValue(lane: Lane, value: string, shown: string | null): Lane {
  const idle = lane.sending === null && lane.next === null;
  return { ...lane, basedOn: idle ? shown : lane.basedOn, next: value };
}

export function startSending(lane: Lane): Lane {
  return { ...lane, sending: lane.next, next: null };
}

export function settleLane(lane: Lane, sent: string, outcome: SaveOutcome, same: Same): Settled {
  const typed = lane.next ?? sent;
  const idle: Lane = { ...lane, sending: null, next: null };
  switch (outcome.kind) {
    case 'saved':
      return goOn({ ...idle, basedOn: sent, unanswered: [] }, typed, same);
    case 'conflict': {
      const { current, message } = outcome;
      const ours = lane.unanswered.some((value) => same(value, current));
      const known: Lane = { ...idle, basedOn: current, unanswered: [] };
      if (ours) return goOn(known, typed, same);
      return { lane: known, verdict: { kind: 'conflict', typed, current, message } };
    }
    case 'lost': {
      const unsure: Lane = { ...idle, unanswered: [...lane.unanswered, sent] };
      if (!same(typed, sent)) return { lane: { ...unsure, next: typed }, verdict: null };
      return { lane: unsure, verdict: { kind: 'failed', typed, message: outcome.message } };
    }
    case 'failed':
      if (!same(typed, sent)) return goOn(idle, typed, same);
      return { lane: idle, verdict: { kind: 'failed', typed, message: outcome.message } };
  }
}

/** The last value typed either is what the store holds, or follows. */
function goOn(lane: Lane, typed: string, same: Same): Settled {
  if (same(typed, lane.basedOn)) return { lane, verdict: { kind: 'saved', value: typed } };
  return { lane: { ...lane, next: typed }, verdict: null };
}
