import type { ResultRow } from '../../products/result-rows.ts';
import { PRICE_FIELDS, type PriceCell } from '../price-cell.ts';
import {
  areaBetween,
  type GridArea,
  type GridPosition,
  type GridSize,
  isInArea,
  moveByKey,
  moveByTab,
} from './grid-position.ts';

/** How a cell stands in the grid, as flags: a number compares by value, and a cell that is not touched keeps still. */
export const CELL_VIEW = { tabStop: 1, active: 2, selected: 4, editing: 8, focused: 16 } as const;

/** A place that stays with its variant when the rows move. */
type Anchor = { rowKey: string; column: number };

export type PriceGridStore = ReturnType<typeof createPriceGridStore>;

/** Which cell is active, which ones are selected, and whether one is being edited. */
export function createPriceGridStore() {
  const listeners = new Set<() => void>();
  const revealers = new Set<(row: number) => void>();
  let rows: readonly ResultRow[] = [];
  let places = new Map<string, number>();
  let active: Anchor | null = null;
  /** The other corner of the selection. */
  let corner: Anchor | null = null;
  let area: GridArea | null = null;
  /** What the editor starts with: null is the cell's own value. */
  let editing: { text: string | null } | null = null;
  let wantsFocus = false;
  let hasTypedText: (() => boolean) | null = null;

  const positionOf = (anchor: Anchor | null): GridPosition | null => {
    const row = anchor ? places.get(anchor.rowKey) : undefined;
    return anchor && row !== undefined ? { row, column: anchor.column } : null;
  };

  const anchorAt = ({ row, column }: GridPosition): Anchor | null => {
    const rowKey = rows[row]?.key;
    return rowKey === undefined ? null : { rowKey, column };
  };

  function changed(): void {
    const at = positionOf(active);
    area = at && areaBetween(at, positionOf(corner) ?? at);
    for (const listener of listeners) listener();
  }

  function goTo(to: GridPosition, extend: boolean, start: { text: string | null } | null): void {
    active = anchorAt(to);
    if (!extend || !corner) corner = active;
    editing = start;
    wantsFocus = true;
    changed();
    for (const reveal of revealers) reveal(to.row);
  }

  const activate = (to: GridPosition, { extend = false }: { extend?: boolean } = {}) =>
    goTo(to, extend, null);

  /** Opens the editor on the cell's own value, or on what was typed. */
  const edit = (at: GridPosition, text: string | null = null) => goTo(at, false, { text });

  /** Closes the editor; the focus goes back to the cell unless it has gone somewhere else. */
  function stopEditing({ focus }: { focus: boolean }): void {
    editing = null;
    wantsFocus = focus;
    changed();
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Told of the row that has to come into view. */
    onReveal(reveal: (row: number) => void): () => void {
      revealers.add(reveal);
      return () => revealers.delete(reveal);
    },
    setRows(next: readonly ResultRow[]): void {
      rows = next;
      places = new Map(next.map(({ key }, index) => [key, index]));
      if (!positionOf(active)) {
        active = null;
        editing = null;
        wantsFocus = false;
      }
      if (!positionOf(corner)) corner = active;
      changed();
    },
    rows: () => rows,
    size: (page: number): GridSize => ({ rows: rows.length, columns: PRICE_FIELDS.length, page }),
    viewOf(rowKey: string, column: number): number {
      const row = places.get(rowKey);
      if (row === undefined) return 0;
      const isActive = active?.rowKey === rowKey && active.column === column;
      const isTabStop = active ? isActive : row === 0 && column === 0;
      const isSelected = area !== null && isInArea({ row, column }, area);
      return (
        (isTabStop ? CELL_VIEW.tabStop : 0) |
        (isActive ? CELL_VIEW.active : 0) |
        (isSelected ? CELL_VIEW.selected : 0) |
        (isActive && editing ? CELL_VIEW.editing : 0) |
        (isActive && wantsFocus ? CELL_VIEW.focused : 0)
      );
    },
    position: (): GridPosition | null => positionOf(active),
    /** The same object until the selection changes. */
    area: (): GridArea | null => area,
    cellAt({ row, column }: GridPosition): PriceCell | null {
      const found = rows[row];
      const field = PRICE_FIELDS[column];
      return found && field ? { row: found, field } : null;
    },
    placeOf: (rowKey: string): number | undefined => places.get(rowKey),
    activate,
    /** A cell that got the focus by itself, with Tab or from a screen reader. */
    focused(rowKey: string, column: number): void {
      if (wantsFocus && active?.rowKey === rowKey && active.column === column) return;
      wantsFocus = true;
      if (active?.rowKey !== rowKey || active.column !== column) {
        active = { rowKey, column };
        corner = active;
      }
      changed();
    },
    edit,
    editedText: (): string | null => editing?.text ?? null,
    stopEditing,
    /** Where the grid goes on once an editor was left by a key: down, up, or into the editor of the next cell. */
    leaveEditor(exit: 'enter' | 'shift-enter' | 'tab' | 'shift-tab', saved: boolean): void {
      const at = positionOf(active);
      const size = { rows: rows.length, columns: PRICE_FIELDS.length, page: 1 };
      if (at && (exit === 'tab' || exit === 'shift-tab')) {
        const next = moveByTab(at, exit === 'tab' ? 1 : -1, size);
        if (next) edit(next);
        else stopEditing({ focus: true });
      } else if (at && saved) {
        const key = exit === 'enter' ? 'ArrowDown' : 'ArrowUp';
        activate(moveByKey(at, { key, ctrl: false }, size) ?? at);
      } else {
        // A value to look at again.
        stopEditing({ focus: true });
      }
    },
    wantsFocus: () => wantsFocus,
    /** The focus went somewhere else on the page. */
    left(): void {
      wantsFocus = false;
      changed();
    },
    /** The open editor tells whether something was typed into it. */
    watchEditor(isTyped: () => boolean): () => void {
      hasTypedText = isTyped;
      return () => {
        if (hasTypedText === isTyped) hasTypedText = null;
      };
    },
    hasTypedText: (): boolean => hasTypedText?.() ?? false,
  };
}
