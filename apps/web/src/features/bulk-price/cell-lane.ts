/** Result of saving a value. `lost`: no response, so it is unknown whether it was written. */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'conflict'; current: string | null; message: string }
  | { kind: 'failed' | 'lost'; message: string };

/** Queue of one cell's values: one request at a time; only the latest waiting value is kept. */
export type Lane = {
  /** The store's value, as far as this cell knows. */
  readonly basedOn: string | null;
  readonly sending: string | null;
  readonly next: string | null;
  /** Values whose response was lost: finding one of them in the store is no conflict. */
  readonly unanswered: readonly string[];
};

/** Final result of a cell. `conflict`: the store's value differs from the base. */
export type Verdict =
  | { kind: 'saved'; value: string }
  | { kind: 'conflict'; typed: string; current: string | null; message: string }
  | { kind: 'failed'; typed: string; message: string };

/** Whether two texts are the same cell value; `''` and null both mean none. */
type Same = (one: string | null, other: string | null) => boolean;

/** Without a verdict, another value must be sent. */
type Settled = { lane: Lane; verdict: Verdict | null };

export const IDLE_LANE: Lane = { basedOn: null, sending: null, next: null, unanswered: [] };

/** Queues a value, based on the pending value's outcome, otherwise on what was shown. */
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

/** Either the store holds the last typed value, or it is sent next. */
function goOn(lane: Lane, typed: string, same: Same): Settled {
  if (same(typed, lane.basedOn)) return { lane, verdict: { kind: 'saved', value: typed } };
  return { lane: { ...lane, next: typed }, verdict: null };
}
