import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { formatCount } from '@storefleet/contract/values/quantity';
import { refuseFile } from './file-refusal.ts';
import type { ImportFile, ImportRecord } from './import-file.ts';
import type { SheetNews, SheetQuestion } from './sheet-thread.ts';

const MEGABYTE = 1024 * 1024;
/** About three times the size of a table of 100,000 rows. */
const MAX_UNPACKED_BYTES = 64 * MEGABYTE;
/** The thread's limit for the texts of cells. */
const MAX_THREAD_MEGABYTES = 768;

/**
 * Reads one sheet of an .xlsx file: the named one, or the first with rows. The library loads the whole file
 * and computes for seconds, so it runs in its own thread.
 */
export async function readSheetFile(bytes: Uint8Array, sheet: string | null): Promise<ImportFile> {
  const question: SheetQuestion = { bytes, sheet, maxUnpackedBytes: MAX_UNPACKED_BYTES };
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    workerData: question,
    resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES },
  });
  const news = newsOf(thread);
  const first = await news.next();
  if (first.done || first.value.kind !== 'sheet') throw refuseFile(sentences.unreadable);
  const { name, names } = first.value;
  if (name === null && sheet !== null) {
    throw refuseFile(
      `This file has no sheet “${sheet}”. It has ${names.map((other) => `“${other}”`).join(', ')}.`,
    );
  }
  const records = recordsOf(news);
  const header = await records.next();
  if (header.done) throw refuseFile('This file is empty. Its first row must name the columns.');
  return {
    format: { kind: 'sheet', sheet: name ?? '', sheets: names },
    decimalComma: false,
    header: header.value.cells,
    headerRow: header.value.rowNumber,
    records,
  };
}

const sentences = {
  unreadable:
    'This Excel file cannot be read. Open it in Excel, save it again as .xlsx, and import that file.',
  too_large: `This Excel file unpacks to more than ${formatCount(MAX_UNPACKED_BYTES / MEGABYTE)} MB. Save its sheet as “CSV UTF-8”, and import that file.`,
};

async function* newsOf(thread: Worker): AsyncGenerator<SheetNews, void, void> {
  const failed = new AbortController();
  thread.once('error', (error) => {
    const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    failed.abort(isOutOfMemory ? refuseFile(sentences.too_large) : error);
  });
  try {
    for await (const [message] of on(thread, 'message', { signal: failed.signal })) {
      const news = message as SheetNews;
      if (news.kind === 'end') return;
      if (news.kind === 'too_large' || news.kind === 'unreadable') throw refuseFile(sentences[news.kind]);
      yield news;
    }
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  } finally {
    await thread.terminate();
  }
}

async function* recordsOf(news: AsyncIterable<SheetNews>): AsyncGenerator<ImportRecord, void, void> {
  let rowNumber = 0;
  for await (const item of news) {
    if (item.kind !== 'rows') continue;
    for (const cells of item.rows) {
      rowNumber += 1;
      if (cells.some((cell) => cell.trim() !== '')) yield { rowNumber, cells };
    }
  }
}
