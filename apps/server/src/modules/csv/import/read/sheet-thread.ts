import { parentPort, workerData } from 'node:worker_threads';
import { readWorkbook, WorkbookTooLargeError } from './workbook.ts';

/** The thread of `sheet-file.ts`: posts the sheet's name, its rows in chunks, and the end. */

export type SheetQuestion = {
  readonly bytes: Uint8Array;
  readonly maxUnpackedBytes: number;
  /** Null for the first one with rows. */
  readonly sheet: string | null;
};
export type SheetNews =
  | { readonly kind: 'sheet'; readonly name: string | null; readonly names: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'end' | 'too_large' | 'unreadable' };

/** Small enough that receiving a message does not block the main thread noticeably. */
const ROWS_PER_MESSAGE = 2_000;

const post = (news: SheetNews) => parentPort?.postMessage(news);

const { bytes, maxUnpackedBytes, sheet: wanted } = workerData as SheetQuestion;
try {
  const sheets = await readWorkbook(bytes, maxUnpackedBytes);
  const found = sheets.find(({ name, rows }) => (wanted === null ? rows.length > 0 : name === wanted));
  post({ kind: 'sheet', name: found?.name ?? null, names: sheets.map(({ name }) => name) });
  const rows = found?.rows ?? [];
  for (let start = 0; start < rows.length; start += ROWS_PER_MESSAGE) {
    post({ kind: 'rows', rows: rows.slice(start, start + ROWS_PER_MESSAGE) });
  }
  post({ kind: 'end' });
} catch (error) {
  post({ kind: error instanceof WorkbookTooLargeError ? 'too_large' : 'unreadable' });
}
