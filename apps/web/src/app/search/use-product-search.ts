import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { GridLayout } from '../../features/products/grid/grid-layout.ts';
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

  /** Any change but the page itself begins at the first page. */
  const change = (changes: Partial<ProductSearch>) => {
    const next = { ...search, page: 1, ...changes };
    savePreferences(next, screen);
    void navigate({ to: '.', search: addressOf(next, screen), resetScroll: false });
  };

  /** Another look at the same rows is no step back in the browser. */
  const changeLayout = (layout: GridLayout) => {
    const next = { ...search, layout };
    savePreferences(next, screen);
    void navigate({ to: '.', search: addressOf(next, screen), resetScroll: false, replace: true });
  };
  return { search, change, changeLayout };
}
