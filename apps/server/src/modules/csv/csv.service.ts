import type { ProductFileQuery } from '@storefleet/contract/catalogue/products';
import { EMPTY_STORE_IDS } from '@storefleet/contract/constants';
import {
  type BulkUpdateBatch,
  type BulkUpdateItemsQuery,
  type ImportColumns as ColumnsOfFile,
  type CsvImportReport,
  ImportColumnChoices,
} from '@storefleet/contract/edits/bulk-updates';
import type { Database } from '../../platform/db/database.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import { invalidField } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { countItems } from '../bulk-updates/bulk-updates.repository.ts';
import type { BulkUpdatesService } from '../bulk-updates/bulk-updates.service.ts';
import type { Planner } from '../bulk-updates/plan/plan.ts';
import { ALL_PRODUCTS, type ProductsService } from '../products/products.service.ts';
import { findStores } from './export/csv.repository.ts';
import { itemHeader, itemRows } from './export/item-export.ts';
import { productColumns, productHeader, productRows } from './export/product-export.ts';
import { type Table, toCsv } from './export/table.ts';
import { columnsOfFile } from './import/columns-of-file.ts';
import { findChoices, rememberChoices } from './import/headings.repository.ts';
import { type ColumnChoices, type ImportColumns, readColumns } from './import/import-columns.ts';
import { draftImport, type ImportDrafts } from './import/import-drafts.ts';
import { collectRows } from './import/import-rows.ts';
import { hasProblemRows, keepProblemRows, problemRows } from './import/problem-rows.ts';
import type { ImportFile } from './import/read/import-file.ts';
import { readFile } from './import/read/read-file.ts';
import { createMatcher } from './import/row-matching.ts';
import { headingKey } from './product-columns.ts';

export type CsvDeps = {
  db: Database;
  clock: Clock;
  products: Pick<ProductsService, 'select'>;
  planner: Pick<Planner, 'plan'>;
  bulkUpdates: Pick<BulkUpdatesService, 'get'>;
};

type ItemsShown = Pick<BulkUpdateItemsQuery, 'show'>;

export type CsvService = ReturnType<typeof createCsvService>;

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

/** Catalogues and bulk updates as CSV files, and files as bulk updates. */
export function createCsvService({ db, clock, products, planner, bulkUpdates }: CsvDeps) {
  const today = () => clock.now().toISOString().slice(0, 10);

  /** Every variant that a search shows, on all of its pages and in its order; as of a moment, if it was there. */
  function productTable({ as_of, columns: chosen, ...query }: ProductFileQuery, signal: AbortSignal): Table {
    const asOf = as_of === undefined ? null : new Date(as_of);
    const columns = productColumns(chosen);
    let selected: ReturnType<ProductsService['select']> | undefined;
    const found = () => (selected ??= products.select(query, ALL_PRODUCTS));
    return {
      name: asOf === null ? `products-${today()}` : `products-as-of-${fileMoment(asOf)}`,
      header: productHeader(columns, asOf),
      counted: 'product',
      total: async () => (await found()).productIds.length,
      chunks: productRows(db, found, { columns, asOf, signal }),
    };
  }

  /** The rows of a bulk update, or those of one kind. */
  async function itemTable(batchId: string, { show }: ItemsShown, signal: AbortSignal): Promise<Table> {
    const { batch_id: id, attributes } = await bulkUpdates.get(batchId);
    return {
      name: `bulk-update-${show ?? 'rows'}-${today()}`,
      header: itemHeader(attributes),
      counted: 'row',
      total: () => countItems(db, id, show ?? 'all'),
      chunks: itemRows(db, { id, attributes }, show ?? 'all', signal),
    };
  }

  /** How the headings of a file are understood, for a person to correct before its import. */
  async function readImportColumns(
    file: AsyncIterable<Buffer>,
    { sheet = null }: { sheet?: string | undefined | null },
  ): Promise<ColumnsOfFile> {
    const content = await readFile(file, sheet);
    try {
      return await columnsOfFile(content, await findChoices(db));
    } finally {
      await content.records.return();
    }
  }

  /** Works out what a file would change, and stores it as a preview. */
  async function importFile(
    file: AsyncIterable<Buffer>,
    input: ImportInput,
    { user, signal, progress }: ImportRun,
  ): Promise<BulkUpdateBatch> {
    const storeIds = parseStoreIds(input.store_ids);
    const choices = parseChoices(input.columns);
    const inEachStore = input.in_each_store === 'true';
    const content = await readFile(file, input.sheet ?? null);
    try {
      const columns = readColumns(content.header, choices);
      const rows = await collectRows(content, columns, progress);
      progress.total = rows.length;
      progress.done = 0;
      const stores = await findStores(db);
      const matchRow = await createMatcher(db, rows, columns, { stores, storeIds, inEachStore });
      const { decimalComma } = content;
      const drafts = await draftImport(db, { rows, columns, decimalComma, matchRow });
      signal.throwIfAborted();
      const batchId = await planner.plan({
        origin: 'csv_import',
        title: input.file_name ? `Import of ${input.file_name}` : null,
        requestedBy: user,
        importReport: reportOf(content, columns, drafts, rows.length, input.file_name ?? null),
        drafts: drafts.drafts,
        refused: drafts.refused,
        onPlanned(done) {
          signal.throwIfAborted();
          progress.done = done;
        },
      });
      await keepProblemRows(db, batchId, rows, columns);
      await rememberChoices(db, choices);
      return await bulkUpdates.get(batchId);
    } finally {
      await content.records.return();
    }
  }

  /** The rows of an imported file of which the plan refused something; where it kept none, those that failed. */
  async function exportProblems(batchId: string, signal: AbortSignal): Promise<FileAnswer> {
    const { batch_id: id, import_report: report } = await bulkUpdates.get(batchId);
    if (!(await hasProblemRows(db, id))) return toCsv(await itemTable(id, { show: 'problems' }, signal));
    const name = report?.file_name?.replace(/\.\w+$/, '') ?? `bulk-update-${today()}`;
    return { fileName: `${name}-problems.csv`, rows: problemRows(db, id, report?.delimiter || ',', signal) };
  }

  return { productTable, itemTable, readImportColumns, importFile, exportProblems };
}

/** `2026-11-12-1400`, in UTC as all times of files. */
function fileMoment(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', '-').replace(':', '');
}

type ImportRun = {
  readonly user: AuthenticatedUser;
  readonly signal: AbortSignal;
  /** Rows: read at first, then planned. */
  readonly progress: { done: number; total: number | null };
};

type ImportInput = {
  file_name?: string | undefined;
  store_ids?: string | undefined;
  sheet?: string | undefined;
  columns?: string | undefined;
  in_each_store?: 'true' | 'false' | undefined;
};

function parseChoices(text: string | undefined): ColumnChoices {
  if (text === undefined) return new Map();
  const { data, success } = ImportColumnChoices.safeParse(parseJson(text));
  if (!success) {
    throw invalidField('columns', 'columns must be a JSON object of headings and what they mean.');
  }
  return new Map(Object.entries(data).map(([heading, meaning]) => [headingKey(heading), meaning]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Null means every store. */
function parseStoreIds(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '' && id !== EMPTY_STORE_IDS);
  if (!ids.every((id) => UUID.test(id))) {
    throw invalidField('store_ids', 'store_ids must be a comma-separated list of store ids.');
  }
  return ids;
}

function reportOf(
  { format }: ImportFile,
  columns: ImportColumns,
  { counts, matchedBy }: ImportDrafts,
  rows: number,
  fileName: string | null,
): CsvImportReport {
  return {
    file_name: fileName,
    rows,
    ...counts,
    matched_by: [...matchedBy].flatMap((key) => columns.keys.get(key)?.name ?? []),
    applied_columns: columns.changeable.map(({ name }) => name),
    ignored_columns: [...columns.ignored],
    ...(format.kind === 'text'
      ? { encoding: format.encoding(), delimiter: format.delimiter }
      : { encoding: 'Excel', delimiter: '', sheet: format.sheet }),
  };
}
