import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  addressOf,
  type ProductSearch,
  parseSearchAddress,
  type SearchPreferenceKeys,
  savePreferences,
  searchOf,
} from '../../features/products/search-address.ts';

/** The search as it stands in the address, filled in from this browser's preferences of the screen. */
export function useProductSearch(preferenceKeys: SearchPreferenceKeys) {
  const address = useSearch({ strict: false });
  const search = useMemo(
    () => searchOf(parseSearchAddress(address), preferenceKeys),
    [address, preferenceKeys],
  );
  const navigate = useNavigate();

  /** Any change but the page itself begins at the first page. */
  const change = (changes: Partial<ProductSearch>) => {
    const next = { ...search, page: 1, ...changes };
    savePreferences(next, preferenceKeys);
    void navigate({ to: '.', search: addressOf(next), resetScroll: false });
  };
  return { search, change };
}
