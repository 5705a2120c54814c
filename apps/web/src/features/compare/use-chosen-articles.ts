import type { CompareRow } from '@storefleet/contract/articles/compare';
import { useCallback, useMemo, useRef, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** Keys of selected articles among the rows; cleared by another comparison. */
export function useChosenArticles(rows: readonly CompareRow[] | undefined, comparison: string) {
  const [choice, setChoice] = useState({ comparison, keys: NONE });
  const chosen = useMemo(() => {
    if (choice.comparison !== comparison || choice.keys.size === 0) return NONE;
    return new Set(rows?.flatMap(({ key }) => (choice.keys.has(key) ? [key] : [])));
  }, [choice, comparison, rows]);
  const last = useRef(0);
  const toggle = useCallback(
    (index: number, range: boolean) => {
      const row = rows?.[index];
      if (!row) return;
      const isOn = !chosen.has(row.key);
      const [from, to] = range
        ? [Math.min(last.current, index), Math.max(last.current, index)]
        : [index, index];
      const keys = new Set(chosen);
      for (const { key } of rows.slice(from, to + 1)) {
        if (isOn) keys.add(key);
        else keys.delete(key);
      }
      last.current = index;
      setChoice({ comparison, keys });
    },
    [rows, chosen, comparison],
  );
  const toggleAll = useCallback(() => {
    const all = rows?.every(({ key }) => chosen.has(key)) ? NONE : new Set(rows?.map(({ key }) => key));
    setChoice({ comparison, keys: all });
  }, [rows, chosen, comparison]);
  const clear = () => setChoice({ comparison, keys: NONE });
  return { chosen, toggle, toggleAll, clear };
}
