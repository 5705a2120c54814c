import type { SearchResultItem } from '@storefleet/contract/catalogue/products/products';
import { useMemo } from 'react';
import type { SelectionScope } from '../../products/selection/selection-store.ts';
import { useRowSelection } from '../../products/selection/use-row-selection.ts';
import { useSelection } from '../../products/selection/use-selection.ts';
import { ProductGrid, type ProductGridProps } from './product-grid.tsx';
import { SelectAll } from './select-rows.tsx';

type Props = Omit<ProductGridProps, 'select'> & {
  items: readonly SearchResultItem[];
  /** Search with these results. */
  scope: SelectionScope;
  /** Products found on all pages. */
  total: number;
  isMore: boolean;
  /** Rows of all pages are shown together, or still loading. */
  whole: boolean;
};

/** A grid with row selection. */
export function SelectableGrid({ items, scope, total, isMore, whole, ...grid }: Props) {
  const { rows } = grid;
  const { toggle, toggleAll } = useRowSelection(useSelection(), { rows, scope, items, total, isMore, whole });
  const select = useMemo(
    () => ({ head: <SelectAll rows={rows} onToggle={toggleAll} />, toggle }),
    [rows, toggle, toggleAll],
  );
  return <ProductGrid {...grid} select={select} />;
}
