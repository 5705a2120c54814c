import { z } from 'zod';
import { limitQuery, OffsetQuery, queryFilter, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { EditableAttribute } from '../attributes/attribute-name.ts';
import {
  BULK_UPDATE_ITEM_STATUSES,
  BULK_UPDATE_ITEMS_MAX_PAGE_SIZE,
  BULK_UPDATE_ITEMS_PAGE_SIZE,
  BULK_UPDATE_WARNINGS,
} from '../constants.ts';
import { BrokenGuardRail } from './guard-rails.ts';

/** One variant of a bulk update (or one product, for product attributes; or an unmatched row of a file). */
export const BulkUpdateItem = model('BulkUpdateItem', {
  id: Uuid,
  status: z.enum(BULK_UPDATE_ITEM_STATUSES),
  store_id: Uuid.nullable(),
  store_name: z.string().nullable(),
  store_currency: z.string().nullable(),
  product_id: Uuid.nullable(),
  product_title: z.string().nullable(),
  variant_id: Uuid.nullable(),
  variant_title: z.string().nullable(),
  sku: z.string().nullable(),
  row_number: z.int().min(1).nullable().describe('In the imported file; the header is row 1'),
  changes: z.array(
    z.object({
      attribute: EditableAttribute,
      old_value: z.string().nullable(),
      new_value: z.string().nullable(),
      current_value: z.string().nullable().optional().describe('For a conflict: the value at the source'),
    }),
  ),
  margin: z
    .string()
    .nullable()
    .optional()
    .describe('For a planned price or cost: the resulting margin in percent'),
  warnings: z.array(z.enum(BULK_UPDATE_WARNINGS)),
  guard_rails: z.array(BrokenGuardRail),
  error: z.string().nullable(),
  left_out: z.boolean(),
});
export type BulkUpdateItem = z.infer<typeof BulkUpdateItem>;

export const BulkUpdateItemList = model('BulkUpdateItemList', {
  items: z.array(BulkUpdateItem),
  total: z.int().min(0),
});
export type BulkUpdateItemList = z.infer<typeof BulkUpdateItemList>;

/** `changes`: planned or written items; `problems`: failures, conflicts and unmatched rows. */
const ItemsShown = queryFilter(
  z.enum(['changes', 'problems', 'warnings', 'unchanged', 'left_out'], {
    error: 'show must be changes, problems, warnings, unchanged or left_out.',
  }),
);

/** Which items, and in which order; the default is the plan's. */
export const BulkUpdateItemsFilter = z.object({
  show: ItemsShown,
  q: queryFilter(z.string().max(200)).describe('In title, variant, SKU or barcode'),
  store_id: queryFilter(Uuid),
  attribute: queryFilter(EditableAttribute).describe(
    'Rows that change this attribute; `moves`, `by_at_least` and sorting by value also refer to it. Default for these: the first amount',
  ),
  warning: queryFilter(z.enum(BULK_UPDATE_WARNINGS)),
  moves: queryFilter(z.enum(['up', 'down'])),
  by_at_least: queryFilter(z.coerce.number().min(0).max(1_000_000)).describe(
    'Percent of the old amount, in either direction',
  ),
  sort: queryFilter(z.enum(['name', 'store', 'sku', 'before', 'after', 'change', 'margin'])),
  direction: queryFilter(z.enum(['asc', 'desc'])),
});
export type BulkUpdateItemsFilter = z.infer<typeof BulkUpdateItemsFilter>;

export const BulkUpdateItemsQuery = BulkUpdateItemsFilter.extend({
  limit: limitQuery({
    defaultLimit: BULK_UPDATE_ITEMS_PAGE_SIZE,
    maxLimit: BULK_UPDATE_ITEMS_MAX_PAGE_SIZE,
  }),
  offset: OffsetQuery,
});
export type BulkUpdateItemsQuery = z.infer<typeof BulkUpdateItemsQuery>;

/** Leaves rows of a preview out, or includes them again: some, or all that match a filter. */
export const LeaveOut = z
  .object({
    left_out: z.boolean(),
    item_ids: z.array(Uuid).max(BULK_UPDATE_ITEMS_MAX_PAGE_SIZE).optional(),
    filter: BulkUpdateItemsFilter.omit({ sort: true, direction: true }).optional(),
  })
  .refine(({ item_ids, filter }) => (item_ids === undefined) !== (filter === undefined), {
    error: 'Name either the rows or a filter.',
  })
  .meta({ id: 'LeaveOut' });
export type LeaveOut = z.infer<typeof LeaveOut>;
