import { z } from 'zod';
import { idOf, limitQuery, OffsetQuery, QueryBoolean, requiredText } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { NOTE_MAX_LENGTH, OVERRIDE_REASON_MAX_LENGTH, PLAN_SUBMITTED_KEPT_DAYS } from '../constants.ts';
import { BulkUpdateBatch } from './bulk-update-batches.ts';

export const InboxQuery = z.object({
  state: z.enum(['waiting', 'decided'], { error: 'state must be waiting or decided.' }).default('waiting'),
  mine: QueryBoolean.default(false).describe('Only your own plans'),
  limit: limitQuery({ defaultLimit: 20, maxLimit: 100 }),
  offset: OffsetQuery,
});
export type InboxQuery = z.infer<typeof InboxQuery>;

export const Inbox = model('Inbox', {
  plans: z.array(BulkUpdateBatch).describe('Longest waiting first, or most recently decided first'),
  total: z.int().min(0),
  waiting: z.int().min(0).describe('Total number waiting'),
});
export type Inbox = z.infer<typeof Inbox>;

export const PlanSubmission = model('PlanSubmission', {
  note: z
    .string()
    .trim()
    .max(NOTE_MAX_LENGTH, { error: `A note has at most ${NOTE_MAX_LENGTH} characters.` })
    .optional()
    .describe('Note for the person deciding. Omit to keep the current note'),
});
export type PlanSubmission = z.infer<typeof PlanSubmission>;

const PlanRejection = model('PlanRejection', {
  reason: requiredText('Say why, so that its author knows.', OVERRIDE_REASON_MAX_LENGTH),
});

/** How much the catalogue has changed since a plan was made. */
export const PlanDrift = model('PlanDrift', {
  changed: z
    .int()
    .min(0)
    .describe('Rows whose values have changed or that are gone: they will end as conflicts, unchanged'),
});
export type PlanDrift = z.infer<typeof PlanDrift>;

const params = z.object({ batch_id: idOf('batch_not_found') });

export const inboxRoutes = {
  list: defineRoute('inbox.list', {
    summary: 'List plans waiting for a decision, or decided ones',
    query: InboxQuery,
    response: Inbox,
  }),
  submit: defineRoute('inbox.submit', {
    summary: 'Submit a preview for approval',
    description: `Only its author can. Kept for ${PLAN_SUBMITTED_KEPT_DAYS} days. Applying it approves it: see /products/bulk-updates/{batch_id}/apply.`,
    params,
    body: PlanSubmission,
    response: BulkUpdateBatch,
  }),
  withdraw: defineRoute('inbox.withdraw', {
    summary: 'Withdraw your own plan from the inbox',
    params,
    response: BulkUpdateBatch,
  }),
  reject: defineRoute('inbox.reject', {
    summary: 'Reject a waiting plan with a reason',
    params,
    body: PlanRejection,
    response: BulkUpdateBatch,
  }),
  takeOver: defineRoute('inbox.takeOver', {
    summary: 'Take over a waiting plan as your own preview, based on current values',
    params,
    response: BulkUpdateBatch,
    status: 201,
  }),
  drift: defineRoute('inbox.drift', {
    summary: 'Count the rows of a plan whose values have changed since it was made',
    params,
    response: PlanDrift,
  }),
};
