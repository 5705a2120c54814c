import { VisuallyHidden } from '@mantine/core';
import { useLayoutEffect } from 'react';
import type { Editing } from '../editing.ts';
import type { GridStore } from '../grid/grid-store.ts';
import { useGridEditor } from '../use-grid-editor.ts';
import { EditsBar } from './edits-bar.tsx';
import { PlannedValuesDialog } from './planned-values-dialog.tsx';

type Props = { grid: GridStore; onReady: (editing: Editing) => void };

/** Surrounds an editable grid: the bar of pending edits, and the confirmation before a paste. */
export function GridEditing({ grid, onReady }: Props) {
  const { editing, ...editor } = useGridEditor(grid);
  useLayoutEffect(() => onReady(editing), [onReady, editing]);
  return (
    <>
      <EditsBar
        edits={editing.edits}
        grid={grid}
        notice={editor.notice}
        onDismissNotice={editor.dismissNotice}
      />
      <PlannedValuesDialog plan={editor.asked} onSave={editor.confirm} onCancel={editor.cancel} />
      <VisuallyHidden ref={editor.status} role="status" />
    </>
  );
}
