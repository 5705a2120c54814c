import { z } from 'zod';
import { idOf, QueryBoolean, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { ChannelName, ListPriceName, MetafieldName, StockName } from '../attributes/attribute-name.ts';
import {
  CSV_IMPORT_MAX_BYTES,
  IMPORT_MEANINGS,
  IMPORT_NEAR_ROWS,
  IMPORT_OPEN_ROWS,
  IMPORT_PICKED_VARIANTS,
} from '../catalogue/file-constants.ts';
import { BulkUpdateBatch } from './bulk-update-batches.ts';

const ImportMeaning = z.union([
  z.enum(IMPORT_MEANINGS),
  MetafieldName,
  StockName,
  ListPriceName,
  ChannelName,
]);
const Sheet = z.string().max(255);

/** The meanings of columns by heading; others mean what their heading says. */
export const ImportColumnChoices = z.record(z.string().max(1_000), ImportMeaning);

/** An uploaded file, or pasted rows, and how its columns are recognised. */
export const ImportUpload = model('ImportUpload', {
  id: Uuid,
  file_name: z.string().nullable(),
  has_header: z
    .boolean()
    .describe('Whether the first row names the columns; otherwise they are `Column A`, `Column B` …'),
  columns: z.array(
    z.object({
      heading: z.string(),
      samples: z.array(z.string()).describe('The first values below it'),
      meaning: ImportMeaning.nullable().describe(
        'How it was recognised: by name, by the choice made in an earlier import, or by its values; null if not recognised',
      ),
    }),
  ),
  sheet: z.string().nullable().describe('For a spreadsheet: the worksheet that was read'),
  sheets: z.array(z.string()),
});
export type ImportUpload = z.infer<typeof ImportUpload>;

/** How to read a file, and which variants its rows can match. */
export const ImportSettings = model('ImportSettings', {
  sheet: Sheet.nullable().default(null).describe('For an Excel file; null for the first worksheet with rows'),
  has_header: z.boolean().default(true),
  columns: ImportColumnChoices.default({}),
  store_ids: z
    .array(Uuid)
    .max(1_000)
    .nullable()
    .default(null)
    .describe('Only match variants of these stores; null for every store'),
  in_each_store: z
    .boolean()
    .default(false)
    .describe('Whether a row without a store matches the variants of all stores with its code'),
});
export type ImportSettings = z.infer<typeof ImportSettings>;

const key = z.string().max(255).optional();
const ImportKeys = z.object({ sku: key, barcode: key, handle: key, title: key });
export type ImportKeys = z.infer<typeof ImportKeys>;

const OpenRow = z.object({
  row_number: z.int().min(1),
  kind: z.enum(['ambiguous', 'unmatched', 'invalid']),
  reason: z.string().describe('Why it is ambiguous'),
  cells: z.array(z.string()).describe('Cells of the row, in column order'),
  keys: ImportKeys,
  variant_ids: z.array(Uuid).describe(`Candidates of an ambiguous row: the first ${IMPORT_PICKED_VARIANTS}`),
});
export type ImportOpenRow = z.infer<typeof OpenRow>;

/** What the rows of a file match. `rows` = `matched` + `ambiguous` + `unmatched` + `invalid`. */
export const ImportMatches = model('ImportMatches', {
  rows: z.int().min(0),
  matched: z.int().min(0),
  ambiguous: z.int().min(0),
  unmatched: z.int().min(0),
  invalid: z.int().min(0),
  stores: z
    .array(z.object({ store_id: Uuid, rows: z.int().min(1) }))
    .describe('Number of rows that match a variant of each store'),
  open: z.array(OpenRow).describe(`The first ${IMPORT_OPEN_ROWS} rows that are not matched`),
});
export type ImportMatches = z.infer<typeof ImportMatches>;

/** Variants that a person chose for a row. */
const ImportPick = z.object({
  row_number: z.int().min(1),
  variant_ids: z.array(Uuid).min(1).max(IMPORT_PICKED_VARIANTS),
});

export const ImportPlan = ImportSettings.extend({
  picks: z.array(ImportPick).max(IMPORT_OPEN_ROWS).default([]),
}).meta({ id: 'ImportPlan' });
export type ImportPlan = z.infer<typeof ImportPlan>;

const Suggestion = z.object({
  variant_ids: z
    .array(Uuid)
    .describe('The same code in several stores if `in_each_store` is true; otherwise a single one'),
  product_title: z.string(),
  variant_title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  price: z.string().nullable(),
  currency: z.string().nullable(),
  store_names: z.array(z.string()),
  reason: z.string().nullable().describe('Why it is similar; null for a variant that the row matches'),
});
export type ImportSuggestion = z.infer<typeof Suggestion>;

export const NearVariants = model('NearVariants', {
  rows: z.array(z.object({ suggestions: z.array(Suggestion) })),
});
export type NearVariants = z.infer<typeof NearVariants>;

export const NearQuestion = model('NearQuestion', {
  rows: z
    .array(
      z.object({
        keys: ImportKeys,
        variant_ids: z.array(Uuid).max(IMPORT_PICKED_VARIANTS).default([]),
      }),
    )
    .min(1)
    .max(IMPORT_NEAR_ROWS),
  store_ids: ImportSettings.shape.store_ids,
  in_each_store: ImportSettings.shape.in_each_store,
});
export type NearQuestion = z.infer<typeof NearQuestion>;

const params = z.object({ id: idOf('import_not_found') });

export const importRoutes = {
  upload: defineRoute('bulkUpdates.uploadImport', {
    summary: 'Upload a CSV or Excel file, or pasted rows, to be imported',
    description:
      'The body is the file itself, of any content type; send rows copied from a spreadsheet as tab-separated text. ' +
      'Only its sender can import it. Kept until it is planned, at most a day.',
    query: z.object({ file_name: z.string().max(255).optional() }),
    maxFileBytes: CSV_IMPORT_MAX_BYTES,
    response: ImportUpload,
    status: 201,
  }),
  read: defineRoute('bulkUpdates.readImport', {
    summary: 'Read how the columns of an uploaded file are interpreted',
    params,
    query: z.object({
      sheet: Sheet.optional().describe('For an Excel file. Default: the first worksheet with rows'),
      has_header: QueryBoolean.optional().describe('Default: detected from the first rows'),
    }),
    response: ImportUpload,
  }),
  match: defineRoute('bulkUpdates.matchImport', {
    summary: 'Match the rows of an uploaded file to variants',
    params,
    body: ImportSettings,
    response: ImportMatches,
  }),
  near: defineRoute('bulkUpdates.findNear', {
    summary: 'Suggest near matches for codes that match nothing',
    description:
      'Finds codes with a few different characters, look-alike letters, other separators, the same digits, a number ' +
      'shortened by a spreadsheet, or matching another code of the row. Best first.',
    body: NearQuestion,
    response: NearVariants,
  }),
  plan: defineRoute('bulkUpdates.planImport', {
    summary: 'Preview the changes of an uploaded file; writes nothing',
    params,
    body: ImportPlan,
    response: BulkUpdateBatch,
    status: 201,
  }),
};
