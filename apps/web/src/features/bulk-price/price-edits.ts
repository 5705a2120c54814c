import { EDITABLE_ATTRIBUTE_LABELS, INLINE_EDIT_FLASH_MS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { equalAmounts } from '@storefleet/contract/values/attribute-value';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { describeError, isTransient } from '../../lib/api/describe-error.ts';
import { createListeners } from '../../lib/browser/listeners.ts';
import { formatMoney } from '../../lib/format/format-money.ts';
import type { SaveWait } from '../bulk-updates/api/follow-bulk-update.ts';
import type { PriceEdit } from './api/save-prices.ts';
import {
  IDLE_LANE,
  type Lane,
  queueValue,
  type SaveOutcome,
  settleLane,
  startSending,
  type Verdict,
} from './cell-lane.ts';
import {
  type CellEvent,
  type CellProblem,
  type CellState,
  NORMAL_CELL,
  nextCellState,
} from './cell-state.ts';
import { type CellId, currencyOf, idOf, type PriceCell, storedValue, variantName } from './price-cell.ts';

/**
 * Requests under way at once. A browser opens six connections to a server, and a request may wait for its
 * answer: further edits wait here, and go together once one of these has ended.
 */
const MAX_REQUESTS = 3;

export type CellValue = { cell: PriceCell; value: string | null };

export type EditProblem = { id: CellId; cell: PriceCell; problem: CellProblem };

/** What is not in the stores (yet). */
export type EditsOverview = {
  saving: number;
  problems: readonly EditProblem[];
  waits: readonly SaveWait[];
};

type Dependencies = {
  save: (
    edits: readonly PriceEdit[],
    signal: AbortSignal,
    onWait: (wait: SaveWait | null) => void,
  ) => Promise<ReadonlyMap<CellId, SaveOutcome>>;
  /** Told what the store holds now, for the rows of every list that shows it. */
  onValues: (values: readonly CellValue[]) => void;
  /** Told in a sentence how a save ended. */
  announce: (sentence: string) => void;
};

type NewValue = {
  cell: PriceCell;
  value: string;
  /** The value that the person saw; left out: what the cell shows. */
  basedOn?: string | null;
};

export type Refusal = { cell: PriceCell; typed: string; message: string };

type Ended = { cell: PriceCell; verdict: Verdict };

const NOTHING_OPEN: EditsOverview = { saving: 0, problems: [], waits: [] };

/** The edits of one visit: what each cell shows, and the queue through which its values reach the store. */
export class PriceEdits {
  readonly #dependencies: Dependencies;
  readonly #states = new Map<CellId, CellState>();
  readonly #lanes = new Map<CellId, Lane>();
  /** As they were when last edited. */
  readonly #cells = new Map<CellId, PriceCell>();
  readonly #waiting = new Set<CellId>();
  /** What requests under way wait for at the server. */
  readonly #waits = new Map<symbol, SaveWait>();
  /** Cells that flash, each with the flash it began last; those of one change end together. */
  readonly #flashes = new Map<CellId, symbol>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #listeners = createListeners();
  #overview = NOTHING_OPEN;
  #requests = 0;
  #attached = new AbortController();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  subscribe = this.#listeners.subscribe;

  stateOf = (id: CellId): CellState => this.#states.get(id) ?? NORMAL_CELL;

  /** What the cell shows: the value on its way, or the row's own. */
  shownValue = (cell: PriceCell): string | null => {
    const { shown } = this.stateOf(idOf(cell));
    return shown === undefined ? storedValue(cell) : shown;
  };

  overview = (): EditsOverview => this.#overview;

  /** Sends values that differ from what the cell shows; an equal amount ends the cell's problem. */
  submit(values: readonly NewValue[]): void {
    const changes: [CellId, CellEvent][] = [];
    for (const { cell, value, basedOn = this.shownValue(cell) } of values) {
      const id = idOf(cell);
      if (equalAmounts(value, basedOn)) {
        changes.push([id, { kind: 'dismissed' }]);
        continue;
      }
      this.#cells.set(id, cell);
      this.#lanes.set(id, queueValue(this.#lanes.get(id) ?? IDLE_LANE, value, basedOn));
      this.#waiting.add(id);
      changes.push([id, { kind: 'sending', value }]);
    }
    this.#change(changes);
    this.#sendWaiting();
  }

  /** Keeps what was typed with the reason why it cannot be saved. */
  refuse(refusals: readonly Refusal[]): void {
    for (const { cell } of refusals) this.#cells.set(idOf(cell), cell);
    this.#change(
      refusals.map(({ cell, typed, message }) => [idOf(cell), { kind: 'invalid', typed, message }]),
    );
    const [only, ...more] = refusals;
    if (only && more.length === 0) {
      this.#dependencies.announce(`${nameOf(only.cell)} was not saved. ${only.message}`);
    }
  }

  /** Gives up what was not saved: the cells hold what their stores hold. */
  dismiss = (ids: readonly CellId[]): void => {
    this.#change(ids.map((id) => [id, { kind: 'dismissed' }]));
  };

  /** Sends again what was typed; over a conflict, that now follows the store's own value. */
  retry = (ids: readonly CellId[]): void => {
    this.submit(
      ids.flatMap((id) => {
        const cell = this.#cells.get(id);
        const { problem } = this.stateOf(id);
        if (!cell || !problem || problem.kind === 'invalid') return [];
        return [{ cell, value: problem.typed, basedOn: this.#lanes.get(id)?.basedOn ?? null }];
      }),
    );
  };

  /** From here on, until the returned function is called, requests are followed to their end. */
  attach(): () => void {
    this.#attached = new AbortController();
    return () => {
      this.#attached.abort();
      for (const timer of this.#timers) clearTimeout(timer);
    };
  }

  #change(changes: readonly [CellId, CellEvent][]): void {
    const flash = Symbol('flash');
    const flashing: CellId[] = [];
    for (const [id, event] of changes) {
      const state = nextCellState(this.stateOf(id), event);
      if (isNormal(state)) this.#states.delete(id);
      else this.#states.set(id, state);
      this.#flashes.delete(id);
      if (state.status === 'success' || state.status === 'error') {
        this.#flashes.set(id, flash);
        flashing.push(id);
      }
    }
    if (flashing.length > 0) this.#endLater(flash, flashing);
    this.#overview = overviewOf(this.#states, this.#cells, [...this.#waits.values()]);
    this.#listeners.notify();
  }

  #endLater(flash: symbol, ids: readonly CellId[]): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const over = ids.filter((id) => this.#flashes.get(id) === flash);
      this.#change(over.map((id) => [id, { kind: 'flash-ended' }]));
    }, INLINE_EDIT_FLASH_MS);
    this.#timers.add(timer);
  }

  #sendWaiting(): void {
    if (this.#requests >= MAX_REQUESTS) return;
    const edits: PriceEdit[] = [];
    for (const id of this.#waiting) {
      const lane = this.#lanes.get(id);
      const cell = this.#cells.get(id);
      if (!lane || !cell || lane.next === null || lane.sending !== null) continue;
      this.#waiting.delete(id);
      edits.push({ cell, value: lane.next, basedOn: lane.basedOn });
      this.#lanes.set(id, startSending(lane));
    }
    if (edits.length > 0) void this.#send(edits, this.#attached.signal);
  }

  async #send(edits: readonly PriceEdit[], signal: AbortSignal): Promise<void> {
    this.#requests += 1;
    const request = Symbol('request');
    const onWait = (wait: SaveWait | null) => {
      if (this.#waits.get(request)?.message === wait?.message || signal.aborted) return;
      if (wait === null) this.#waits.delete(request);
      else this.#waits.set(request, wait);
      this.#change([]);
    };
    const outcomeOf = await this.#dependencies.save(edits, signal, onWait).then(
      (outcomes) => (edit: PriceEdit) => outcomes.get(idOf(edit.cell)) ?? lostAnswer(messages.unknownError),
      (error: unknown) => () => failureOf(error),
    );
    this.#waits.delete(request);
    if (signal.aborted) return;
    this.#requests -= 1;
    this.#settle(edits.map((edit) => ({ ...edit, outcome: outcomeOf(edit) })));
    this.#sendWaiting();
  }

  #settle(results: readonly (PriceEdit & { outcome: SaveOutcome })[]): void {
    const changes: [CellId, CellEvent][] = [];
    const held: CellValue[] = [];
    const ended: Ended[] = [];
    for (const { cell, value, outcome } of results) {
      const id = idOf(cell);
      const { lane, verdict } = settleLane(this.#lanes.get(id) ?? IDLE_LANE, value, outcome);
      this.#lanes.set(id, lane);
      if (outcome.kind === 'saved' || outcome.kind === 'conflict') held.push({ cell, value: lane.basedOn });
      if (verdict === null) {
        this.#waiting.add(id);
      } else {
        changes.push([id, verdict]);
        ended.push({ cell, verdict });
      }
    }
    if (held.length > 0) this.#dependencies.onValues(held);
    this.#change(changes);
    if (ended.length > 0) this.#dependencies.announce(sentenceAbout(ended));
  }
}

const isNormal = ({ status, saving, shown, problem }: CellState): boolean =>
  status === 'normal' && !saving && shown === undefined && problem === null;

function overviewOf(
  states: ReadonlyMap<CellId, CellState>,
  cells: ReadonlyMap<CellId, PriceCell>,
  waits: readonly SaveWait[],
): EditsOverview {
  let saving = 0;
  const problems: EditProblem[] = [];
  for (const [id, state] of states) {
    if (state.saving) saving += 1;
    const cell = cells.get(id);
    if (state.problem && cell) problems.push({ id, cell, problem: state.problem });
  }
  return saving === 0 && problems.length === 0 ? NOTHING_OPEN : { saving, problems, waits };
}

function failureOf(error: unknown): SaveOutcome {
  const message = describeError(error);
  return isTransient(error) ? lostAnswer(message) : { kind: 'failed', message };
}

function lostAnswer(message: string): SaveOutcome {
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return {
    kind: 'lost',
    message: `${sentence} It is not known whether the value arrived; saving it again is safe.`,
  };
}

function nameOf(cell: PriceCell): string {
  return `${EDITABLE_ATTRIBUTE_LABELS[cell.field]} of ${variantName(cell.row)}`;
}

function sentenceAbout(ended: readonly Ended[]): string {
  const [only, ...more] = ended;
  if (only && more.length === 0) {
    const { cell, verdict } = only;
    return verdict.kind === 'saved'
      ? `${nameOf(cell)} saved: ${formatMoney(verdict.value, currencyOf(cell))}`
      : `${nameOf(cell)} was not saved. ${verdict.message}`;
  }
  const saved = ended.filter(({ verdict }) => verdict.kind === 'saved').length;
  const failed = ended.length - saved;
  return failed === 0
    ? `${formatQuantity(saved, 'value')} saved.`
    : `${formatQuantity(saved, 'value')} saved, ${formatQuantity(failed, 'value')} not saved.`;
}
