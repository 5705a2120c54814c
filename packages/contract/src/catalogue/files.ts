import { z } from 'zod';
import { idOf, Outcome, requiredText, Timestamp, Uuid } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { CompareFilter } from '../articles/compare.ts';
import { MissingFileQuery } from '../articles/missing.ts';
import { FILE_FORMATS, FILE_TITLE_MAX_LENGTH } from '../constants.ts';
import { BulkUpdateItemsQuery } from '../edits/bulk-updates.ts';
import { HistoryFilters } from './history.ts';
import { ProductFileQuery } from './products.ts';

const params = z.object({ id: idOf('file_not_found') });

export const FileOrder = z
  .object({
    format: z.enum(FILE_FORMATS, { error: `format must be one of: ${FILE_FORMATS.join(', ')}.` }),
    title: requiredText('Say what the file is of.', FILE_TITLE_MAX_LENGTH).describe(
      'What it is called while it is written',
    ),
  })
  .meta({ id: 'FileOrder' });
export type FileOrder = z.infer<typeof FileOrder>;

export const OrderedFile = z
  .object({
    id: Uuid,
    address: z.string().describe('Where the file is fetched, once and within a minute, without a token'),
  })
  .meta({ id: 'OrderedFile' });
export type OrderedFile = z.infer<typeof OrderedFile>;

/** An export or import of a person, while it runs; and for an hour what nobody was there to hear of its end. */
export const FileWork = z
  .object({
    id: Uuid,
    kind: z.enum(['export', 'import']),
    title: z.string(),
    status: z.enum(['in_progress', 'completed', 'failed']),
    counted: z.enum(['product', 'change', 'row']).describe('What `done` and `total` count'),
    done: z.int().min(0),
    total: z.int().min(0).nullable().describe('Null as long as nobody knows'),
    error: z.string().nullable().describe('Why it failed, as a sentence'),
    batch_id: Uuid.nullable().describe('The preview that an import came to'),
    started_at: Timestamp,
  })
  .meta({ id: 'FileWork' });
export type FileWork = z.infer<typeof FileWork>;

const order = { body: FileOrder, response: OrderedFile, status: 201 } as const;

export const fileRoutes = {
  exportProducts: defineRoute('files.exportProducts', {
    summary: 'Order a file with all variants of a search result',
    query: ProductFileQuery,
    ...order,
  }),
  exportHistory: defineRoute('files.exportHistory', {
    summary: 'Order a file with the changes that the filters leave',
    query: HistoryFilters,
    ...order,
  }),
  exportItems: defineRoute('files.exportItems', {
    summary: 'Order a file with the rows of a bulk update',
    params: z.object({ batch_id: idOf('batch_not_found') }),
    query: BulkUpdateItemsQuery.pick({ show: true }),
    ...order,
  }),
  exportComparison: defineRoute('files.exportComparison', {
    summary: 'Order a file with all articles that a comparison of stores finds',
    query: CompareFilter,
    ...order,
  }),
  exportMissing: defineRoute('files.exportMissing', {
    summary: 'Order a CSV file for Shopify with the articles that a store lacks',
    query: MissingFileQuery,
    ...order,
    body: FileOrder.pick({ title: true }),
  }),
  download: defineRoute('files.download', {
    summary: 'Fetch an ordered file',
    description:
      'The file is written while it is fetched, and kept nowhere. Its id is known to the person who ordered it ' +
      'alone, and is good for one download: a browser can fetch it without a token, and goes on when the page is left.',
    params,
    response: z.string(),
    contentType: '*/*',
    public: true,
  }),
  stop: defineRoute('files.stop', {
    summary: 'Stop an export or import of one’s own, or forget how it ended',
    params,
    response: Outcome,
  }),
};
