import { z } from 'zod';
import { CalendarDate, QueryBoolean, queryFilter, queryInteger, Timestamp, Uuid } from './common.ts';
import { HISTORY_DEFAULT_PAGE_SIZE, HISTORY_MAX_PAGE_SIZE } from './constants.ts';
import { defineRoute } from './route.ts';

/** A person as the history remembers them, also after their account is gone. */
export const HistoryUser = z
  .object({ id: Uuid, name: z.string().nullable(), email: z.string() })
  .meta({ id: 'HistoryUser' });
export type HistoryUser = z.infer<typeof HistoryUser>;

/** One changed attribute of one variant or product. */
export const HistoryRecord = z
  .object({
    id: Uuid,
    timestamp: Timestamp,
    store_id: Uuid,
    store_details: z.object({ shop_name: z.string() }).describe('As the store was called at the time'),
    product_details: z.object({ title: z.string(), variant_title: z.string().nullable() }),
    product_id: Uuid,
    variant_id: Uuid.nullable(),
    shopify_product_id: z.string(),
    attribute_changed: z.string(),
    old_value: z.string().nullable(),
    new_value: z.string().nullable(),
    user_details: HistoryUser.nullable(),
    changed_by_user_id: Uuid.nullable(),
    batch_id: Uuid,
    undoes_batch_id: Uuid.nullable().describe('Set where this change undid an earlier batch'),
  })
  .meta({ id: 'HistoryRecord' });
export type HistoryRecord = z.infer<typeof HistoryRecord>;

export const HistoryQuery = z
  .object({
    page: queryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER, name: 'page' }).default(1),
    page_size: queryInteger({ min: 1, max: HISTORY_MAX_PAGE_SIZE, name: 'page_size' }).default(
      HISTORY_DEFAULT_PAGE_SIZE,
    ),
    view_all: QueryBoolean.default(false).describe(
      `Pages of ${HISTORY_MAX_PAGE_SIZE} records, whatever page_size says`,
    ),
    store_id: queryFilter(Uuid),
    user_id: queryFilter(Uuid),
    start_date: queryFilter(CalendarDate).describe('The first day, inclusive'),
    end_date: queryFilter(CalendarDate).describe('The last day, inclusive'),
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    path: ['end_date'],
    error: 'The end date must not be before the start date.',
  });
export type HistoryQuery = z.infer<typeof HistoryQuery>;

export const HistoryPage = z
  .object({
    data: z.array(HistoryRecord),
    total: z.int().min(0),
    total_pages: z.int().min(0),
  })
  .meta({ id: 'HistoryPage' });
export type HistoryPage = z.infer<typeof HistoryPage>;

export const HistoryUserList = z
  .object({ users: z.array(HistoryUser), total: z.int().min(0) })
  .meta({ id: 'HistoryUserList' });
export type HistoryUserList = z.infer<typeof HistoryUserList>;

/** What to undo: single records, or everything of a batch. */
export const UndoRequest = z
  .object({
    record_ids: z.array(Uuid).min(1, { error: 'Select at least one change to undo.' }).optional(),
    batch_id: Uuid.optional(),
  })
  .refine(({ record_ids, batch_id }) => (record_ids === undefined) !== (batch_id === undefined), {
    error: 'Send either record_ids or batch_id.',
  })
  .meta({ id: 'UndoRequest' });
export type UndoRequest = z.infer<typeof UndoRequest>;

/** A value that an undo leaves alone, because somebody changed it since. */
export const UndoConflict = z
  .object({
    record: HistoryRecord,
    current_value: z.string().nullable(),
    changed_by: HistoryUser.nullable(),
    changed_at: Timestamp.nullable(),
    reason: z.string(),
  })
  .meta({ id: 'UndoConflict' });
export type UndoConflict = z.infer<typeof UndoConflict>;

export const UndoPreview = z
  .object({ restorable: z.array(HistoryRecord), conflicts: z.array(UndoConflict) })
  .meta({ id: 'UndoPreview' });
export type UndoPreview = z.infer<typeof UndoPreview>;

/** An undo is a batch of its own; its progress is that of a bulk update. */
export const UndoStarted = z
  .object({ batch_id: Uuid, restoring: z.int().min(0), conflicts: z.array(UndoConflict) })
  .meta({ id: 'UndoStarted' });
export type UndoStarted = z.infer<typeof UndoStarted>;

const tag = 'History';

export const historyRoutes = {
  list: defineRoute('history.list', {
    tag,
    summary: 'Changes made through this tool, newest first',
    query: HistoryQuery,
    response: HistoryPage,
  }),
  users: defineRoute('history.users', {
    tag,
    summary: 'Everybody who appears in the history',
    response: HistoryUserList,
  }),
  previewUndo: defineRoute('history.previewUndo', {
    tag,
    summary: 'What an undo would restore, and what it would leave alone',
    body: UndoRequest,
    response: UndoPreview,
  }),
  undo: defineRoute('history.undo', {
    tag,
    summary: 'Restore the old values that nobody changed since',
    body: UndoRequest,
    response: UndoStarted,
    status: 202,
  }),
};
