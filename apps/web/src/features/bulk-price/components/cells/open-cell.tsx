import { useState } from 'react';
import type { OpenCellProps } from '../../editing.ts';
import { saveTyped, textToEdit } from '../../grid/grid-actions.ts';
import { CellEditor, type EditorExit } from './cell-editor.tsx';

/** Editor of the open cell. */
export function OpenCell({ cell, grid, editing: { edits, onPasteTable, onSave: save } }: OpenCellProps) {
  const typed = grid.editedText();
  /** The value when editing began: rows may refetch meanwhile. */
  const [shown] = useState(() => edits.shownValue(cell));

  const onSave = (text: string, exit: EditorExit) => {
    const saved = saveTyped(edits, { cell, typed: text, shown, looked: exit === 'away' }, save);
    if (exit === 'away') grid.stopEditing({ focus: false });
    else if (exit !== 'gone') grid.leaveEditor(exit, saved);
  };
  return (
    <CellEditor
      cell={cell}
      text={typed ?? textToEdit(edits, cell)}
      selected={typed === null}
      onSave={onSave}
      onCancel={() => grid.stopEditing({ focus: true })}
      onPasteTable={(table) => {
        grid.stopEditing({ focus: true });
        onPasteTable(table);
      }}
      watch={grid.watchEditor}
    />
  );
}
