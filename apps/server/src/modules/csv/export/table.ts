import type { FileAnswer } from '../../../platform/http/file-answer.ts';
import { type Cell, CSV_BOM, csvRow, exactCsvRow } from './csv-writer.ts';

/** Data to export, before it becomes CSV or a spreadsheet. */
export type Table = {
  /** The file name without its extension. */
  readonly name: string;
  readonly header: readonly string[];
  readonly counted: 'product' | 'change' | 'row';
  /** How many of these there are. */
  readonly total: () => Promise<number>;
  /** At most this many rows; without it, as many as the total. */
  readonly mostRows?: () => Promise<number>;
  readonly chunks: AsyncIterable<TableChunk>;
  /** Not for spreadsheets: text that could run as a formula is not marked. */
  readonly isForMachines?: boolean;
};

/** Rows in order; with them, `done` of the total are written. */
export type TableChunk = { readonly rows: readonly (readonly Cell[])[]; readonly done: number };

export function toCsv(table: Table): FileAnswer {
  return { fileName: `${table.name}.csv`, rows: csvText(table) };
}

async function* csvText({ header, chunks, isForMachines }: Table): AsyncGenerator<string, void, void> {
  const write = isForMachines ? exactCsvRow : csvRow;
  yield CSV_BOM + csvRow(header.map((text) => ({ text })));
  for await (const { rows } of chunks) yield rows.map((row) => write(row)).join('');
}
