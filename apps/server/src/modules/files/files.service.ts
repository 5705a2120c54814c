import type { CompareFilter } from '@storefleet/contract/articles/compare';
import type { MissingFileQuery } from '@storefleet/contract/articles/missing';
import type { FileFormat } from '@storefleet/contract/catalogue/file-constants';
import type { ProductFileQuery } from '@storefleet/contract/catalogue/products/products';
import { API_BASE_PATH } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemsQuery } from '@storefleet/contract/edits/bulk-update-items';
import type { HistoryFilters } from '@storefleet/contract/edits/history';
import type { FileOrder, OrderedFile } from '@storefleet/contract/files';
import {
  currentStoreScope,
  inStoreScope,
  keepStoreScope,
  type StoreScope,
} from '../../platform/db/store-scope.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import { AppError } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { CompareService } from '../compare/compare.service.ts';
import type { CsvService } from '../csv/csv.service.ts';
import { type Table, type TableChunk, toCsv } from '../csv/export/table.ts';
import { hasTooManyRows, tooManyRows, toXlsx } from '../csv/export/xlsx-writer.ts';
import type { HistoryService } from '../history/history.service.ts';
import type { FileWorkList, Followed } from './file-work.ts';

type FilesDeps = {
  readonly list: FileWorkList;
  readonly csv: Pick<CsvService, 'productTable' | 'itemTable'>;
  readonly history: Pick<HistoryService, 'table'>;
  readonly compare: Pick<CompareService, 'table' | 'missingTable'>;
};

/** The contents of a file. Kept as JSON until fetched, by whichever process. */
type Contents =
  | { readonly of: 'products'; readonly query: ProductFileQuery }
  | { readonly of: 'comparison'; readonly query: CompareFilter }
  | { readonly of: 'missing'; readonly query: MissingFileQuery }
  | { readonly of: 'history'; readonly query: HistoryFilters }
  | { readonly of: 'items'; readonly batchId: string; readonly query: Pick<BulkUpdateItemsQuery, 'show'> };

type Ordered = {
  readonly format: FileFormat;
  readonly contents: Contents;
  /** Scope of the requesting person: the browser fetches the file anonymously. */
  readonly scope?: StoreScope;
};

export type FilesService = ReturnType<typeof createFilesService>;

/** Exports and imports that continue when the page is left, and are listed for their owner meanwhile. */
export function createFilesService({ list, csv, history, compare }: FilesDeps) {
  function tableOf(contents: Contents, signal: AbortSignal): Promise<Table> | Table {
    if (contents.of === 'products') return csv.productTable(contents.query, signal);
    if (contents.of === 'items') return csv.itemTable(contents.batchId, contents.query, signal);
    if (contents.of === 'comparison') return compare.table(contents.query, signal);
    if (contents.of === 'missing') return compare.missingTable(contents.query, signal);
    return history.table(contents.query);
  }

  /** Refuses what cannot be written before a browser waits for it. */
  async function order(
    { format, title }: FileOrder,
    contents: Contents,
    owner: AuthenticatedUser,
    signal: AbortSignal,
  ): Promise<OrderedFile> {
    const table = await tableOf(contents, signal);
    if (format === 'xlsx' && (await hasTooManyRows(table))) throw tooManyRows();
    const { counted } = table;
    const ordered: Ordered = { format, contents, scope: currentStoreScope() };
    const work = { kind: 'export', title, counted, ordered, status: 'waiting' } as const;
    const id = await list.add({ ...work, owner_id: owner.id });
    return { id, address: `${API_BASE_PATH}/files/${id}` };
  }

  /** Writes a requested file while it is fetched. */
  async function download(id: string, client: AbortSignal): Promise<FileAnswer> {
    const row = await list.claim(id);
    if (row === null) throw new AppError({ code: 'file_not_found' });
    const { format, contents, scope = null } = row.ordered as Ordered;
    const work = list.follow(id);
    const signal = AbortSignal.any([work.signal, client]);
    // Also if the client left before anything was read.
    client.addEventListener('abort', () => void work.forget().catch(() => {}));
    try {
      const inScope = <Result>(task: () => Result) => inStoreScope(scope, task);
      const table = await inScope(() => tableOf(contents, signal));
      const total = () => inScope(table.total);
      const chunks = inScope(() => keepStoreScope(table.chunks));
      const counted = { ...table, chunks: countChunks({ total, chunks }, work, signal) };
      const file = format === 'csv' ? toCsv(counted) : toXlsx(counted, signal);
      return { ...file, rows: untilEnd(file.rows, work), outlivesPage: work.signal };
    } catch (error) {
      await work.keep({ error });
      throw error;
    }
  }

  /** Continues an import after its sender has left, who then finds its preview or failure in the list. */
  async function importing(
    title: string,
    owner: AuthenticatedUser,
    client: AbortSignal,
    work: (followed: Followed) => Promise<BulkUpdateBatch>,
  ): Promise<BulkUpdateBatch> {
    const begun = { kind: 'import', title, counted: 'row', status: 'in_progress' } as const;
    const followed = list.follow(await list.add({ ...begun, owner_id: owner.id }));
    try {
      const batch = await work(followed);
      await (client.aborted ? followed.keep({ batchId: batch.batch_id }) : followed.forget());
      return batch;
    } catch (error) {
      const reason = followed.signal.aborted ? followed.signal.reason : error;
      await (client.aborted ? followed.keep({ error: reason }) : followed.forget());
      throw reason;
    }
  }

  return { order, download, importing, stop: list.stop };
}

async function* countChunks(
  { total, chunks }: Pick<Table, 'total' | 'chunks'>,
  { progress }: Followed,
  signal: AbortSignal,
): AsyncGenerator<TableChunk, void, void> {
  progress.total = await total();
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
    progress.done = chunk.done;
  }
}

/** The browser reports completed and cancelled downloads itself; every failure is kept for the list. */
async function* untilEnd(
  rows: FileAnswer['rows'],
  work: Followed,
): AsyncGenerator<string | Buffer, void, void> {
  try {
    yield* rows;
  } catch (error) {
    await work.keep({ error });
    throw error;
  } finally {
    await work.forget();
  }
}
