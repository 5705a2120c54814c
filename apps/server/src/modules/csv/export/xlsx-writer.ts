import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FILE_MEDIA_TYPES, XLSX_EXPORT_MAX_ROWS } from '@storefleet/contract/catalogue/file-constants';
import { formatCount } from '@storefleet/contract/values/quantity';
import type { FileAnswer } from '../../../platform/http/file-answer.ts';
import { invalidField } from '../../../platform/http/problem.ts';
import { createLimit } from '../../../platform/resilience/limit.ts';
import type { Table } from './table.ts';
import type { FromThread, ToThread } from './xlsx-thread.ts';

/**
 * The library builds a whole workbook in memory and blocks meanwhile, so it runs in a thread: one file at a
 * time, and with a limited number of rows, to bound memory.
 */
const oneAtATime = createLimit(1);
/**
 * The maximum number of usual rows takes less than half of it; without a limit, the heap would grow
 * unbounded.
 */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

export function toXlsx(table: Table, signal: AbortSignal): FileAnswer {
  return {
    fileName: `${table.name}.xlsx`,
    contentType: FILE_MEDIA_TYPES.xlsx,
    rows: xlsxPieces(table, signal),
  };
}

async function* xlsxPieces(table: Table, signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
  yield await oneAtATime(() => writeInThread(table, signal));
}

async function writeInThread({ header, chunks }: Table, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./xlsx-thread.ts', import.meta.url), { resourceLimits: HEAP });
  const send = (message: ToThread) => thread.postMessage(message);
  // Errors of the thread are thrown here, also while rows are still being read.
  const answered = once(thread, 'message', { signal }) as Promise<[FromThread]>;
  answered.catch(() => {});
  try {
    send({ header });
    let count = 0;
    for await (const { rows } of chunks) {
      count += rows.length;
      if (count > XLSX_EXPORT_MAX_ROWS) throw tooManyRows();
      send({ rows });
    }
    send(null);
    const [answer] = await answered;
    if ('file' in answer) return Buffer.from(answer.file);
    throw invalidField(
      'format',
      `Row ${formatCount(answer.tooLongInRow)} has a longer text than a spreadsheet takes. Export it as CSV.`,
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw invalidField(
        'format',
        'Its texts are too long for an Excel file of so many rows. Export it as CSV.',
      );
    }
    throw error;
  } finally {
    await thread.terminate();
  }
}

/** Before any is written. Reads them only where it takes that to tell. */
export async function hasTooManyRows({ total, mostRows, chunks }: Table): Promise<boolean> {
  // Each of what is counted has at least one row.
  if ((await total()) > XLSX_EXPORT_MAX_ROWS) return true;
  if (mostRows === undefined || (await mostRows()) <= XLSX_EXPORT_MAX_ROWS) return false;
  let count = 0;
  for await (const { rows } of chunks) {
    count += rows.length;
    if (count > XLSX_EXPORT_MAX_ROWS) return true;
  }
  return false;
}

export function tooManyRows() {
  return invalidField(
    'format',
    `An Excel file may have at most ${formatCount(XLSX_EXPORT_MAX_ROWS)} rows. Export it as CSV, which has no limit, or narrow it down.`,
  );
}
