import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type GridLayout, printLayout } from './grid/grid-layout.ts';
import {
  addressOf,
  type ProductSearch,
  parseSearchAddress,
  type SearchScreen,
  savePreferences,
  searchOf,
} from './search-address.ts';

/** Search from the URL, with defaults from this browser's preferences for the screen. */
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

  /** Any change except the page itself resets to page one. */
  const change = (changes: Partial<ProductSearch>) => {
    const next = { ...search, page: 1, ...changes };
    savePreferences(next, screen);
    go(next);
  };

  /** Changes to the same rows add no entry to the browser's history. */
  const changeLayout = (layout: GridLayout) => {
    const next = { ...search, layout };
    savePreferences(next, screen);
    go(next, true);
  };

  /** This screen's search as a complete URL, independent of user preferences. */
  const read = useCallback(
    (raw: Readonly<Record<string, unknown>>) => {
      const meant = searchOf(parseSearchAddress(raw), screen);
      return { ...addressOf(meant, screen), ...printLayout(meant.layout) };
    },
    [screen],
  );
  return { search, change, changeLayout, read };
}
