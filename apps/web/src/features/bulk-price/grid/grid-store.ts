import { showToast } from '../../../components/feedback/toast.ts';
import { createListeners } from '../../../lib/browser/listeners.ts';
import type { GridColumn } from '../../products/grid/columns.ts';
import type { GridRow } from '../../products/grid/grid-rows.ts';
import { type EditCell, editCellOf } from '../edit-cell.ts';
import {
  areaBetween,
  type GridArea,
  type GridPosition,
  type GridSize,
  isInArea,
  moveByKey,
  moveByTab,
} from './grid-position.ts';

/** Cell state as flags: numbers compare by value, so unchanged cells do not render. */
export const CELL_VIEW = { tabStop: 1, active: 2, selected: 4, editing: 8, focused: 16 } as const;

/** A position that follows its variant when rows move. */
type Anchor = { rowKey: string; column: number };

/** Tracks the active cell, the selection and the open editor. */
export class GridStore {
  readonly #listeners = createListeners();
  readonly #revealers = new Set<(row: number) => void>();
  #rows: readonly GridRow[] = [];
  #columns: readonly GridColumn[] = [];
  #places = new Map<string, number>();
  #active: Anchor | null = null;
  /** The opposite corner of the selection. */
  #corner: Anchor | null = null;
  #area: GridArea | null = null;
  /** Initial editor text; null is the cell's own value. */
  #editing: { text: string | null } | null = null;
  /** The column where Tab navigation began. */
  #began = 0;
  #wantsFocus = false;
  #locked: string | null = null;
  #hasTypedText: (() => boolean) | null = null;

  subscribe = this.#listeners.subscribe;

  /** Called with the row to scroll into view. */
  onReveal(reveal: (row: number) => void): () => void {
    this.#revealers.add(reveal);
    return () => this.#revealers.delete(reveal);
  }

  setTable(next: readonly GridRow[], columns: readonly GridColumn[]): void {
    const stays = columns.map(({ id }) => id).join() === this.#columns.map(({ id }) => id).join();
    this.#rows = next;
    this.#columns = columns;
    if (!stays) this.#active = null;
    this.#places = new Map(next.map(({ key }, index) => [key, index]));
    if (!this.#positionOf(this.#active)) {
      this.#active = null;
      this.#editing = null;
      this.#wantsFocus = false;
    }
    if (!this.#positionOf(this.#corner)) this.#corner = this.#active;
    this.#changed();
  }

  rows(): readonly GridRow[] {
    return this.#rows;
  }

  columns(): readonly GridColumn[] {
    return this.#columns;
  }

  size(page: number): GridSize {
    return { rows: this.#rows.length, columns: this.#columns.length, page };
  }

  /** Tab stop of the grid: the price column. */
  #entry(): number {
    return Math.max(
      0,
      this.#columns.findIndex(({ id }) => id === 'price'),
    );
  }

  viewOf(rowKey: string, column: number): number {
    const row = this.#places.get(rowKey);
    if (row === undefined) return 0;
    const isActive = this.#active?.rowKey === rowKey && this.#active.column === column;
    const isTabStop = this.#active ? isActive : row === 0 && column === this.#entry();
    const isSelected = this.#area !== null && isInArea({ row, column }, this.#area);
    return (
      (isTabStop ? CELL_VIEW.tabStop : 0) |
      (isActive ? CELL_VIEW.active : 0) |
      (isSelected ? CELL_VIEW.selected : 0) |
      (isActive && this.#editing ? CELL_VIEW.editing : 0) |
      (isActive && this.#wantsFocus ? CELL_VIEW.focused : 0)
    );
  }

  position(): GridPosition | null {
    return this.#positionOf(this.#active);
  }

  /** Stable until the selection changes. */
  area(): GridArea | null {
    return this.#area;
  }

  cellAt({ row, column }: GridPosition): EditCell | null {
    const [found, of] = [this.#rows[row], this.#columns[column]];
    return found && of ? editCellOf(found, of) : null;
  }

  /** Current position of a cell; null if its row or column is hidden. */
  placeOfCell({ row, field }: EditCell): GridPosition | null {
    const column = this.#columns.findIndex(({ attribute }) => attribute === field);
    const place = this.#places.get(row.key);
    return place === undefined || column < 0 ? null : { row: place, column };
  }

  placeOf(rowKey: string): number | undefined {
    return this.#places.get(rowKey);
  }

  activate(to: GridPosition, { extend = false }: { extend?: boolean } = {}): void {
    this.#goTo(to, extend, null);
  }

  /** A cell focused directly, by Tab or a screen reader. */
  focused(rowKey: string, column: number): void {
    const isActive = this.#active?.rowKey === rowKey && this.#active.column === column;
    if (this.#wantsFocus && isActive) return;
    this.#wantsFocus = true;
    if (!isActive) {
      this.#active = { rowKey, column };
      this.#corner = this.#active;
    }
    this.#changed();
  }

  /** Why the grid is read-only, or null. */
  lock(reason: string | null): void {
    this.#locked = reason;
  }

  /** True if read-only; shows why. */
  refuses(): boolean {
    if (this.#locked !== null) void showToast({ id: 'grid-locked', color: 'yellow', message: this.#locked });
    return this.#locked !== null;
  }

  /** Opens the editor with the cell's value, or with typed text. */
  edit(at: GridPosition, text: string | null = null): void {
    if (this.refuses()) return;
    this.#began = at.column;
    this.#goTo(at, false, this.cellAt(at) ? { text } : null);
  }

  isEditing(): boolean {
    return this.#editing !== null;
  }

  editedText(): string | null {
    return this.#editing?.text ?? null;
  }

  /** Closes the editor; focus returns to the cell unless it moved elsewhere. */
  stopEditing({ focus }: { focus: boolean }): void {
    this.#editing = null;
    this.#wantsFocus = focus;
    this.#changed();
  }

  /** Moves on after a key closed the editor: down, up, or into the next cell's editor. */
  leaveEditor(exit: 'enter' | 'shift-enter' | 'tab' | 'shift-tab', saved: boolean): void {
    const at = this.position();
    const size = this.size(1);
    if (at && (exit === 'tab' || exit === 'shift-tab')) {
      const began = this.#began;
      const isEdited = (place: GridPosition) => this.cellAt(place) !== null;
      const next = moveByTab(at, exit === 'tab' ? 1 : -1, { ...size, began }, isEdited);
      if (next) this.edit(next);
      this.#began = began;
      if (!next) this.stopEditing({ focus: true });
    } else if (at && saved) {
      const key = exit === 'enter' ? 'ArrowDown' : 'ArrowUp';
      this.activate(moveByKey(at, { key, ctrl: false }, size) ?? at);
    } else {
      // A value that needs attention.
      this.stopEditing({ focus: true });
    }
  }

  wantsFocus(): boolean {
    return this.#wantsFocus;
  }

  /** Focus moved elsewhere on the page. */
  left(): void {
    this.#wantsFocus = false;
    this.#changed();
  }

  /** Set by the open editor once something was typed. */
  watchEditor = (isTyped: () => boolean): (() => void) => {
    this.#hasTypedText = isTyped;
    return () => {
      if (this.#hasTypedText === isTyped) this.#hasTypedText = null;
    };
  };

  hasTypedText(): boolean {
    return this.#hasTypedText?.() ?? false;
  }

  #positionOf(anchor: Anchor | null): GridPosition | null {
    const row = anchor ? this.#places.get(anchor.rowKey) : undefined;
    return anchor && row !== undefined ? { row, column: anchor.column } : null;
  }

  #anchorAt({ row, column }: GridPosition): Anchor | null {
    const rowKey = this.#rows[row]?.key;
    return rowKey === undefined ? null : { rowKey, column };
  }

  #goTo(to: GridPosition, extend: boolean, start: { text: string | null } | null): void {
    this.#active = this.#anchorAt(to);
    if (!extend || !this.#corner) this.#corner = this.#active;
    this.#editing = start;
    this.#wantsFocus = true;
    this.#changed();
    for (const reveal of this.#revealers) reveal(to.row);
  }

  #changed(): void {
    const at = this.position();
    this.#area = at && areaBetween(at, this.#positionOf(this.#corner) ?? at);
    this.#listeners.notify();
  }
}
