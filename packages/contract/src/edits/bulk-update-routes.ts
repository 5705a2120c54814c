import { z } from 'zod';
import { idOf, limitQuery, OffsetQuery, queryFilter, StoreParams } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { BULK_UPDATE_STATUSES, CSV_IMPORT_MAX_BYTES, IMPORT_MEANINGS } from '../constants.ts';
import {
  ApplyBulkUpdate,
  BulkUpdate,
  BulkUpdateAccepted,
  BulkUpdateBatch,
  BulkUpdateBatchList,
  BulkUpdateItemList,
  BulkUpdateItemsQuery,
  BulkUpdateNote,
  BulkUpdatePreview,
  BulkUpdateResult,
  LeaveOut,
  StoreEditing,
} from './bulk-updates.ts';

const ImportFileQuery = z.object({
  sheet: z.string().max(255).optional().describe('Of an Excel file; else the first one that has rows'),
});
const BatchParams = z.object({ batch_id: idOf('batch_not_found') });

export const bulkUpdateRoutes = {
  update: defineRoute('products.bulkUpdate', {
    tag: 'Bulk updates',
    summary: 'Set attributes of many products at once',
    description:
      'Up to 100 variants the answer is synchronous. With `Prefer: respond-async` it is 202 at once; with ' +
      '`Prefer: respond-async, wait=10` it is the result if that is there within so many seconds, else 202.',
    headers: z.object({ prefer: z.string().optional().describe('respond-async') }),
    body: BulkUpdate,
    response: BulkUpdateResult,
    otherResponses: { 202: BulkUpdateAccepted },
  }),
  editing: defineRoute('stores.editing', {
    tag: 'Bulk updates',
    summary: 'What can be changed in the products of a store',
    params: StoreParams,
    response: StoreEditing,
  }),
  list: defineRoute('bulkUpdates.list', {
    summary: 'Bulk updates that were applied or are running, newest first',
    query: z.object({
      limit: limitQuery({ defaultLimit: 20, maxLimit: 100 }),
      offset: OffsetQuery,
      status: queryFilter(z.enum(BULK_UPDATE_STATUSES)),
    }),
    response: BulkUpdateBatchList,
  }),
  preview: defineRoute('bulkUpdates.preview', {
    summary: 'Work out every old and new value without writing anything',
    body: BulkUpdatePreview,
    response: BulkUpdateBatch,
    status: 201,
  }),
  importCsv: defineRoute('bulkUpdates.importCsv', {
    summary: 'Work out the changes of a CSV or Excel file without writing anything',
    description:
      'The body is the file itself, of any content type. The columns of Shopify’s product file are understood, old and new.',
    query: ImportFileQuery.extend({
      file_name: z.string().max(255).optional(),
      store_ids: z
        .string()
        .max(40_000)
        .optional()
        .describe('Comma list: match variants of these stores alone'),
      columns: z
        .string()
        .max(40_000)
        .optional()
        .describe(
          `JSON object: what columns mean that are called otherwise, by their headings. One of ${IMPORT_MEANINGS.join(', ')}. Remembered for the headings of later files.`,
        ),
      in_each_store: z
        .enum(['true', 'false'])
        .optional()
        .describe(
          'Whether a row without a store is about the variants of all stores that have its SKU or barcode',
        ),
    }),
    maxFileBytes: CSV_IMPORT_MAX_BYTES,
    response: BulkUpdateBatch,
    status: 201,
  }),
  exportImportProblems: defineRoute('bulkUpdates.exportImportProblems', {
    summary: 'The rows of an imported file that were refused, to be corrected and imported again',
    params: BatchParams,
    response: z.string(),
    contentType: 'text/csv',
  }),
  get: defineRoute('bulkUpdates.get', {
    summary: 'How a bulk update stands',
    params: BatchParams,
    response: BulkUpdateBatch,
  }),
  items: defineRoute('bulkUpdates.items', {
    summary: 'The rows of a bulk update, each with its old and new values',
    params: BatchParams,
    query: BulkUpdateItemsQuery,
    response: BulkUpdateItemList,
  }),
  exportItems: defineRoute('bulkUpdates.exportItems', {
    summary: 'The rows of a bulk update as a CSV file',
    params: BatchParams,
    query: BulkUpdateItemsQuery.pick({ show: true }),
    response: z.string(),
    contentType: 'text/csv',
  }),
  annotate: defineRoute('bulkUpdates.annotate', {
    summary: 'Say why an update was made: its author’s note',
    params: BatchParams,
    body: BulkUpdateNote,
    response: BulkUpdateBatch,
  }),
  leaveOut: defineRoute('bulkUpdates.leaveOut', {
    summary: 'Leave rows of a preview out, or take them in again',
    params: BatchParams,
    body: LeaveOut,
    response: BulkUpdateBatch,
  }),
  apply: defineRoute('bulkUpdates.apply', {
    summary: 'Write what a preview showed',
    params: BatchParams,
    body: ApplyBulkUpdate,
    response: BulkUpdateAccepted,
    status: 202,
  }),
  cancel: defineRoute('bulkUpdates.cancel', {
    summary: 'Stop a running bulk update, or drop a preview; what is done stays done',
    params: BatchParams,
    response: BulkUpdateBatch,
  }),
  drop: defineRoute('bulkUpdates.drop', {
    summary: 'Forget a preview; an update that was started goes on',
    description: 'Answers how it stands: `started_at` is null where the preview was forgotten.',
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
