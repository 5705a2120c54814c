import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import readSpreadsheet from 'read-excel-file/node';
import { NOT_CALCULATED } from '../cell-errors.ts';

type Sheet = { readonly name: string; readonly rows: readonly (readonly string[])[] };

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
// Some writers prefix every element: `<x:c>`.
const ERROR_CELL = /(<(?:\w+:)?c\b[^>]*?\s)t=(["'])e\2/g;
const FORMULA_WITHOUT_RESULT =
  /<(\w+:|)c\b([^>]*)>(?:<\1f\b[^>]*\/>|<\1f\b[^>]*>[^<]*<\/\1f>)(?:<\1v\s*\/>|<\1v><\/\1v>)?<\/\1c>/g;
const TYPE = /\st=(["'])(\w+)\1/;

export class WorkbookTooLargeError extends Error {}

/** The sheets of an .xlsx file as text. Throws if it is not one. */
export async function readWorkbook(bytes: Uint8Array, maxUnpackedBytes: number): Promise<Sheet[]> {
  const sheets = await readSpreadsheet(Buffer.from(withErrorsAsText(bytes, maxUnpackedBytes)), {
    trim: false,
    parseNumber: numberText,
  });
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(cellText)) }));
}

/** The library reads a failed or never calculated formula as an empty cell, which would clear a value. */
function withErrorsAsText(bytes: Uint8Array, maxUnpackedBytes: number): Uint8Array {
  let unpacked = 0;
  const files = unzipSync(bytes, {
    filter({ originalSize }) {
      unpacked += originalSize;
      if (unpacked > maxUnpackedBytes) throw new WorkbookTooLargeError();
      return true;
    },
  });
  for (const [path, content] of Object.entries(files)) {
    if (SHEET.test(path)) files[path] = strToU8(spellOutErrors(strFromU8(content)));
  }
  return zipSync(files, { level: 0 });
}

function spellOutErrors(xml: string): string {
  return xml
    .replaceAll(ERROR_CELL, '$1t="str"')
    .replaceAll(FORMULA_WITHOUT_RESULT, (cell, prefix: string, attributes: string) => {
      // A formula whose result is an empty text.
      if (TYPE.exec(attributes)?.[2] === 'str') return cell;
      const result = `<${prefix}v>${NOT_CALCULATED}</${prefix}v>`;
      return `<${prefix}c${attributes.replace(TYPE, '')} t="str">${result}</${prefix}c>`;
    });
}

/** Digits that a spreadsheet computes with; further stored digits are rounding noise (19.899999999999999). */
const SIGNIFICANT_DIGITS = 15;
const STORED_NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A cell as in a CSV file of the same table. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return String(cell);
}

/** A stored number, in plain digits; in those that are certain, if it has more of them. */
function numberText(stored: string): string {
  if (!STORED_NUMBER.test(stored)) return stored;
  const number = Number(Number(stored).toPrecision(SIGNIFICANT_DIGITS));
  return Math.abs(number) < 10 ** SIGNIFICANT_DIGITS ? String(number) : number.toExponential().toUpperCase();
}
