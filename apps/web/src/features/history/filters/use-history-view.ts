import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { addressOf, type HistoryView, parseHistoryAddress, viewOf } from './history-address.ts';

/** The view as it stands in the address, filled in from this browser's preferences. */
export function useHistoryView() {
  const address = useSearch({ strict: false });
  const view = useMemo(() => viewOf(parseHistoryAddress(address)), [address]);
  const navigate = useNavigate();

  /** Any change but the page itself begins at the first page. */
  const change = (changes: Partial<HistoryView>) => {
    const next = addressOf({ ...view, page: 1, ...changes });
    void navigate({ to: '.', search: { ...next, saved: address.saved }, resetScroll: false });
  };
  return { view, change };
}
