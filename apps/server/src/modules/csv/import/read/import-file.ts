import type { FileEncoding } from './text-decoding.ts';

export type Delimiter = ',' | ';' | '\t';

export type ImportRecord = {
  /** As a spreadsheet counts: the file's first row is 1, a line break within quotes begins no new row. */
  readonly rowNumber: number;
  readonly cells: readonly string[];
};

/** A table of rows, of whatever format. */
export type ImportFile = {
  readonly format: /** The encoding is certain once the records have been read. */
    | { readonly kind: 'text'; readonly delimiter: Delimiter; encoding(): FileEncoding }
    | { readonly kind: 'sheet'; readonly sheet: string; readonly sheets: readonly string[] };
  /** Whether its writer's language has decimals behind a comma, as far as the format tells. */
  readonly decimalComma: boolean;
  readonly header: readonly string[];
  /** Where the header stands: 1, unless something comes before it. */
  readonly headerRow: number;
  /** Everything after the header but blank rows. */
  readonly records: AsyncGenerator<ImportRecord, void, void>;
};
