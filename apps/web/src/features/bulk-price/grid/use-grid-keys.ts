import type { ClipboardEvent, KeyboardEvent } from 'react';
import { heldIn } from '../../products/grid/grid-cells.tsx';
import { editCellOf, idOf, storedValue } from '../edit-cell.ts';
import { type Editing, editsIn, type GridParts } from '../editing.ts';
import { parseClipboardTable, writeClipboardTable } from './clipboard-table.ts';
import { cellsIn, type GridPosition, moveByKey } from './grid-position.ts';

type Options = GridParts & {
  act: (action: (editing: Editing) => void) => void;
  /** Opens a row's product. */
  onOpen: (index: number) => void;
  /** With row selection: selects the active cell's row, or the range since the last one. */
  onSelectRow: ((index: number, options: { range: boolean }) => void) | undefined;
  /** Row height in pixels; a page is the rows that fit the window. */
  rowHeight: number;
};

/** Keys with a global meaning: focus search, and the shortcut list. */
const KEYS_OF_THE_PAGE = ['/', '?', ' '];

/** Keyboard and clipboard handling while no cell is being edited. */
export function useGridKeys({ grid, editing, act, onOpen, onSelectRow, rowHeight }: Options) {
  const edits = editsIn(editing);
  const isOutside = (event: { target: EventTarget; currentTarget: Element }) =>
    !(event.target instanceof Element && event.target.closest('[data-sheet-cell]')) ||
    !event.currentTarget.contains(event.target);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const at = grid.position();
    if (!at || isOutside(event) || event.altKey) return;
    const { key } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    if (editing === null && grid.isEditing()) {
      onKeyBeforeField(event, at);
      return;
    }
    const page = Math.max(1, Math.floor(window.innerHeight / rowHeight) - 4);
    const to = moveByKey(at, { key, ctrl }, grid.size(page));
    if (to) {
      event.preventDefault();
      grid.activate(to, { extend: event.shiftKey });
    } else if (key === 'Enter' && ctrl) {
      event.preventDefault();
      onOpen(at.row);
    } else if (key === 'Enter' || key === 'F2') {
      event.preventDefault();
      const cell = grid.cellAt(at);
      const problem = cell && edits.stateOf(idOf(cell)).problem;
      if (cell && key === 'Enter' && problem?.kind === 'conflict') focusProblem(idOf(cell));
      else grid.edit(at);
    } else if (key === 'Escape') {
      // Clears the cell selection first, then the page's other selection.
      const area = grid.area();
      if (area && cellsIn(area) > 1) event.preventDefault();
      grid.activate(at);
    } else if (key === ' ' && onSelectRow && !ctrl) {
      event.preventDefault();
      onSelectRow(at.row, { range: event.shiftKey });
    } else if (ctrl && key.toLowerCase() === 'd') {
      event.preventDefault();
      act(({ onFillDown }) => onFillDown());
    } else if (ctrl && key.toLowerCase() === 'z' && !event.shiftKey) {
      event.preventDefault();
      act((loaded) => loaded.edits.undo());
    } else if (!ctrl && key.length === 1 && !KEYS_OF_THE_PAGE.includes(key)) {
      event.preventDefault();
      // Suppresses page shortcuts, too.
      event.stopPropagation();
      grid.edit(at, key);
    }
  };

  /** Buffers typed text until the field's code is loaded; committed when a key leaves it. */
  const onKeyBeforeField = (event: KeyboardEvent<HTMLTableElement>, at: GridPosition) => {
    const { key, shiftKey } = event;
    const text = grid.editedText();
    const isText = key.length === 1 && !event.ctrlKey && !event.metaKey;
    if (!isText && !['Enter', 'Tab', 'Escape', 'Backspace'].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') grid.stopEditing({ focus: true });
    else if (key === 'Backspace') grid.edit(at, text?.slice(0, -1) ?? '');
    else if (isText) grid.edit(at, (text ?? '') + key);
    else {
      const cell = grid.cellAt(at);
      if (cell && text !== null) {
        const typed = { cell, typed: text, shown: storedValue(cell) };
        act((loaded) => loaded.onTyped(typed));
      }
      const leaves = key === 'Enter' ? 'enter' : 'tab';
      grid.leaveEditor(shiftKey ? `shift-${leaves}` : leaves, true);
    }
  };

  const onCopy = (event: ClipboardEvent<HTMLTableElement>) => {
    const area = grid.area();
    if (!area || isOutside(event)) return;
    const rows = grid.rows().slice(area.top, area.bottom + 1);
    const columns = grid.columns().slice(area.left, area.right + 1);
    const table = rows.map((row) =>
      columns.map((column) => {
        const cell = editCellOf(row, column);
        return (cell ? edits.shownValue(cell) : heldIn(row, column)) ?? '';
      }),
    );
    event.preventDefault();
    event.clipboardData.setData('text/plain', writeClipboardTable(table));
  };

  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    if (!grid.area() || isOutside(event)) return;
    event.preventDefault();
    const table = parseClipboardTable(event.clipboardData.getData('text/plain'));
    act(({ onPasteTable }) => onPasteTable(table));
  };

  return { onKeyDown, onCopy, onPaste };
}

function focusProblem(id: string): void {
  document.querySelector<HTMLElement>(`[data-cell-problem="${id}"] button`)?.focus();
}
