import type { FileAnswer } from '../../../platform/http/file-answer.ts';
import { type Cell, CSV_BOM, csvRow } from './csv-writer.ts';

/** What is exported, before it is CSV or a spreadsheet. */
export type Table = {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly header: readonly string[];
  readonly counted: 'product' | 'change' | 'row';
  /** How many of these there are. */
  readonly total: () => Promise<number>;
  readonly chunks: AsyncIterable<TableChunk>;
};

/** Rows in their order; `done` of the total are written with them. */
export type TableChunk = { readonly rows: readonly (readonly Cell[])[]; readonly done: number };

export function toCsv({ name, header, chunks }: Table): FileAnswer {
  return { fileName: `${name}.csv`, rows: csvText(header, chunks) };
}

async function* csvText(
  header: Table['header'],
  chunks: Table['chunks'],
): AsyncGenerator<string, void, void> {
  yield CSV_BOM + csvRow(header.map((text) => ({ text })));
  for await (const { rows } of chunks) yield rows.map((row) => csvRow(row)).join('');
}
