import { parentPort } from 'node:worker_threads';
import writeXlsxFile, { type Cell as SheetCell } from 'write-excel-file/node';
import type { Cell } from './csv-writer.ts';

/** The thread of `xlsx-writer.ts`: receives the header, then rows, and returns the file on `null`. */

export type ToThread =
  | { readonly header: readonly string[] }
  | { readonly rows: readonly (readonly Cell[])[] }
  | null;
export type FromThread = { readonly file: Buffer } | { readonly tooLongInRow: number };

/** A spreadsheet keeps no more digits of a number. */
const MAX_DIGITS = 15;
/** Characters that fit a cell of a spreadsheet. */
const MAX_TEXT = 32_767;
const NUMBER = /^-?\d+(?:\.(\d+))?$/;

const sheet: SheetCell[][] = [];
let columns: { width: number }[] = [];

parentPort?.on('message', (message: ToThread) => {
  if (message === null) void finish();
  else if ('header' in message) begin(message.header);
  else for (const row of message.rows) sheet.push(row.map(toSheetCell));
});

function begin(header: readonly string[]): void {
  sheet.push(header.map((value) => ({ value, type: String, fontWeight: 'bold' })));
  columns = header.map((name) => ({ width: Math.max(12, name.length + 2) }));
}

/** The highlight colours of the light theme. */
const LIT = { notable: '#fff3bf', wrong: '#ffe3e3' } as const;

function toSheetCell(cell: Cell): SheetCell {
  const plain = toPlainCell(cell);
  if (cell.lit === undefined) return plain;
  return { ...(plain as object), backgroundColor: LIT[cell.lit] } as SheetCell;
}

function toPlainCell(cell: Cell): SheetCell {
  if ('moment' in cell) return { value: cell.moment, type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
  if ('text' in cell) return textCell(cell.text);
  const decimals = NUMBER.exec(cell.number ?? '');
  if (!decimals || decimals[0].replace(/\D/g, '').length > MAX_DIGITS) return textCell(cell.number);
  const format = decimals[1] === undefined ? '0' : `0.${'0'.repeat(decimals[1].length)}`;
  return { value: Number(decimals[0]), type: Number, format };
}

/**
 * A workbook has `_x000B_` for the character U+000B, which XML has not, so the underline of such a text has its code
 * instead. The library would drop the characters.
 */
const WITH_CODES = /_(?=x[\da-f]{4}_)|(?![\t\n\r])[\p{Cc}\ufdd0-\ufdef\ufffd-\uffff]/giu;
const codeOf = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

function textCell(value: string | null): SheetCell {
  return value ? { value: value.replaceAll(WITH_CODES, codeOf), type: String } : null;
}

async function finish(): Promise<void> {
  const tooLong = sheet.findIndex((row) => row.some((cell) => textOf(cell).length > MAX_TEXT));
  if (tooLong !== -1) return answer({ tooLongInRow: tooLong + 1 });
  const file = await writeXlsxFile(sheet, { sheet: 'Storefleet', stickyRowsCount: 1, columns }).toBuffer();
  answer({ file });
}

function textOf(cell: SheetCell): string {
  const value = cell !== null && typeof cell === 'object' && 'value' in cell ? cell.value : null;
  return typeof value === 'string' ? value : '';
}

function answer(message: FromThread): void {
  parentPort?.postMessage(message);
}
