import { pipeline, Readable } from 'node:stream';
import { formatCount } from '@storefleet/contract/values/quantity';
import { CsvError, parse } from 'csv-parse';
import { withoutFormulaMark } from '../../export/csv-writer.ts';
import { refuseFile } from './file-refusal.ts';
import type { Delimiter, ImportFile, ImportRecord } from './import-file.ts';
import { decodeText } from './text-decoding.ts';

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];
/** Characters; the longest rows have long product descriptions. */
const MAX_RECORD_LENGTH = 1_000_000;
/** Excel's first line that names the delimiter. */
const DELIMITER_LINE = /^"?sep=([,;\t])"?\r?\n/;

/** Reads a file with any delimiter, encoding and line ends as a stream. */
export async function readCsvFile(file: AsyncIterable<Buffer>): Promise<ImportFile> {
  const { chunks, encoding } = decodeText(file);
  const iterator = chunks[Symbol.asyncIterator]();
  const head = await readFirstLines(iterator);
  const named = DELIMITER_LINE.exec(head)?.[1];
  const start = named === undefined ? head : head.replace(DELIMITER_LINE, '');
  const delimiter = DELIMITERS.find((candidate) => candidate === named) ?? guessDelimiter(start);
  const skippedRows = named === undefined ? 0 : 1;

  const records = parseRecords(continueText(start, iterator), delimiter, skippedRows);
  const first = await records.next();
  if (first.done) throw refuseFile('This file is empty. Its first row must name the columns.');
  return {
    format: { kind: 'text', delimiter, encoding },
    // Spreadsheets with decimal commas use another delimiter.
    decimalComma: delimiter !== ',',
    header: first.value.cells,
    headerRow: first.value.rowNumber,
    records,
  };
}

/** Enough to find the header, and Excel's line before it. */
async function readFirstLines(chunks: AsyncIterator<string>): Promise<string> {
  let text = '';
  while (text.length < MAX_RECORD_LENGTH) {
    const chunk = await chunks.next();
    if (chunk.done) break;
    text += chunk.value;
    if (
      unquoted(text)
        .trimStart()
        .split(/[\r\n]+/).length > 2
    )
      break;
  }
  return text;
}

/**
 * A tab if the first row has one, as pasted rows do; otherwise the most frequent delimiter, or a comma for a
 * single column.
 */
function guessDelimiter(text: string): Delimiter {
  const [first = ''] = unquoted(text)
    .trimStart()
    .split(/[\r\n]/, 1);
  if (first.includes('\t')) return '\t';
  const count = (delimiter: Delimiter) => first.split(delimiter).length;
  return count(';') > 1 && count(';') >= count(',') ? ';' : ',';
}

function unquoted(text: string): string {
  return text.replaceAll(/"[^"]*("|$)/g, '');
}

async function* continueText(start: string, rest: AsyncIterator<string>): AsyncGenerator<string, void, void> {
  try {
    yield start;
    for (let chunk = await rest.next(); !chunk.done; chunk = await rest.next()) yield chunk.value;
  } finally {
    await rest.return?.();
  }
}

async function* parseRecords(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
  skippedRows: number,
): AsyncGenerator<ImportRecord, void, void> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Spreadsheets copy an inch mark unquoted.
    relax_quotes: delimiter === '\t',
    max_record_size: MAX_RECORD_LENGTH,
  });
  // Errors are reported by the parser.
  pipeline(Readable.from(text), parser, () => {});
  let rowNumber = skippedRows;
  try {
    for await (const written of parser as AsyncIterable<string[]>) {
      rowNumber += 1;
      const cells = written.map(withoutFormulaMark);
      if (cells.some((cell) => cell.trim() !== '')) yield { rowNumber, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? refuseFile(describe(error, skippedRows)) : error;
  }
}

function describe(error: CsvError, skippedRows: number): string {
  const row = (typeof error.records === 'number' ? error.records : 0) + 1 + skippedRows;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A quotation mark that opens in row ${row} is never closed, so the rows behind it cannot be told apart. Close it, or double it where it is part of the text.`;
    case 'CSV_MAX_RECORD_SIZE':
      return `Row ${row} is longer than ${formatCount(MAX_RECORD_LENGTH)} characters. Look there for a quotation mark that is not closed.`;
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `Row ${row} has a quotation mark where none can be. Put the whole cell in quotation marks and double those within it.`;
    default:
      return `Row ${row} cannot be read as CSV. Export the file again, and import that.`;
  }
}
