import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { CellEdit } from './api/save-cells.ts';
import type { CellEvent } from './cell-state.ts';
import { type CellId, idOf } from './edit-cell.ts';

type Drafts = ReadonlyMap<CellId, CellEdit>;
type Changes = [CellId, CellEvent][];

const NONE: Drafts = new Map();

/** Unsent values: users who may only propose collect them for one plan. */
export class CellDrafts {
  #drafts = NONE;
  /** Values before each change, latest last. */
  readonly #before: Drafts[] = [];

  all = (): readonly CellEdit[] => [...this.#drafts.values()];

  /** A new value replaces the cell's draft; the current value is no draft. */
  put(edits: readonly CellEdit[]): Changes {
    const next = new Map(this.#drafts);
    for (const edit of edits) {
      const id = idOf(edit.cell);
      const basedOn = next.get(id)?.basedOn ?? edit.basedOn;
      next.delete(id);
      if (!valuesAreEqual(edit.cell.field, edit.value, basedOn)) next.set(id, { ...edit, basedOn });
    }
    this.#before.push(this.#drafts);
    return this.#become(next);
  }

  /** Null if there is nothing to undo. */
  undo(): Changes | null {
    const before = this.#before.pop();
    return before ? this.#become(before) : null;
  }

  clear(): Changes {
    this.#before.length = 0;
    return this.#become(NONE);
  }

  #become(next: Drafts): Changes {
    const gone = [...this.#drafts.keys()].filter((id) => !next.has(id));
    this.#drafts = next;
    return [
      ...gone.map((id): Changes[number] => [id, { kind: 'withdrawn' }]),
      ...[...next].map(([id, { value }]): Changes[number] => [id, { kind: 'drafted', value }]),
    ];
  }
}
