import type { FileEncoding } from './text-decoding.ts';

export type Delimiter = ',' | ';' | '\t';

export type ImportRecord = {
  /** Numbered as in a spreadsheet: the first row is 1, and line breaks within quotes do not count. */
  readonly rowNumber: number;
  readonly cells: readonly string[];
};

/** A table of rows, in any format. */
export type ImportFile = {
  readonly format: /** The encoding is certain once the records have been read. */
    | { readonly kind: 'text'; readonly delimiter: Delimiter; encoding(): FileEncoding }
    | { readonly kind: 'sheet'; readonly sheet: string; readonly sheets: readonly string[] };
  /** Whether its language uses decimal commas, as far as the format tells. */
  readonly decimalComma: boolean;
  readonly header: readonly string[];
  /** The row number of the header: 1, unless something precedes it. */
  readonly headerRow: number;
  /** All non-blank rows after the header. */
  readonly records: AsyncGenerator<ImportRecord, void, void>;
};
