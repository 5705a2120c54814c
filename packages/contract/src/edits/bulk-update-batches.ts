import { z } from 'zod';
import { DecimalString, Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { EditableAttribute } from '../attributes/attribute-name.ts';
import { MONEY_ATTRIBUTES } from '../attributes/attributes.ts';
import {
  BULK_UPDATE_MAX_ITEMS,
  BULK_UPDATE_ORIGINS,
  BULK_UPDATE_STATUSES,
  BULK_UPDATE_WARNINGS,
  NOTE_MAX_LENGTH,
  PLAN_DECISIONS,
} from '../constants.ts';
import { Person } from '../people/person.ts';
import { GuardRailFinding, Override, OverrideReason } from './guard-rails.ts';
import { PlanSchedule } from './plan-schedule.ts';

/** A bulk update from preview to result. */

/** Why a product or variant kept its value; for a conflict, also its current value. */
export const BulkUpdateError = model('BulkUpdateError', {
  error: z.string().describe('A sentence that names the product and the variant'),
  store_id: Uuid.nullable(),
  product_id: Uuid.nullable(),
  variant_id: Uuid.nullable(),
  attribute: EditableAttribute.nullable(),
  conflict: z.object({ based_on: z.string().nullable(), current: z.string().nullable() }).nullable(),
});
export type BulkUpdateError = z.infer<typeof BulkUpdateError>;

/** `succeeded`, `failed` and `unchanged` count variants, or products for product attributes. */
export const BulkUpdateResult = model('BulkUpdateResult', {
  success: z.boolean().describe('True if nothing failed'),
  succeeded: z.int().min(0),
  failed: z.int().min(0),
  unchanged: z.int().min(0).describe('Rows that already had the value: nothing was written'),
  errors: z.array(BulkUpdateError),
  batch_id: Uuid,
});
export type BulkUpdateResult = z.infer<typeof BulkUpdateResult>;

/** The answer to `Prefer: respond-async`: the update continues; poll its progress by this id. */
export const BulkUpdateAccepted = model('BulkUpdateAccepted', { batch_id: Uuid });
export type BulkUpdateAccepted = z.infer<typeof BulkUpdateAccepted>;

/** The sum of an amount over a store's changed variants, in the store's currency. */
export const AmountSummary = model('AmountSummary', {
  attribute: z.enum(MONEY_ATTRIBUTES),
  before: DecimalString,
  after: DecimalString,
  largest_rise_percent: z.number().nullable(),
  largest_fall_percent: z.number().nullable(),
});
export type AmountSummary = z.infer<typeof AmountSummary>;

/**
 * What a running store batch is waiting for: `products` of other updates, its `store`, or a free `worker`.
 */
export const BulkUpdateWait = model('BulkUpdateWait', {
  for: z.enum(['products', 'store', 'worker']),
  message: z.string().describe('A sentence to show to people, with an estimate if there is one'),
  until: Timestamp.nullable().describe('Time of the next attempt, if known'),
  batch_ids: z.array(Uuid).describe('The updates writing to these products'),
  seconds_left: z.int().min(0).nullable().describe('Estimate; null if unknown'),
});
export type BulkUpdateWait = z.infer<typeof BulkUpdateWait>;

/** One store's part of a bulk update; stores run in parallel. */
export const BulkUpdateStore = model('BulkUpdateStore', {
  store_id: Uuid,
  store_name: z.string(),
  store_currency: z.string(),
  status: z.enum(['planned', 'in_progress', 'done']),
  total: z.int().min(0),
  succeeded: z.int().min(0),
  failed: z.int().min(0),
  unchanged: z.int().min(0),
  cancelled: z.int().min(0),
  left_out: z.int().min(0).describe('For a preview: excluded rows'),
  waiting_until: Timestamp.nullable().describe('Set while the store throttles requests'),
  waiting: BulkUpdateWait.nullable(),
  seconds_left: z
    .int()
    .min(0)
    .nullable()
    .describe('Estimate, also for a preview as if it were applied now; null if unknown or done'),
  amounts: z.array(AmountSummary).describe('Without excluded rows'),
});
export type BulkUpdateStore = z.infer<typeof BulkUpdateStore>;

export const BulkUpdateWarning = model('BulkUpdateWarning', {
  code: z.enum(BULK_UPDATE_WARNINGS),
  count: z.int().min(1),
  message: z.string().describe('A sentence to show to people'),
});
export type BulkUpdateWarning = z.infer<typeof BulkUpdateWarning>;

/** The result of reading an imported file. */
export const CsvImportReport = model('CsvImportReport', {
  file_name: z.string().nullable(),
  rows: z.int().min(0),
  matched: z.int().min(0),
  unmatched: z.int().min(0),
  ambiguous: z.int().min(0).describe('Rows that match several variants'),
  invalid: z.int().min(0),
  matched_by: z.array(z.string()).describe('The columns by which rows were matched'),
  applied_columns: z.array(z.string()),
  ignored_columns: z.array(z.string()),
  encoding: z.string().describe('For a text file; `Excel` for a spreadsheet'),
  delimiter: z.string().describe('For a text file; empty for a spreadsheet'),
  sheet: z.string().optional().describe('For a spreadsheet: the worksheet that was read'),
});
export type CsvImportReport = z.infer<typeof CsvImportReport>;

/** The decision on a submitted plan; applying it approves it. */
const Submission = model('Submission', {
  submitted_at: Timestamp,
  decision: z.enum(PLAN_DECISIONS).nullable().describe('Null while waiting'),
  decided_at: Timestamp.nullable(),
  decided_by: Person.nullable(),
  reason: z.string().nullable().describe('Reason for a rejection'),
});

/**
 * A bulk update from preview (`planned`) to result. `total` = `succeeded` + `failed` + `unchanged` +
 * `cancelled` + open items; conflicts and refusals count as failed.
 */
export const BulkUpdateBatch = model('BulkUpdateBatch', {
  batch_id: Uuid,
  status: z.enum(BULK_UPDATE_STATUSES),
  origin: z.enum(BULK_UPDATE_ORIGINS),
  undoes_batch_id: Uuid.nullable(),
  title: z.string().describe('What it changes and how much, in words'),
  note: z.string().nullable().describe('Written by its author'),
  attributes: z.array(EditableAttribute),
  requested_by: Person.nullable(),
  progress: z.number().min(0).max(100).describe('Percent'),
  total: z.int().min(0),
  succeeded: z.int().min(0),
  failed: z.int().min(0),
  unchanged: z.int().min(0),
  cancelled: z.int().min(0),
  left_out: z.int().min(0).describe('For a preview: excluded rows'),
  cancelling: z.boolean().describe('True from the cancel request until writes in flight have ended'),
  errors: z.array(BulkUpdateError).describe('The first 100; list the items for the rest'),
  stores: z.array(BulkUpdateStore),
  warnings: z.array(BulkUpdateWarning).describe('Without excluded rows'),
  guard_rails: z.array(GuardRailFinding).describe('Guard rails it breaks, or broke when it was applied'),
  override: Override.nullable(),
  submission: Submission.nullable().describe('For a plan that is, or was, waiting for a decision'),
  schedule: PlanSchedule.nullable(),
  import_report: CsvImportReport.nullable(),
  items_removed_at: Timestamp.nullable().describe('When its rows were pruned; its totals stay'),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable().describe('When an unapplied preview expires'),
});
export type BulkUpdateBatch = z.infer<typeof BulkUpdateBatch>;

export const BulkUpdateBatchList = model('BulkUpdateBatchList', {
  bulk_updates: z.array(BulkUpdateBatch),
  total: z.int().min(0),
});
export type BulkUpdateBatchList = z.infer<typeof BulkUpdateBatchList>;

// Strict: with the excluded rows misspelt, they would be written.
export const ApplyBulkUpdate = z
  .strictObject({
    excluded_item_ids: z
      .array(Uuid)
      .max(BULK_UPDATE_MAX_ITEMS)
      .default([])
      .describe('Additional rows to exclude'),
    expected_items: z
      .int()
      .min(0)
      .optional()
      .describe('Expected number of rows to write; refused if rows were left out or included meanwhile'),
    submitted_at: Timestamp.nullish().describe(
      '`submitted_at` of the plan as reviewed; refused if it was withdrawn and submitted again since',
    ),
    override_reason: OverrideReason,
  })
  .meta({ id: 'ApplyBulkUpdate' });
export type ApplyBulkUpdate = z.infer<typeof ApplyBulkUpdate>;

export const BulkUpdateNote = model('BulkUpdateNote', {
  note: z
    .string()
    .trim()
    .max(NOTE_MAX_LENGTH, { error: `A note has at most ${NOTE_MAX_LENGTH} characters.` })
    .nullable()
    .transform((note) => note || null),
});
