import { INLINE_EDIT_FLASH_MS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { createListeners } from '../../lib/browser/listeners.ts';
import type { SaveWait } from '../bulk-updates/api/follow-bulk-update.ts';
import type { CellEdit, SavedCells } from './api/save-cells.ts';
import { CellDrafts } from './cell-drafts.ts';
import { IDLE_LANE, type Lane, queueValue, type SaveOutcome, settleLane, startSending } from './cell-lane.ts';
import { type CellEvent, type CellState, NORMAL_CELL, nextCellState } from './cell-state.ts';
import { type CellId, cellName, type EditCell, idOf, storedValue } from './edit-cell.ts';
import { type EditsOverview, NOTHING_OPEN, overviewOf } from './edits-overview.ts';
import { type Ended, failureOf, lostAnswer, sentenceAbout } from './save-outcomes.ts';

/**
 * Maximum parallel requests. A browser opens six connections per server, and a request may wait for its
 * response; further edits queue here and are batched once a request ends.
 */
const MAX_REQUESTS = 3;

export type CellValue = { cell: EditCell; value: string | null };

type Following = { signal: AbortSignal; onWait: (wait: SaveWait | null) => void };

type Dependencies = {
  save: (edits: readonly CellEdit[], following: Following) => Promise<SavedCells>;
  /** Undoes an update; the edits say what it restores. */
  undo: (batchId: string, edits: readonly CellEdit[], following: Following) => Promise<SavedCells>;
  /** Receives the stores' current values, for the rows of every list showing them. */
  onValues: (values: readonly CellValue[]) => void;
  /** Announces the result of a save. */
  announce: (sentence: string) => void;
  /** Whether values are collected for a plan instead of saved. */
  proposes?: () => boolean;
};

type NewValue = {
  cell: EditCell;
  /** `''` for none. */
  value: string;
  /** The base value. Default: what the cell shows. */
  basedOn?: string | null;
};

export type Refusal = { cell: EditCell; typed: string; message: string };

/** An update with values that can be undone. */
type Undoable = { batchId: string; edits: readonly CellEdit[] };

/** All edits of a visit: what each cell shows, and the queue that sends its values. */
export class CellEdits {
  readonly #dependencies: Dependencies;
  readonly #states = new Map<CellId, CellState>();
  readonly #lanes = new Map<CellId, Lane>();
  /** As last edited. */
  readonly #cells = new Map<CellId, EditCell>();
  readonly #waiting = new Set<CellId>();
  /** What pending requests wait for on the server. */
  readonly #waits = new Map<symbol, SaveWait>();
  /** Flashing cells, each with its latest flash; cells of one change end together. */
  readonly #flashes = new Map<CellId, symbol>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #listeners = createListeners();
  readonly #drafts = new CellDrafts();
  /** Updates of this visit, latest last. */
  readonly #undoable: Undoable[] = [];
  #overview = NOTHING_OPEN;
  #requests = 0;
  #attached = new AbortController();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  subscribe = this.#listeners.subscribe;

  stateOf = (id: CellId): CellState => this.#states.get(id) ?? NORMAL_CELL;

  /** What the cell shows: the pending value, or the row's own. */
  shownValue = (cell: EditCell): string | null => {
    const { shown } = this.stateOf(idOf(cell));
    return shown === undefined ? storedValue(cell) : shown || null;
  };

  overview = (): EditsOverview => this.#overview;

  /** Sends values that differ from what the cell shows; an equal value clears the cell's error. */
  submit(values: readonly NewValue[]): void {
    if (this.#dependencies.proposes?.()) {
      const shown = this.shownValue;
      const edits = values.map(({ cell, value, basedOn = shown(cell) }) => ({ cell, value, basedOn }));
      this.#changeDrafts(this.#drafts.put(edits));
      return;
    }
    const changes: [CellId, CellEvent][] = [];
    for (const { cell, value, basedOn = this.shownValue(cell) } of values) {
      const id = idOf(cell);
      if (valuesAreEqual(cell.field, value, basedOn)) {
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

  /** Keeps the typed text with the error. */
  refuse(refusals: readonly Refusal[]): void {
    for (const { cell } of refusals) this.#cells.set(idOf(cell), cell);
    this.#change(
      refusals.map(({ cell, typed, message }) => [idOf(cell), { kind: 'invalid', typed, message }]),
    );
    const [only, ...more] = refusals;
    if (only && more.length === 0) {
      this.#dependencies.announce(`${cellName(only.cell)} was not saved. ${only.message}`);
    }
  }

  /** Discards unsaved values: cells show their stores' values again. */
  dismiss = (ids: readonly CellId[]): void => {
    this.#change(ids.map((id) => [id, { kind: 'dismissed' }]));
  };

  /** Resends the typed value; after a conflict, based on the store's current value. */
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

  /** Clears the drafts: they were submitted or discarded. */
  clearDrafts(): void {
    this.#changeDrafts(this.#drafts.clear());
  }

  /** Undoes the last save with an update of its own, visible in the history; or the last draft. */
  undo(): void {
    const drafted = this.#drafts.undo();
    if (drafted) {
      this.#changeDrafts(drafted);
      return;
    }
    const last = this.#undoable.at(-1);
    const isBusy = last?.edits.some(({ cell }) => this.stateOf(idOf(cell)).saving) ?? false;
    if (last === undefined || isBusy) {
      this.#dependencies.announce(
        isBusy ? 'Not undone: the value is still being saved.' : 'Nothing to undo.',
      );
      return;
    }
    this.#undoable.pop();
    const edits = last.edits.map(({ cell, value, basedOn }) => ({
      cell,
      value: basedOn ?? '',
      basedOn: value,
    }));
    for (const { cell, value, basedOn } of edits) {
      this.#cells.set(idOf(cell), cell);
      this.#lanes.set(idOf(cell), startSending(queueValue(IDLE_LANE, value, basedOn)));
    }
    this.#change(edits.map(({ cell, value }) => [idOf(cell), { kind: 'sending', value }]));
    void this.#send(edits, (following) => this.#dependencies.undo(last.batchId, edits, following));
  }

  /** Until the returned function is called, requests are followed to their end. */
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
    this.#overview = overviewOf(this.#states, this.#cells, {
      waits: [...this.#waits.values()],
      drafts: this.#drafts.all(),
    });
    this.#listeners.notify();
  }

  #changeDrafts(changes: readonly [CellId, CellEvent][]): void {
    this.#change(changes);
    this.#dependencies.announce(`${formatQuantity(this.#drafts.all().length, 'change')} not submitted yet.`);
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
    const edits: CellEdit[] = [];
    for (const id of this.#waiting) {
      const lane = this.#lanes.get(id);
      const cell = this.#cells.get(id);
      if (!lane || !cell || lane.next === null || lane.sending !== null) continue;
      this.#waiting.delete(id);
      edits.push({ cell, value: lane.next, basedOn: lane.basedOn });
      this.#lanes.set(id, startSending(lane));
    }
    if (edits.length === 0) return;
    const save = async (following: Following) => {
      const saved = await this.#dependencies.save(edits, following);
      const written = edits.filter(({ cell }) => saved.outcomes.get(idOf(cell))?.kind === 'saved');
      if (written.length > 0) this.#undoable.push({ batchId: saved.batchId, edits: written });
      return saved;
    };
    void this.#send(edits, save);
  }

  async #send(
    edits: readonly CellEdit[],
    save: (following: Following) => Promise<SavedCells>,
  ): Promise<void> {
    const { signal } = this.#attached;
    this.#requests += 1;
    const request = Symbol('request');
    const onWait = (wait: SaveWait | null) => {
      if (this.#waits.get(request)?.message === wait?.message || signal.aborted) return;
      if (wait === null) this.#waits.delete(request);
      else this.#waits.set(request, wait);
      this.#change([]);
    };
    const outcomeOf = await save({ signal, onWait }).then(
      ({ outcomes }) =>
        (edit: CellEdit) =>
          outcomes.get(idOf(edit.cell)) ?? lostAnswer(messages.unknownError),
      (error: unknown) => () => failureOf(error),
    );
    this.#waits.delete(request);
    if (signal.aborted) return;
    this.#requests -= 1;
    this.#settle(edits.map((edit) => ({ ...edit, outcome: outcomeOf(edit) })));
    this.#sendWaiting();
  }

  #settle(results: readonly (CellEdit & { outcome: SaveOutcome })[]): void {
    const changes: [CellId, CellEvent][] = [];
    const held: CellValue[] = [];
    const ended: Ended[] = [];
    for (const { cell, value, outcome } of results) {
      const id = idOf(cell);
      const { lane, verdict } = settleLane(this.#lanes.get(id) ?? IDLE_LANE, value, outcome, (one, other) =>
        valuesAreEqual(cell.field, one, other),
      );
      this.#lanes.set(id, lane);
      if (outcome.kind === 'saved' || outcome.kind === 'conflict')
        held.push({ cell, value: lane.basedOn || null });
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
