import type { PointerEvent } from 'react';
import classes from './column-resizer.module.css';
import { widthVariable } from './columns.ts';

type Props = {
  columnId: string;
  onResize: (columnId: string, width: number | null) => void;
};

/** The edge of a column's head: dragged, or put back with a double click. The column menu has the same for the keyboard. */
export function ColumnResizer({ columnId, onResize }: Props) {
  const widthOf = (edge: Element) => edge.parentElement?.getBoundingClientRect().width ?? 0;

  /** Only the variable changes while the edge is dragged: no row is drawn anew by React. */
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

  return (
    <span
      className={classes.edge}
      aria-hidden
      onPointerDown={drag}
      onDoubleClick={() => onResize(columnId, null)}
    />
  );
}
