import type { ClipboardEvent, KeyboardEvent } from 'react';
import { heldIn } from '../../products/grid/grid-cells.tsx';
import type { GridParts } from '../components/sheet-cell.tsx';
import { editCellOf, idOf } from '../edit-cell.ts';
import { parseClipboardTable, writeClipboardTable } from './clipboard-table.ts';
import { moveByKey } from './grid-position.ts';

type Options = GridParts & {
  onFillDown: () => void;
  /** In pixels; a page is as many rows as the window has room for. */
  rowHeight: number;
};

/** Keys that mean something elsewhere on the page: to the search box, and the list of keys. */
const KEYS_OF_THE_PAGE = ['/', '?', ' '];

/** The keyboard and the clipboard of the grid while no cell is being edited. */
export function useGridKeys({ edits, grid, onPasteTable, onFillDown, rowHeight }: Options) {
  const isOutside = (event: { target: EventTarget; currentTarget: Element }) =>
    !(event.target instanceof Element && event.target.closest('[data-sheet-cell]')) ||
    !event.currentTarget.contains(event.target);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const at = grid.position();
    if (!at || isOutside(event) || event.altKey) return;
    const { key } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(window.innerHeight / rowHeight) - 4);
    const to = moveByKey(at, { key, ctrl }, grid.size(page));
    if (to) {
      event.preventDefault();
      grid.activate(to, { extend: event.shiftKey });
    } else if (key === 'Enter' || key === 'F2') {
      event.preventDefault();
      const cell = grid.cellAt(at);
      const problem = cell && edits.stateOf(idOf(cell)).problem;
      if (cell && key === 'Enter' && problem?.kind === 'conflict') focusProblem(idOf(cell));
      else grid.edit(at);
    } else if (key === 'Escape') {
      grid.activate(at);
    } else if (ctrl && key.toLowerCase() === 'd') {
      event.preventDefault();
      onFillDown();
    } else if (ctrl && key.toLowerCase() === 'z' && !event.shiftKey) {
      event.preventDefault();
      edits.undo();
    } else if (!ctrl && key.length === 1 && !KEYS_OF_THE_PAGE.includes(key)) {
      event.preventDefault();
      grid.edit(at, key);
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
    onPasteTable(parseClipboardTable(event.clipboardData.getData('text/plain')));
  };

  return { onKeyDown, onCopy, onPaste };
}

function focusProblem(id: string): void {
  document.querySelector<HTMLElement>(`[data-cell-problem="${id}"] button`)?.focus();
}
