import { attributesOnList } from '@storefleet/contract/attributes/list-prices';
import { publishedTo } from '@storefleet/contract/attributes/memberships';
import { metafieldName } from '@storefleet/contract/attributes/metafields';
import { EMPTY_STORE_IDS } from '@storefleet/contract/catalogue/catalogue-constants';
import type { BulkUpdateBatch, CsvImportReport } from '@storefleet/contract/edits/bulk-update-batches';
import {
  ImportColumnChoices,
  type ImportMatches,
  type ImportPlan,
  type ImportSettings,
  type ImportUpload,
  type NearQuestion,
} from '@storefleet/contract/edits/imports';
import type { Database } from '../../platform/db/database.ts';
import { invalidField } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { BulkUpdatesService } from '../bulk-updates/bulk-updates.service.ts';
import type { Planner } from '../bulk-updates/plan/plan.ts';
import { type FileStore, findStores } from './export/csv.repository.ts';
import { columnsOfFile } from './import/columns-of-file.ts';
import { findChoices, keyedChoices, rememberChoices } from './import/headings.repository.ts';
import { type ColumnChoices, type ImportColumns, readColumns } from './import/import-columns.ts';
import { draftImport, type ImportDrafts } from './import/import-drafts.ts';
import { collectRows } from './import/import-rows.ts';
import { findCodes } from './import/match.repository.ts';
import { matchesOf } from './import/near/import-matches.ts';
import { nearVariants } from './import/near/near-variants.ts';
import { keepProblemRows } from './import/problem-rows.ts';
import { withoutHeader } from './import/read/header-row.ts';
import type { ImportFile } from './import/read/import-file.ts';
import { keepFile, openFile, removeFile } from './import/read/kept-files.ts';
import { readFile } from './import/read/read-file.ts';
import { matchRows } from './import/row-matching.ts';

type ImportDeps = {
  readonly db: Database;
  readonly planner: Pick<Planner, 'plan'>;
  readonly bulkUpdates: Pick<BulkUpdatesService, 'get'>;
};

type Run = {
  readonly user: AuthenticatedUser;
  readonly signal: AbortSignal;
  /** Rows: first read, then planned. */
  readonly progress: { done: number; total: number | null };
};

type Source = { readonly bytes: AsyncIterable<Buffer>; readonly fileName: string | null };
type ReadChoices = { sheet?: string | undefined; has_header?: boolean | undefined };
type Kept = { readonly id: string; readonly user: AuthenticatedUser };

/** The query parameters of a file that is sent with its import. */
type SentSettings = {
  file_name?: string | undefined;
  store_ids?: string | undefined;
  sheet?: string | undefined;
  columns?: string | undefined;
  in_each_store?: 'true' | 'false' | undefined;
};

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

/** Imports files and pasted rows as bulk updates. */
export function createImportService(deps: ImportDeps) {
  const { db } = deps;

  /** Stores a file for its import, and returns how its columns are recognised. */
  async function uploadImport(
    file: AsyncIterable<Buffer>,
    fileName: string | null,
    user: AuthenticatedUser,
  ): Promise<ImportUpload> {
    const id = await keepFile(db, file, { ownerId: user.id, fileName });
    try {
      return await readImport(deps, { id, user }, {});
    } catch (error) {
      await removeFile(db, id);
      throw error;
    }
  }

  /** Matches the rows of a stored file. */
  async function matchImport(
    kept: Kept,
    settings: ImportSettings,
    signal: AbortSignal,
  ): Promise<ImportMatches> {
    const { bytes } = await open(db, kept);
    const stores = await findStores(db);
    const run = { signal, progress: { done: 0 } };
    return reading(bytes, { ...settings, stores }, run, async ({ rows, columns }) => {
      const matched = matchRows(db, rows, columns, { stores, ...scopeOf(settings), signal });
      return matchesOf(matched, columns);
    });
  }

  /** Plans a stored file as a preview, and deletes the file. */
  async function planImport(kept: Kept, plan: ImportPlan, run: Run): Promise<BulkUpdateBatch> {
    const batch = await planSource(deps, await open(db, kept), plan, run);
    await removeFile(db, kept.id);
    return batch;
  }

  /** Does all of it with a file as it arrives. */
  function importFile(file: AsyncIterable<Buffer>, sent: SentSettings, run: Run): Promise<BulkUpdateBatch> {
    const source = { bytes: file, fileName: sent.file_name ?? null };
    return planSource(deps, source, { ...readSettings(sent), picks: [] }, run);
  }

  const findNear = (question: NearQuestion) => nearVariants(db, question);

  /** Null if it was sent without a name. */
  const nameOfImport = async (kept: Kept) => (await open(db, kept)).fileName;

  return {
    uploadImport,
    nameOfImport,
    readImport: (kept: Kept, choices: ReadChoices) => readImport(deps, kept, choices),
    matchImport,
    planImport,
    importFile,
    findNear,
  };
}

const open = (db: Database, { id, user }: Kept) => openFile(db, { id, ownerId: user.id });

async function readImport(
  { db }: ImportDeps,
  kept: Kept,
  { sheet, has_header }: ReadChoices,
): Promise<ImportUpload> {
  const { bytes, fileName } = await open(db, kept);
  const content = await readFile(bytes, sheet ?? null);
  try {
    const columns = await columnsOfFile(content, {
      remembered: await findChoices(db),
      read: readIn(await findStores(db)),
      hasHeader: has_header ?? null,
      findCodes: (texts) => findCodes(db, texts),
    });
    return { id: kept.id, file_name: fileName, ...columns };
  } finally {
    await content.records.return();
  }
}

async function planSource(
  { db, planner, bulkUpdates }: ImportDeps,
  { bytes, fileName }: Source,
  plan: ImportPlan,
  run: Run,
): Promise<BulkUpdateBatch> {
  const { user, signal, progress } = run;
  const stores = await findStores(db);
  return reading(bytes, { ...plan, stores }, run, async ({ content, rows, columns }) => {
    progress.total = rows.length;
    progress.done = 0;
    const matched = matchRows(db, rows, columns, {
      stores,
      ...scopeOf(plan),
      signal,
      picks: new Map(plan.picks.map(({ row_number, variant_ids }) => [row_number, variant_ids])),
    });
    const { decimalComma } = content;
    const storesById = new Map(stores.map((store) => [store.id, store]));
    const drafts = await draftImport(db, { rows, columns, decimalComma, stores: storesById, matched });
    signal.throwIfAborted();
    const batchId = await planner.plan({
      origin: 'csv_import',
      title: fileName ? `Import of ${fileName}` : null,
      requestedBy: user,
      importReport: reportOf(content, columns, drafts, rows.length, fileName),
      drafts: drafts.drafts,
      refused: drafts.refused,
      onPlanned(done) {
        signal.throwIfAborted();
        progress.done = done;
      },
    });
    await keepProblemRows(db, batchId, rows, columns);
    if (plan.has_header) await rememberChoices(db, plan.columns);
    return bulkUpdates.get(batchId);
  });
}

/** Reads a whole file with the settings, and always closes it. */
async function reading<Result>(
  bytes: AsyncIterable<Buffer>,
  settings: ImportSettings & { readonly stores: readonly FileStore[] },
  run: { readonly signal: AbortSignal; readonly progress: { done: number } },
  use: (read: {
    content: ImportFile;
    rows: Awaited<ReturnType<typeof collectRows>>;
    columns: ImportColumns;
  }) => Promise<Result>,
): Promise<Result> {
  const written = await readFile(bytes, settings.sheet);
  const content = settings.has_header ? written : withoutHeader(written);
  try {
    const columns = readColumns(content.header, choicesOf(settings), readIn(settings.stores));
    const rows = await collectRows(content, columns, run);
    return await use({ content, rows, columns });
  } finally {
    await content.records.return();
  }
}

/** Metafields, channels and prices on lists that some store reads. */
function readIn(stores: readonly FileStore[]): ReadonlySet<string> {
  return new Set<string>(
    stores.flatMap(({ metafields, channels, price_lists }) => [
      ...metafields.map(({ owner, key }) => metafieldName(owner, key)),
      ...channels.map(publishedTo),
      ...price_lists.flatMap(({ name }) => attributesOnList(name)),
    ]),
  );
}

function scopeOf({ store_ids, in_each_store }: ImportSettings) {
  return { storeIds: store_ids, inEachStore: in_each_store };
}

function choicesOf({ columns }: Pick<ImportSettings, 'columns'>): ColumnChoices {
  return new Map([...keyedChoices(columns), ...Object.entries(columns)]);
}

function readSettings(sent: SentSettings): ImportSettings {
  return {
    sheet: sent.sheet ?? null,
    has_header: true,
    columns: readChoices(sent.columns),
    store_ids: readStoreIds(sent.store_ids),
    in_each_store: sent.in_each_store === 'true',
  };
}

function readChoices(text: string | undefined): ImportSettings['columns'] {
  if (text === undefined) return {};
  const { data, success } = ImportColumnChoices.safeParse(parseJson(text));
  if (!success) {
    throw invalidField('columns', 'columns must be a JSON object of headings and what they mean.');
  }
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Null means every store. */
function readStoreIds(text: string | undefined): string[] | null {
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
    matched_by: [
      ...new Set(
        [...matchedBy].flatMap((key) => columns.keys.get(key === 'options' ? 'handle' : key)?.name ?? []),
      ),
    ],
    applied_columns: [...columns.changeable, ...(columns.inventory ? [columns.inventory.edited] : [])].map(
      ({ name }) => name,
    ),
    ignored_columns: [...columns.ignored],
    ...(format.kind === 'text'
      ? { encoding: format.encoding(), delimiter: format.delimiter }
      : { encoding: 'Excel', delimiter: '', sheet: format.sheet }),
  };
}
