import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ColumnId, GridColumn } from './columns.ts';
import type { GridRow } from './grid-rows.ts';

/** A cell containing the searched text. */
type FoundCell = { readonly index: number; readonly rowKey: string; readonly columnId: ColumnId };

/** Ctrl+F over loaded rows, which the browser cannot search unrendered. A second Ctrl+F is the browser's. */
export function useFind(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  reveal: (index: number) => void,
) {
  const [text, setText] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(text?.trim().toLowerCase() ?? '');
  const found = useMemo(() => findCells(rows, columns, wanted), [rows, columns, wanted]);
  const current = found[Math.min(at, found.length - 1)] ?? null;

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f';
      const isOpen = event.target instanceof Element && event.target.closest('[data-find-bar]') !== null;
      if (!isFind || isOpen || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      setText((before) => before ?? '');
      document.querySelector<HTMLInputElement>('[data-find-bar] input')?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  useEffect(() => {
    if (current) reveal(current.index);
  }, [current, reveal]);

  return {
    /** Null while closed. */
    text,
    count: found.length,
    /** One-based. */
    place: found.length === 0 ? 0 : Math.min(at, found.length - 1) + 1,
    current,
    find(next: string) {
      setText(next);
      setAt(0);
    },
    step(by: 1 | -1) {
      if (found.length > 0) setAt((Math.min(at, found.length - 1) + by + found.length) % found.length);
    },
    close: () => setText(null),
  };
}

export type Find = ReturnType<typeof useFind>;

function findCells(rows: readonly GridRow[], columns: readonly GridColumn[], wanted: string): FoundCell[] {
  if (wanted === '') return [];
  return rows.flatMap((row, index) =>
    columns.flatMap((column) =>
      textIn(row, column).includes(wanted) ? [{ index, rowKey: row.key, columnId: column.id }] : [],
    ),
  );
}

/** Lowercase text of a cell, including the variant next to the product's name. */
function textIn({ item, variant, variantTitle, nested }: GridRow, column: GridColumn): string {
  if (column.of === 'variant') return (variant && column.read(variant)?.toLowerCase()) ?? '';
  if (column.kind === 'name')
    return `${nested ? '' : item.product.title} ${variantTitle ?? ''}`.toLowerCase();
  return nested ? '' : (column.read(item.product)?.toLowerCase() ?? '');
}
