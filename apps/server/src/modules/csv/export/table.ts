import type { FileAnswer } from '../../../platform/http/file-answer.ts';
import { type Cell, CSV_BOM, csvRow, exactCsvRow } from './csv-writer.ts';

/** What is exported, before it is CSV or a spreadsheet. */
export type Table = {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly header: readonly string[];
  readonly counted: 'product' | 'change' | 'row';
  /** How many of these there are. */
  readonly total: () => Promise<number>;
  readonly chunks: AsyncIterable<TableChunk>;
  /** Nobody opens it in a spreadsheet: text that could run as a formula there is not marked. */
  readonly isForMachines?: boolean;
};

/** Rows in their order; `done` of the total are written with them. */
export type TableChunk = { readonly rows: readonly (readonly Cell[])[]; readonly done: number };

export function toCsv(table: Table): FileAnswer {
  return { fileName: `${table.name}.csv`, rows: csvText(table) };
}

async function* csvText({ header, chunks, isForMachines }: Table): AsyncGenerator<string, void, void> {
  const write = isForMachines ? exactCsvRow : csvRow;
  yield CSV_BOM + csvRow(header.map((text) => ({ text })));
  for await (const { rows } of chunks) yield rows.map((row) => write(row)).join('');
}
