import { z } from 'zod';
import { idOf, limitQuery, OffsetQuery, queryFilter, StoreParams } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { CSV_IMPORT_MAX_BYTES, IMPORT_MEANINGS } from '../catalogue/file-constants.ts';
import { BULK_UPDATE_STATUSES } from '../constants.ts';
import { StoreEditing } from '../stores/store-editing.ts';
import {
  ApplyBulkUpdate,
  BulkUpdateAccepted,
  BulkUpdateBatch,
  BulkUpdateBatchList,
  BulkUpdateNote,
  BulkUpdateResult,
} from './bulk-update-batches.ts';
import { BulkUpdateItemList, BulkUpdateItemsQuery, LeaveOut } from './bulk-update-items.ts';
import { BulkUpdate, BulkUpdatePreview } from './bulk-updates.ts';

const ImportFileQuery = z.object({
  sheet: z.string().max(255).optional().describe('For an Excel file. Default: the first worksheet with rows'),
});
const BatchParams = z.object({ batch_id: idOf('batch_not_found') });

export const bulkUpdateRoutes = {
  update: defineRoute('products.bulkUpdate', {
    tag: 'Bulk updates',
    summary: 'Set attributes of many products at once',
    description:
      'Synchronous for up to 100 variants. With `Prefer: respond-async`, responds 202 at once; with ' +
      '`Prefer: respond-async, wait=10`, responds with the result if ready within 10 seconds, otherwise 202.',
    headers: z.object({ prefer: z.string().optional().describe('respond-async') }),
    body: BulkUpdate,
    response: BulkUpdateResult,
    otherResponses: { 202: BulkUpdateAccepted },
  }),
  editing: defineRoute('stores.editing', {
    tag: 'Bulk updates',
    summary: 'List the editable attributes of a store',
    params: StoreParams,
    response: StoreEditing,
  }),
  list: defineRoute('bulkUpdates.list', {
    summary: 'List applied and running bulk updates, newest first',
    query: z.object({
      limit: limitQuery({ defaultLimit: 20, maxLimit: 100 }),
      offset: OffsetQuery,
      status: queryFilter(z.enum(BULK_UPDATE_STATUSES)),
    }),
    response: BulkUpdateBatchList,
  }),
  preview: defineRoute('bulkUpdates.preview', {
    summary: 'Preview a bulk update: compute every old and new value; writes nothing',
    body: BulkUpdatePreview,
    response: BulkUpdateBatch,
    status: 201,
  }),
  importCsv: defineRoute('bulkUpdates.importCsv', {
    summary: 'Preview the changes of a CSV or Excel file; writes nothing',
    description:
      'The body is the file itself, of any content type. The columns of Shopify’s product file are understood, old and new.',
    query: ImportFileQuery.extend({
      file_name: z.string().max(255).optional(),
      store_ids: z
        .string()
        .max(40_000)
        .optional()
        .describe('Only match variants of these stores; ids separated by commas'),
      columns: z
        .string()
        .max(40_000)
        .optional()
        .describe(
          `JSON object that maps other headings to their meaning: one of ${IMPORT_MEANINGS.join(', ')}, the name of a metafield, or stock.NAME for a location. Remembered for later files.`,
        ),
      in_each_store: z
        .enum(['true', 'false'])
        .optional()
        .describe('Whether a row without a store matches the variants of all stores with its SKU or barcode'),
    }),
    maxFileBytes: CSV_IMPORT_MAX_BYTES,
    response: BulkUpdateBatch,
    status: 201,
  }),
  exportImportProblems: defineRoute('bulkUpdates.exportImportProblems', {
    summary: 'Export the refused rows of an imported file, to correct and import again',
    params: BatchParams,
    response: z.string(),
    contentType: 'text/csv',
  }),
  get: defineRoute('bulkUpdates.get', {
    summary: 'Read the state of a bulk update',
    params: BatchParams,
    response: BulkUpdateBatch,
  }),
  items: defineRoute('bulkUpdates.items', {
    summary: 'List the rows of a bulk update with old and new values',
    params: BatchParams,
    query: BulkUpdateItemsQuery,
    response: BulkUpdateItemList,
  }),
  exportItems: defineRoute('bulkUpdates.exportItems', {
    summary: 'Export the rows of a bulk update as CSV',
    params: BatchParams,
    query: BulkUpdateItemsQuery.pick({ show: true }),
    response: z.string(),
    contentType: 'text/csv',
  }),
  annotate: defineRoute('bulkUpdates.annotate', {
    summary: 'Set the note of an update',
    params: BatchParams,
    body: BulkUpdateNote,
    response: BulkUpdateBatch,
  }),
  leaveOut: defineRoute('bulkUpdates.leaveOut', {
    summary: 'Exclude rows of a preview, or include them again',
    params: BatchParams,
    body: LeaveOut,
    response: BulkUpdateBatch,
  }),
  apply: defineRoute('bulkUpdates.apply', {
    summary: 'Apply a preview',
    params: BatchParams,
    body: ApplyBulkUpdate,
    response: BulkUpdateAccepted,
    status: 202,
  }),
  cancel: defineRoute('bulkUpdates.cancel', {
    summary: 'Cancel a running bulk update, or discard a preview; written rows stay written',
    params: BatchParams,
    response: BulkUpdateBatch,
  }),
  drop: defineRoute('bulkUpdates.drop', {
    summary: 'Discard a preview; an update that was started continues',
    description: 'Returns its state: `started_at` is null if the preview was discarded.',
    params: BatchParams,
    response: BulkUpdateBatch,
  }),
  retry: defineRoute('bulkUpdates.retry', {
    summary:
      'A new preview of the rows that failed, conflicted or were cancelled, based on what they hold now',
    params: BatchParams,
    response: BulkUpdateBatch,
    status: 201,
  }),
};
