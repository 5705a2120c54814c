import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type GridLayout, printLayout } from '../../features/products/grid/grid-layout.ts';
import {
  addressOf,
  type ProductSearch,
  parseSearchAddress,
  type SearchScreen,
  savePreferences,
  searchOf,
} from '../../features/products/search-address.ts';

/** The search as it stands in the address, filled in from this browser's preferences of the screen. */
export function useProductSearch(screen: SearchScreen) {
  const address = useSearch({ strict: false });
  const search = useMemo(() => searchOf(parseSearchAddress(address), screen), [address, screen]);
  const navigate = useNavigate();

  const go = (next: ProductSearch, replace = false) =>
    void navigate({
      to: '.',
      search: { ...addressOf(next, screen), ...(address.saved ? { saved: address.saved } : {}) },
      resetScroll: false,
      replace,
    });

  /** Any change but the page itself begins at the first page. */
  const change = (changes: Partial<ProductSearch>) => {
    const next = { ...search, page: 1, ...changes };
    savePreferences(next, screen);
    go(next);
  };

  /** Another look at the same rows is no step back in the browser. */
  const changeLayout = (layout: GridLayout) => {
    const next = { ...search, layout };
    savePreferences(next, screen);
    go(next, true);
  };

  /** What this screen makes of an address, with nothing left to the preferences of whoever opens it. */
  const read = useCallback(
    (raw: Readonly<Record<string, unknown>>) => {
      const meant = searchOf(parseSearchAddress(raw), screen);
      return { ...addressOf(meant, screen), ...printLayout(meant.layout) };
    },
    [screen],
  );
  return { search, change, changeLayout, read };
}
