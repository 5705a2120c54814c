import { z } from 'zod';
import { idOf, Outcome, requiredText, Timestamp, Uuid } from './api/common.ts';
import { model } from './api/model.ts';
import { defineRoute } from './api/route.ts';
import { CompareFilter } from './articles/compare.ts';
import { MissingFileQuery } from './articles/missing.ts';
import { FILE_FORMATS, FILE_TITLE_MAX_LENGTH } from './catalogue/file-constants.ts';
import { ProductFileQuery } from './catalogue/products/products.ts';
import { BulkUpdateItemsQuery } from './edits/bulk-update-items.ts';
import { HistoryFilters } from './edits/history.ts';

const params = z.object({ id: idOf('file_not_found') });

export const FileOrder = model('FileOrder', {
  format: z.enum(FILE_FORMATS, { error: `format must be one of: ${FILE_FORMATS.join(', ')}.` }),
  title: requiredText('Say what the file is of.', FILE_TITLE_MAX_LENGTH).describe(
    'Title shown while it is written',
  ),
});
export type FileOrder = z.infer<typeof FileOrder>;

export const OrderedFile = model('OrderedFile', {
  id: Uuid,
  address: z.string().describe('Download URL, valid once within a minute, without a token'),
});
export type OrderedFile = z.infer<typeof OrderedFile>;

/** A person's export or import, while it runs; an unseen result stays for an hour. */
export const FileWork = model('FileWork', {
  id: Uuid,
  kind: z.enum(['export', 'import']),
  title: z.string(),
  status: z.enum(['in_progress', 'completed', 'failed']),
  counted: z.enum(['product', 'change', 'row']).describe('Unit of `done` and `total`'),
  done: z.int().min(0),
  total: z.int().min(0).nullable().describe('Null while unknown'),
  error: z.string().nullable().describe('Why it failed, as a sentence'),
  batch_id: Uuid.nullable().describe('The preview made by an import'),
  started_at: Timestamp,
});
export type FileWork = z.infer<typeof FileWork>;

const order = { body: FileOrder, response: OrderedFile, status: 201 } as const;

export const fileRoutes = {
  exportProducts: defineRoute('files.exportProducts', {
    summary: 'Request a file with all variants of a search',
    query: ProductFileQuery,
    ...order,
  }),
  exportHistory: defineRoute('files.exportHistory', {
    summary: 'Request a file with the filtered changes',
    query: HistoryFilters,
    ...order,
  }),
  exportItems: defineRoute('files.exportItems', {
    summary: 'Request a file with the rows of a bulk update',
    params: z.object({ batch_id: idOf('batch_not_found') }),
    query: BulkUpdateItemsQuery.pick({ show: true }),
    ...order,
  }),
  exportComparison: defineRoute('files.exportComparison', {
    summary: 'Request a file with all articles of a comparison',
    query: CompareFilter,
    ...order,
  }),
  exportMissing: defineRoute('files.exportMissing', {
    summary: 'Request a CSV file for Shopify’s import with the articles a store lacks',
    query: MissingFileQuery,
    ...order,
    body: FileOrder.pick({ title: true }),
  }),
  download: defineRoute('files.download', {
    summary: 'Download a requested file',
    description:
      'The file is streamed and never stored. Its id is known only to its requester and valid for one download, ' +
      'so that a browser can download it without a token, even after the page is closed.',
    params,
    response: z.string(),
    contentType: '*/*',
    public: true,
  }),
  stop: defineRoute('files.stop', {
    summary: 'Cancel your own export or import, or dismiss its result',
    params,
    response: Outcome,
  }),
};
