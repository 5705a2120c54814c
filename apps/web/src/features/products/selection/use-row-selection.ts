import type { SearchResultItem } from '@storefleet/contract/catalogue/products/products';
import { useEffect, useMemo, useRef } from 'react';
import type { GridRow } from '../grid/grid-rows.ts';
import { type Selection, type SelectionScope, selectedVariantOf } from './selection-store.ts';

export type ToggleRow = (index: number, options: { range: boolean }) => void;

/** Maximum named variants; a larger result is selected by its search. */
const MOST_BY_NAME = 1_000;

type Table = {
  rows: readonly GridRow[];
  items: readonly SearchResultItem[];
  scope: SelectionScope;
  total: number;
  isMore: boolean;
  /** All pages are shown together, or still loading: the header checkbox covers the whole result. */
  whole: boolean;
};

/** Selection by click, keyboard and header checkbox. Both functions are stable. */
export function useRowSelection(selection: Selection, { rows, items, scope, total, isMore, whole }: Table) {
  const shown = useRef({ rows, scope, total, isMore, whole, products: items.length });
  const anchor = useRef<string | null>(null);
  useEffect(() => {
    shown.current = { rows, scope, total, isMore, whole, products: items.length };
    selection.show({ variants: items.flatMap(variantsOfItem), products: items.length, total, isMore });
  }, [selection, rows, items, scope, total, isMore, whole]);

  return useMemo(() => {
    const toggle: ToggleRow = (index, { range }) => {
      const { rows: all, scope: of } = shown.current;
      const row = all[index];
      if (!row) return;
      const anchored = range ? all.findIndex(({ key }) => key === anchor.current) : -1;
      const [from, to] =
        anchored < 0 ? [index, index] : [Math.min(anchored, index), Math.max(anchored, index)];
      const select = selection.stateOf(row.variantIds) !== 'all';
      selection.set(all.slice(from, to + 1).flatMap(variantsOf), select, of);
      anchor.current = row.key;
    };
    const toggleAll = () => {
      const {
        rows: all,
        scope: of,
        products,
        total: found,
        isMore: moreFound,
        whole: takesAll,
      } = shown.current;
      const variants = all.flatMap(variantsOf);
      const select = selection.stateOf(variants.map(({ variantId }) => variantId)) !== 'all';
      const isAll = products < found || moreFound ? takesAll : variants.length > MOST_BY_NAME;
      if (isAll && select) selection.selectEverything(of);
      else if (isAll) selection.clear();
      else selection.set(variants, select, of);
    };
    return { toggle, toggleAll };
  }, [selection]);
}

function variantsOf({ item, variant }: GridRow) {
  return variant === null ? variantsOfItem(item) : [selectedVariantOf(item, variant)];
}

function variantsOfItem(item: SearchResultItem) {
  return item.product.variants.map((variant) => selectedVariantOf(item, variant));
}
