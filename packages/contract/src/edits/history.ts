import { z } from 'zod';
import {
  DayOrMoment,
  IdempotencyKey,
  QueryBoolean,
  queryFilter,
  queryInteger,
  Timestamp,
  Uuid,
} from '../api/common.ts';
import { sent } from '../api/conditions.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { EditableAttribute } from '../attributes/attribute-name.ts';
import {
  BULK_UPDATE_STATUSES,
  HISTORY_DEFAULT_PAGE_SIZE,
  HISTORY_MAX_PAGE_SIZE,
  HISTORY_ORIGINS,
  HISTORY_SOURCES,
} from '../constants.ts';
import { Person } from '../people/person.ts';
import { Override, OverrideReason } from './guard-rails.ts';

/** One changed attribute of one variant or product. */
export const HistoryRecord = model('HistoryRecord', {
  id: Uuid,
  timestamp: Timestamp,
  store_id: Uuid,
  store_details: z
    .object({ shop_name: z.string(), store_currency: z.string() })
    .describe('Name of the store at that time'),
  product_details: z.object({
    title: z.string(),
    variant_title: z.string().nullable(),
    sku: z.string().nullable(),
  }),
  product_id: Uuid,
  variant_id: Uuid.nullable(),
  shopify_product_id: z.string(),
  attribute_changed: z.string(),
  old_value: z.string().nullable(),
  old_value_known: z
    .boolean()
    .describe('False if old_value was read some time before the change and may have changed in between'),
  new_value: z.string().nullable(),
  user_details: Person.nullable(),
  changed_by_user_id: Uuid.nullable(),
  batch_id: Uuid,
  batch_size: z.int().min(1).describe('Changes in the whole batch'),
  origin: z.enum(HISTORY_ORIGINS).describe('outside: changed in the store itself, author unknown'),
  found_by: z.enum(['sync', 'webhook']).nullable().describe('How a change made outside was found'),
  undoes_batch_id: Uuid.nullable().describe('Set if this change undid an earlier batch'),
  undoes_record_id: Uuid.nullable(),
  undone_by_batch_id: Uuid.nullable().describe('Set if a later batch undid this change'),
});
export type HistoryRecord = z.infer<typeof HistoryRecord>;

export const HistoryFilters = z.object({
  store_id: queryFilter(Uuid),
  user_id: queryFilter(Uuid),
  start_date: queryFilter(DayOrMoment).describe('The first day or moment, inclusive'),
  end_date: queryFilter(DayOrMoment).describe('The last day or moment, inclusive'),
  timezone: queryFilter(z.string().max(64)).describe(
    'IANA timezone for days and for times without an offset. Default: UTC',
  ),
  attribute: queryFilter(EditableAttribute),
  batch_id: queryFilter(Uuid),
  product_id: queryFilter(Uuid),
  variant_id: queryFilter(Uuid),
  search: queryFilter(z.string().trim().max(200)).describe(
    'In the names, SKUs and barcodes of the products in the catalogue',
  ),
  source: queryFilter(z.enum(HISTORY_SOURCES)),
  found_stock: queryFilter(QueryBoolean).describe(
    'False: without stock that syncs and webhooks found changed, as every sale does',
  ),
});
export type HistoryFilters = z.infer<typeof HistoryFilters>;

export const HistoryQuery = HistoryFilters.extend({
  page: queryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER, name: 'page' }).default(1),
  page_size: queryInteger({ min: 1, max: HISTORY_MAX_PAGE_SIZE, name: 'page_size' }).default(
    HISTORY_DEFAULT_PAGE_SIZE,
  ),
  view_all: QueryBoolean.default(false).describe(
    `Pages of ${HISTORY_MAX_PAGE_SIZE} records, ignoring page_size`,
  ),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/** A batch of several changes, some of which are on the page. */
export const HistoryBatch = model('HistoryBatch', {
  batch_id: Uuid,
  size: z.int().min(1).describe('Changes in the whole batch'),
  found: z.int().min(1).describe('Number among them that match the filters'),
  undone: z.int().min(0).describe('Number of these changes undone by a later batch'),
});
export type HistoryBatch = z.infer<typeof HistoryBatch>;

export const HistoryPage = model('HistoryPage', {
  data: z.array(HistoryRecord),
  batches: z.array(HistoryBatch),
  total: z.int().min(0),
  total_pages: z.int().min(0),
});
export type HistoryPage = z.infer<typeof HistoryPage>;

export const HistoryBatchesQuery = HistoryFilters.extend({
  before: queryFilter(Uuid).describe('The last batch of the previous page'),
  limit: queryInteger({ min: 1, max: 100, name: 'limit' }).default(10),
});
export type HistoryBatchesQuery = z.infer<typeof HistoryBatchesQuery>;

/** The changes of one edit, import or undo, or those that one sync found. */
export const HistoryBatchLine = model('HistoryBatchLine', {
  batch_id: Uuid,
  title: z.string(),
  note: z.string().nullable(),
  override: Override.nullable(),
  approved_by: Person.nullable().describe('Member who approved somebody else’s plan'),
  scheduled_by: Person.nullable().describe('Member who scheduled its application or revert'),
  timestamp: Timestamp.describe('Time of its first change'),
  origin: z.enum(HISTORY_ORIGINS),
  found_by: z.enum(['sync', 'webhook']).nullable(),
  user_details: Person.nullable(),
  status: z.enum(BULK_UPDATE_STATUSES).nullable().describe('Null for changes that no update made'),
  changes: z.int().min(1).describe('For the stores and attribute of the filters'),
  failed: z.int().min(0),
  stores: z.array(z.string()).describe('Their names at that time'),
  undone_by_batch_id: Uuid.nullable().describe(
    'The latest undo of it, once all of it is undone and as long as it is',
  ),
});
export type HistoryBatchLine = z.infer<typeof HistoryBatchLine>;

export const HistoryBatchList = model('HistoryBatchList', {
  batches: z.array(HistoryBatchLine),
  next: Uuid.nullable().describe('Pass as `before` for the next page; null at the end'),
});
export type HistoryBatchList = z.infer<typeof HistoryBatchList>;

export const ProvenanceQuery = z.object({
  product_id: Uuid,
  variant_id: queryFilter(Uuid).describe('Omit for attributes of the product'),
  attribute: EditableAttribute,
});
export type ProvenanceQuery = z.infer<typeof ProvenanceQuery>;

/** Where a value comes from. */
export const Provenance = model('Provenance', {
  change: HistoryRecord.nullable().describe('The newest change of the value; null if there is none'),
  title: z.string().nullable().describe('Note of the update that made the change'),
  note: z.string().nullable(),
  override: Override.nullable().describe('Why a guard rail was overridden, and by whom'),
  approved_by: Person.nullable().describe('Member who approved somebody else’s plan'),
  first_seen: Timestamp.nullable().describe(
    'When the product or variant was added to the catalogue; null if it is not there',
  ),
});
export type Provenance = z.infer<typeof Provenance>;

export const HistoryUserList = model('HistoryUserList', { users: z.array(Person), total: z.int().min(0) });
export type HistoryUserList = z.infer<typeof HistoryUserList>;

/** What to undo: records, a batch, or everything that matches filters. */
// Strict: with its stores misspelt, it would be undone in all of them.
export const UndoRequest = z
  .strictObject({
    record_ids: z.array(Uuid).min(1, { error: 'Select at least one change to undo.' }).optional(),
    batch_id: Uuid.optional(),
    store_ids: z.array(Uuid).min(1).optional().describe('Only undo what the batch changed in these stores'),
    filters: HistoryFilters.refine(
      ({ found_stock, ...filters }) => Object.values(filters).some((value) => value !== undefined),
      { error: 'Set at least one filter: the whole history is not undone at once.' },
    ).optional(),
    include_record_ids: z
      .array(Uuid)
      .default([])
      .describe('Conflicts to restore even though the value was changed again since'),
    include_uncertain: z
      .boolean()
      .default(false)
      .describe('Also restore uncertain old values: they may not be the last before the change'),
    override_reason: OverrideReason,
    submit: z
      .boolean()
      .default(false)
      .describe('Submit the undo to the inbox for approval instead of starting it'),
  })
  .refine(
    ({ record_ids, batch_id, filters }) =>
      [record_ids, batch_id, filters].filter((subject) => subject !== undefined).length === 1,
    { error: 'Send one of record_ids, batch_id and filters.' },
  )
  .refine(({ store_ids, batch_id }) => store_ids === undefined || batch_id !== undefined, {
    path: ['store_ids'],
    error: 'Send store_ids together with batch_id.',
  })
  .meta({ id: 'UndoRequest', oneOf: [sent('record_ids'), sent('batch_id'), sent('filters')] });
export type UndoRequest = z.infer<typeof UndoRequest>;

/** A value that an undo keeps, because somebody has changed it since. */
export const UndoConflict = model('UndoConflict', {
  record: HistoryRecord,
  current_value: z.string().nullable(),
  changed_by: Person.nullable(),
  changed_at: Timestamp.nullable(),
  reason: z.string(),
  can_include: z.boolean().describe('False if there is nothing left to restore, such as a deleted product'),
});
export type UndoConflict = z.infer<typeof UndoConflict>;

/** The lists have the first 1,000; the counts are exact. */
export const UndoPreview = model('UndoPreview', {
  restorable: z.array(HistoryRecord),
  restorable_count: z.int().min(0),
  uncertain: z
    .array(HistoryRecord)
    .describe('Only restored with include_uncertain: their old value may not be the last before the change'),
  uncertain_count: z.int().min(0),
  conflicts: z.array(UndoConflict),
  conflicts_count: z.int().min(0),
});
export type UndoPreview = z.infer<typeof UndoPreview>;

/** An undo is a batch, with the progress of a bulk update. */
export const UndoStarted = model('UndoStarted', {
  batch_id: Uuid,
  restoring: z.int().min(0),
  conflicts: z.array(UndoConflict),
});
export type UndoStarted = z.infer<typeof UndoStarted>;

export const historyRoutes = {
  list: defineRoute('history.list', {
    summary: 'List changes, newest first',
    query: HistoryQuery,
    response: HistoryPage,
  }),
  batches: defineRoute('history.batches', {
    summary: 'List batches of changes, newest first',
    description: 'Paged by `next`: the last page is as fast as the first.',
    query: HistoryBatchesQuery,
    response: HistoryBatchList,
  }),
  provenance: defineRoute('history.provenance', {
    summary: 'Read the provenance of a value: who or what set it',
    query: ProvenanceQuery,
    response: Provenance,
  }),
  exportCsv: defineRoute('history.exportCsv', {
    summary: 'Export the filtered changes as CSV',
    query: HistoryFilters,
    response: z.string(),
    contentType: 'text/csv',
  }),
  users: defineRoute('history.users', {
    summary: 'List the users that appear in the history',
    response: HistoryUserList,
  }),
  previewUndo: defineRoute('history.previewUndo', {
    summary: 'Preview an undo: what it would restore and what it would leave unchanged',
    body: UndoRequest,
    response: UndoPreview,
  }),
  undo: defineRoute('history.undo', {
    summary: 'Restore old values that have not changed since',
    description: 'With `Idempotency-Key`, repeating the request returns the undo started first.',
    headers: z.object({ 'idempotency-key': IdempotencyKey }),
    body: UndoRequest,
    response: UndoStarted,
    status: 202,
  }),
};
