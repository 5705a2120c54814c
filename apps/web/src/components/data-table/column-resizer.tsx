import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './column-resizer.module.css';
import { widthVariable } from './columns.ts';

/** Pixels per key press. */
const STEP = 16;

type Props = {
  columnId: string;
  label: string;
  onResize: (columnId: string, width: number | null) => void;
};

/** Resize handle of a column: drag it or use the arrow keys; double-click or Enter resets the width. */
export function ColumnResizer({ columnId, label, onResize }: Props) {
  const widthOf = (edge: Element) => edge.parentElement?.getBoundingClientRect().width ?? 0;

  /** Dragging only changes the CSS variable, so React re-renders no row. */
  const drag = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const edge = event.currentTarget;
    const table = edge.closest<HTMLElement>('[data-density]');
    const [width, from] = [widthOf(edge), event.clientX];
    const widthAt = ({ clientX }: { clientX: number }) => Math.max(width + clientX - from, 0);
    const stopped = new AbortController();
    const stop = (save: boolean) => (last: globalThis.PointerEvent) => {
      stopped.abort();
      table?.style.removeProperty(widthVariable(columnId));
      if (save && last.clientX !== from) onResize(columnId, widthAt(last));
    };
    const { signal } = stopped;
    edge.setPointerCapture(event.pointerId);
    edge.addEventListener(
      'pointermove',
      (moved: globalThis.PointerEvent) =>
        table?.style.setProperty(widthVariable(columnId), `${widthAt(moved)}px`),
      { signal },
    );
    edge.addEventListener('pointerup', stop(true), { signal });
    edge.addEventListener('pointercancel', stop(false), { signal });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (event.altKey || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    onResize(columnId, step === undefined ? null : widthOf(event.currentTarget) + step);
  };

  return (
    <hr
      ref={(edge) => edge?.setAttribute('aria-valuenow', String(Math.round(widthOf(edge))))}
      className={classes.edge}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={0}
      tabIndex={0}
      // Resizing must not also drag the column.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={drag}
      onDoubleClick={() => onResize(columnId, null)}
      onKeyDown={onKeyDown}
    />
  );
}
