import { readCsvFile } from './csv-file.ts';
import { refuseFile } from './file-refusal.ts';
import type { ImportFile } from './import-file.ts';
import { readSheetFile } from './sheet-file.ts';

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Excel files before 2007, and all with a password. */
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Detects the format by the first bytes. `sheet` names the sheet of an Excel file to read. */
export async function readFile(file: AsyncIterable<Buffer>, sheet: string | null): Promise<ImportFile> {
  const chunks = file[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < ZIP.length) {
    const chunk = await chunks.next();
    if (chunk.done) break;
    head = Buffer.concat([head, chunk.value]);
  }
  const bytes = continueWith(head, chunks);
  if (head.subarray(0, ZIP.length).equals(ZIP)) {
    return readSheetFile(Buffer.concat(await Array.fromAsync(bytes)), sheet);
  }
  if (head.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) {
    throw refuseFile(
      'This Excel file has a password or is of an old kind. In Excel choose “Save as” and the type “Excel Workbook (.xlsx)”, without a password, and import that file.',
    );
  }
  return readCsvFile(bytes);
}

async function* continueWith(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, void> {
  try {
    yield head;
    for (let chunk = await rest.next(); !chunk.done; chunk = await rest.next()) yield chunk.value;
  } finally {
    await rest.return?.();
  }
}
