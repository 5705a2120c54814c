import {
  DEFAULT_PRODUCT_FILE_COLUMNS,
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
    return known.length > 0 ? known : DEFAULT_PRODUCT_FILE_COLUMNS;
  });
  const change = (next: Columns) => {
    writeText(PREFERENCE_KEYS.exportColumns, sentColumns(next) ?? '');
    setColumns(next);
  };
  return [columns, change] as const;
}

/** Undefined for those of a file of which nobody chose any. */
export function sentColumns(columns: Columns): string | undefined {
  const list = columns.join();
  return list === DEFAULT_PRODUCT_FILE_COLUMNS.join() ? undefined : list;
}
