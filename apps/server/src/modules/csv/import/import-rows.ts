import { CSV_IMPORT_MAX_ROWS } from '@storefleet/contract/catalogue/file-constants';
import { formatCount } from '@storefleet/contract/values/quantity';
import {
  belongsToProduct,
  type ImportColumn,
  type ImportColumns,
  MATCH_KEYS,
  type MatchKey,
} from './import-columns.ts';
import { OPTION_SEPARATOR } from './match.repository.ts';
import { refuseFile } from './read/file-refusal.ts';
import type { ImportFile } from './read/import-file.ts';

type KeptCells = readonly (string | undefined)[];

/** A row of the file with its known cells. */
export type ImportRow = {
  readonly rowNumber: number;
  /** Cells by column index; undefined if the row is too short. */
  readonly cells: KeptCells;
  /** A code with the spaces around it. */
  readonly match: { readonly by: MatchKey; readonly value: string } | null;
  /** Why the row cannot be read, or null. */
  readonly problem: string | null;
};

/** All rows with content, reduced to known columns. */
export async function collectRows(
  { records }: Pick<ImportFile, 'records'>,
  columns: ImportColumns,
  { progress, signal }: { readonly progress: { done: number }; readonly signal: AbortSignal },
): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for await (const { rowNumber, cells } of records) {
    signal.throwIfAborted();
    const kept = columns.kept.map((index) => cells[index]);
    if (!saysAnything(kept, columns) && !clearsByHandle(cells, columns)) continue;
    if (rows.length >= CSV_IMPORT_MAX_ROWS) {
      throw refuseFile(
        `This file has more than ${formatCount(CSV_IMPORT_MAX_ROWS)} rows. Split it into several files.`,
      );
    }
    rows.push({
      rowNumber,
      cells: kept,
      match: matchOf(kept, columns),
      problem: problemOf(cells, columns),
    });
    progress.done = rows.length;
  }
  if (rows.length === 0) throw refuseFile('This file has a header but no rows below it.');
  return rows;
}

export function cellOf(row: ImportRow, column: ImportColumn | undefined): string | undefined {
  return column === undefined ? undefined : row.cells[column.slot];
}

/** A row for another image of a product has only the handle. */
function saysAnything(cells: KeptCells, { keys, attributes, inventory }: ImportColumns): boolean {
  const isFilled = (column?: ImportColumn) => Boolean(column && cells[column.slot]?.trim());
  return attributes.some(isFilled) || isFilled(keys.get('variantId')) || isFilled(inventory?.edited);
}

/** Where products are named by nothing but their handle, a row with only that has empty values. */
function clearsByHandle(cells: readonly string[], { kept, keys }: ImportColumns): boolean {
  const isFilled = (index: number) => Boolean(cells[index]?.trim());
  const handle = keys.get('handle');
  if (handle === undefined || MATCH_KEYS.find((key) => keys.has(key)) !== 'handle') return false;
  return (
    isFilled(kept[handle.slot] ?? -1) && cells.every((_, index) => kept.includes(index) || !isFilled(index))
  );
}

function matchOf(cells: KeptCells, { keys, options }: ImportColumns): ImportRow['match'] {
  const values = options.flatMap(({ slot }) => cells[slot]?.trim() || []);
  for (const by of MATCH_KEYS) {
    const column = keys.get(by);
    const written = column === undefined ? '' : (cells[column.slot] ?? '');
    const value = written.trim();
    if (value !== '' && by === 'handle' && values.length > 0) {
      return { by: 'options', value: [value, ...values].join(OPTION_SEPARATOR) };
    }
    if (value !== '' && (by === 'sku' || by === 'barcode')) return { by, value: written };
    if (value !== '') return { by, value: by === 'variantId' ? value.toLowerCase() : value };
  }
  return null;
}

function problemOf(cells: readonly string[], columns: ImportColumns): string | null {
  if (!cells.slice(columns.width).some((cell) => cell.trim() !== '')) return null;
  return `This row has ${cells.length} cells, the header names ${columns.width}. Put cells that hold the delimiter in quotation marks.`;
}

/**
 * Rows of a product's further variants, in which Shopify leaves product values blank: those without a title
 * or, in a file without titles, those that repeat a handle of the same store.
 */
export function findFollowUps(rows: readonly ImportRow[], columns: ImportColumns): ReadonlySet<ImportRow> {
  const handle = columns.keys.get('handle');
  if (handle === undefined) return new Set();
  const title = columns.attributes.find(({ attribute }) => attribute === 'title');
  if (title !== undefined) return new Set(rows.filter((row) => !cellOf(row, title)?.trim()));
  const identity = [columns.keys.get('storeId'), columns.keys.get('storeName'), handle];
  const seen = new Set<string>();
  return new Set(
    rows.filter((row) => {
      const product = identity.map((column) => cellOf(row, column)?.trim() ?? '').join('\n');
      if (seen.has(product)) return true;
      seen.add(product);
      return false;
    }),
  );
}

/** Whether the row has variant values other than its key. */
export function changesVariant(row: ImportRow, columns: ImportColumns): boolean {
  const isFilled = (column: ImportColumn) => Boolean(cellOf(row, column)?.trim());
  if (columns.inventory && isFilled(columns.inventory.edited)) return true;
  return columns.changeable.some(
    (column) => !belongsToProduct(column) && column.attribute !== row.match?.by && isFilled(column),
  );
}
