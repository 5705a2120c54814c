import {
  PREFERENCE_KEYS,
  PRODUCT_FILE_COLUMNS,
  type ProductFileColumn,
} from '@storefleet/contract/constants';
import { useState } from 'react';
import { readText, writeText } from '../../lib/browser/browser-storage.ts';

type Columns = readonly ProductFileColumn[];

/** Export columns last used in this browser. */
export function useExportColumns() {
  const [columns, setColumns] = useState<Columns>(() => {
    const kept = (readText(PREFERENCE_KEYS.exportColumns) ?? '').split(',');
    const known = PRODUCT_FILE_COLUMNS.filter((column) => kept.includes(column));
    return known.length > 0 ? known : PRODUCT_FILE_COLUMNS;
  });
  const change = (next: Columns) => {
    writeText(PREFERENCE_KEYS.exportColumns, sentColumns(next) ?? '');
    setColumns(next);
  };
  return [columns, change] as const;
}

/** Undefined for all. */
export const sentColumns = (columns: Columns): string | undefined =>
  columns.length === PRODUCT_FILE_COLUMNS.length ? undefined : columns.join();
