import type { WholeSearchQuery } from '@storefleet/contract/catalogue/products';
import { EMPTY_STORE_IDS } from '@storefleet/contract/constants';
import type {
  BulkUpdateBatch,
  BulkUpdateItemsQuery,
  CsvImportReport,
} from '@storefleet/contract/edits/bulk-updates';
import type { Database } from '../../platform/db/database.ts';
import type { CsvFile } from '../../platform/http/csv-answer.ts';
import { invalidField } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { BulkUpdatesService } from '../bulk-updates/bulk-updates.service.ts';
import type { Planner } from '../bulk-updates/plan/plan.ts';
import { ALL_PRODUCTS, type ProductsService } from '../products/products.service.ts';
import { findStores } from './export/csv.repository.ts';
import { itemRows } from './export/item-export.ts';
import { productRows } from './export/product-export.ts';
import { type CsvFileContent, readCsvFile } from './import/csv-file.ts';
import { type ImportColumns, readColumns } from './import/import-columns.ts';
import { draftImport, type ImportDrafts } from './import/import-drafts.ts';
import { collectRows } from './import/import-rows.ts';
import { createMatcher } from './import/row-matching.ts';

export type CsvDeps = {
  db: Database;
  clock: Clock;
  products: Pick<ProductsService, 'select'>;
  planner: Pick<Planner, 'plan'>;
  bulkUpdates: Pick<BulkUpdatesService, 'get'>;
};

export type CsvService = ReturnType<typeof createCsvService>;

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

/** Catalogues and bulk updates as CSV files, and files as bulk updates. */
export function createCsvService({ db, clock, products, planner, bulkUpdates }: CsvDeps) {
  const today = () => clock.now().toISOString().slice(0, 10);

  /** Every variant that a search shows, on all of its pages and in its order. */
  async function exportProducts(query: WholeSearchQuery, signal: AbortSignal): Promise<CsvFile> {
    const { productIds, shows } = await products.select(query, ALL_PRODUCTS);
    return { fileName: `products-${today()}.csv`, rows: productRows(db, productIds, shows, signal) };
  }

  /** The rows of a bulk update, or those of one kind. */
  async function exportItems(
    batchId: string,
    { show }: Pick<BulkUpdateItemsQuery, 'show'>,
    signal: AbortSignal,
  ): Promise<CsvFile> {
    const { batch_id: id, attributes } = await bulkUpdates.get(batchId);
    return {
      fileName: `bulk-update-${show ?? 'rows'}-${today()}.csv`,
      rows: itemRows(db, { id, attributes }, show ?? 'all', signal),
    };
  }

  /** Works out what a file would change, and stores it as a preview. */
  async function importFile(
    file: AsyncIterable<Buffer>,
    input: { file_name?: string | undefined; store_ids?: string | undefined },
    { user, signal }: { user: AuthenticatedUser; signal: AbortSignal },
  ): Promise<BulkUpdateBatch> {
    const storeIds = parseStoreIds(input.store_ids);
    const content = await readCsvFile(file);
    const columns = readColumns(content.header);
    const rows = await collectRows(content, columns);
    const stores = await findStores(db);
    const matchRow = await createMatcher(db, rows, columns, { stores, storeIds });
    const drafts = await draftImport(db, { rows, columns, delimiter: content.delimiter, matchRow });
    signal.throwIfAborted();
    const batchId = await planner.plan({
      origin: 'csv_import',
      requestedBy: user,
      importReport: reportOf(content, columns, drafts, rows.length, input.file_name ?? null),
      drafts: drafts.drafts,
      refused: drafts.refused,
    });
    return bulkUpdates.get(batchId);
  }

  return { exportProducts, exportItems, importFile };
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
  { encoding, delimiter }: CsvFileContent,
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
    encoding: encoding(),
    delimiter,
  };
}
