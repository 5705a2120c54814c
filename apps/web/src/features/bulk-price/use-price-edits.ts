import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { rememberValues } from './api/remember-values.ts';
import { savePrices } from './api/save-prices.ts';
import { PriceEdits } from './price-edits.ts';

/** The edits of one visit to the screen. They outlast the pages and searches of the visit. */
export function usePriceEdits(announce: (sentence: string) => void): PriceEdits {
  const api = useApi();
  const queryClient = useQueryClient();
  const [edits] = useState(
    () =>
      new PriceEdits({
        save: (values, signal, onWait) => savePrices(api, values, signal, onWait),
        onValues: (values) => rememberValues(queryClient, values),
        announce,
      }),
  );
  useEffect(() => {
    const detach = edits.attach();
    return () => {
      const left = edits.overview().saving > 0;
      detach();
      // Nobody follows these saves any more: the lists have to ask how they ended.
      if (left) void queryClient.invalidateQueries({ queryKey: ['products', 'search'] });
    };
  }, [edits, queryClient]);
  return edits;
}
