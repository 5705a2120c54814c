import { useEffect, useEffectEvent, useRef } from 'react';
import type { GridStore } from '../bulk-price/grid/grid-store.ts';
import type { ProductSearch } from '../products/search-address.ts';
import { useScreenScans } from './use-screen-scans.ts';

/** Opens the price of a scanned variant in the grid, searching for it first if needed. */
export function useScannedPrice(
  grid: GridStore,
  search: ProductSearch,
  onSearch: (changes: Partial<ProductSearch>) => void,
): void {
  /** Variants being loaded into the grid. */
  const awaited = useRef<readonly string[]>([]);
  const open = (keys: readonly string[]): boolean => {
    const rows = keys.flatMap((key) => grid.placeOf(key) ?? []);
    if (rows.length === 0) return false;
    awaited.current = [];
    const column = grid.columns().findIndex(({ attribute }) => attribute === 'price');
    const row = Math.min(...rows);
    if (column < 0) grid.activate({ row, column: 0 });
    else grid.edit({ row, column });
    return true;
  };
  const openAwaited = useEffectEvent(() => {
    if (awaited.current.length > 0) open(awaited.current);
  });
  useEffect(() => grid.subscribe(() => openAwaited()), [grid]);
  useScreenScans(search, (rows, code) => {
    const keys = rows.map(({ key }) => key);
    if (open(keys)) return 'Opened';
    awaited.current = keys;
    const isBySku = rows.some(({ variant }) => variant?.sku?.toLowerCase() === code.toLowerCase());
    onSearch({ query: code, type: isBySku ? 'sku' : 'barcode', filter: '' });
    return 'Found';
  });
}
