import {
  DEFAULT_PRODUCT_FILE_COLUMNS,
  PRODUCT_FILE_COLUMNS,
  type ProductFileColumn,
} from '@storefleet/contract/catalogue/file-constants';
import { PREFERENCE_KEYS } from '@storefleet/contract/constants';
import { useState } from 'react';
import { readText, writeText } from '../../lib/browser/browser-storage.ts';
import type { KnownMetafield } from '../metafields/known-metafields.ts';

export type ExportColumn = { readonly name: ProductFileColumn; readonly label: string };

/** In the order of the file. `chosen`: those last used in this browser. */
export function useExportColumns(metafields: readonly KnownMetafield[]) {
  const [kept, setKept] = useState(() => readText(PREFERENCE_KEYS.exportColumns)?.split(',') ?? []);
  const own = metafields.map(({ attribute, label }): ExportColumn => ({ name: attribute, label }));
  const all = [...PRODUCT_FILE_COLUMNS.map((name): ExportColumn => ({ name, label: name })), ...own];
  const usual: ProductFileColumn[] = [...DEFAULT_PRODUCT_FILE_COLUMNS, ...own.map(({ name }) => name)];
  const known = all.map(({ name }) => name).filter((name) => kept.includes(name));
  const change = (chosen: readonly ProductFileColumn[]) => {
    const next = chosen.join() === usual.join() ? [] : chosen;
    writeText(PREFERENCE_KEYS.exportColumns, next.join());
    setKept([...next]);
  };
  return { all, usual, chosen: known.length > 0 ? known : usual, change };
}

/** Undefined for the usual ones. */
export const sentColumns = ({ usual, chosen }: ReturnType<typeof useExportColumns>): string | undefined =>
  chosen.join() === usual.join() ? undefined : chosen.join();
