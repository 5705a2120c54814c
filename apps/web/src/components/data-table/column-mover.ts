import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react';

type Options = {
  columnIds: readonly string[];
  /** Moves the column to the place of the other one. */
  onMove: ((columnId: string, placeOf: string) => void) | undefined;
};

const headOf = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-column][draggable]') : null;

/** Handlers for the header row: drag a column, or move it with Alt and the arrow keys. */
export function useColumnMover({ columnIds, onMove }: Options) {
  const dragged = useRef<string | null>(null);
  /** Column moved by keyboard: its DOM node moves and loses focus. */
  const focused = useRef<{ id: string; row: Element } | null>(null);
  const placeOf = (id = '') => columnIds.indexOf(id);

  useEffect(() => {
    const { id, row } = focused.current ?? {};
    focused.current = null;
    if (columnIds.length > 0) row?.querySelector<HTMLElement>(`[data-column="${id}"] button`)?.focus();
  }, [columnIds]);

  const clearMark = (event: DragEvent) => headOf(event)?.removeAttribute('data-drop');
  if (!onMove) return {};
  return {
    onDragStart(event: DragEvent) {
      dragged.current = headOf(event)?.dataset.column ?? null;
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver(event: DragEvent) {
      const head = headOf(event);
      if (!head || dragged.current === null) return;
      event.preventDefault();
      const step = placeOf(head.dataset.column) - placeOf(dragged.current);
      if (step !== 0) head.dataset.drop = step < 0 ? 'before' : 'after';
    },
    onDragLeave: clearMark,
    onDragEnd() {
      dragged.current = null;
    },
    onDrop(event: DragEvent) {
      clearMark(event);
      const target = headOf(event)?.dataset.column;
      if (dragged.current === null || target === undefined) return;
      event.preventDefault();
      if (target !== dragged.current) onMove(dragged.current, target);
    },
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const id = headOf(event)?.dataset.column;
      if (!event.altKey || step === undefined || id === undefined) return;
      // Prevents browser back navigation.
      event.preventDefault();
      const next = columnIds[placeOf(id) + step];
      if (next === undefined) return;
      focused.current = { id, row: event.currentTarget };
      onMove(id, next);
    },
  };
}
