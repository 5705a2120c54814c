import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { deferred } from '../../components/deferred.tsx';
import { usePermission } from '../auth/use-permission.ts';
import type { Editing } from './editing.ts';
import { GridStore } from './grid/grid-store.ts';

const GridEditing = deferred(() => import('./components/grid-editing.tsx'), 'GridEditing');

/** A screen's grid and, once a cell is focused, its editing code. `locked`: why it is read-only right now. */
export function useEditing({
  atOnce = false,
  locked,
}: {
  atOnce?: boolean;
  locked?: string | undefined;
} = {}) {
  const [grid] = useState(() => new GridStore());
  // Users who may not save values may propose them.
  const withheld = usePermission('bulkUpdates.preview');
  const reason = locked ?? withheld;
  useLayoutEffect(() => grid.lock(reason), [grid, reason]);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [wanted, setWanted] = useState(atOnce);
  const loaded = useRef<Editing | null>(null);
  const waiting = useRef<((editing: Editing) => void)[]>([]);

  useEffect(() => {
    if (wanted) return;
    return grid.subscribe(() => {
      if (grid.position() !== null) setWanted(true);
    });
  }, [grid, wanted]);

  const onReady = useCallback((ready: Editing) => {
    loaded.current = ready;
    setEditing(ready);
    for (const action of waiting.current.splice(0)) action(ready);
  }, []);

  /** Immediately, or once loaded. */
  const act = useCallback(
    (action: (editing: Editing) => void) => {
      if (grid.refuses()) return;
      if (loaded.current) action(loaded.current);
      else waiting.current.push(action);
    },
    [grid],
  );

  const bar = wanted && <GridEditing grid={grid} onReady={onReady} />;
  return { grid, editing, act, bar };
}
