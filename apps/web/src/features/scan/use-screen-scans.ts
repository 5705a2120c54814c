import { useRef } from 'react';
import { announce } from '../../components/feedback/announce.ts';
import { showToast } from '../../components/feedback/toast.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { describeError } from '../../lib/api/describe-error.ts';
import type { GridRow } from '../products/grid/grid-rows.ts';
import { type ProductSearch, storeIdsParameter } from '../products/search-address.ts';
import { findScanned, nameScanned, notFound, scannedRows } from './find-scanned.ts';
import { useScans } from './scans.ts';

/** Milliseconds; the next scan comes soon, and a longer message would cover the rows. */
const SHOWN_FOR = 2_500;

/**
 * For product screens: `take` receives the scanned variants in the searched stores and returns a word for
 * the result. Scans are handled in order.
 */
export function useScreenScans(
  { stores }: Pick<ProductSearch, 'stores'>,
  take: (rows: GridRow[], code: string) => string,
): void {
  const api = useApi();
  const before = useRef<Promise<void>>(Promise.resolve());
  const look = async (code: string, earlier: Promise<void>) => {
    const search = findScanned(api, code, { storeIds: storeIdsParameter(stores) });
    const [found] = await Promise.allSettled([search, earlier]);
    if (found.status === 'rejected') {
      return showToast({
        color: 'red',
        message: `${code} was not looked up. ${describeError(found.reason)}`,
      });
    }
    const rows = scannedRows(found.value.results, code);
    if (rows.length === 0) return showToast({ color: 'red', message: notIn(stores, code) });
    announce(`${take(rows, code)} ${nameScanned(rows)}.`, SHOWN_FOR);
  };
  useScans((code) => {
    before.current = look(code, before.current);
  });
}

function notIn(stores: ProductSearch['stores'], code: string): string {
  return stores === 'all' ? notFound(code) : notFound(code).replace('No store', 'No chosen store');
}
