import { z } from 'zod';
import { idOf, limitQuery, OffsetQuery, QueryBoolean, requiredText } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { NOTE_MAX_LENGTH, OVERRIDE_REASON_MAX_LENGTH, PLAN_SUBMITTED_KEPT_DAYS } from '../constants.ts';
import { BulkUpdateBatch } from './bulk-updates.ts';

export const InboxQuery = z.object({
  state: z.enum(['waiting', 'decided'], { error: 'state must be waiting or decided.' }).default('waiting'),
  mine: QueryBoolean.default(false).describe('Only plans that the asker made'),
  limit: limitQuery({ defaultLimit: 20, maxLimit: 100 }),
  offset: OffsetQuery,
});
export type InboxQuery = z.infer<typeof InboxQuery>;

export const Inbox = z
  .object({
    plans: z.array(BulkUpdateBatch).describe('Those that wait longest first, or that were decided last'),
    total: z.int().min(0),
    waiting: z.int().min(0).describe('How many wait in all'),
  })
  .meta({ id: 'Inbox' });
export type Inbox = z.infer<typeof Inbox>;

export const PlanSubmission = z
  .object({
    note: z
      .string()
      .trim()
      .max(NOTE_MAX_LENGTH, { error: `A note has at most ${NOTE_MAX_LENGTH} characters.` })
      .optional()
      .describe('What whoever decides should know; left out, the note stays as it is'),
  })
  .meta({ id: 'PlanSubmission' });
export type PlanSubmission = z.infer<typeof PlanSubmission>;

export const PlanRejection = z
  .object({
    reason: requiredText('Say why, so that its author knows.', OVERRIDE_REASON_MAX_LENGTH),
  })
  .meta({ id: 'PlanRejection' });

/** How far the catalogue moved on since a plan was made. */
export const PlanDrift = z
  .object({
    changed: z
      .int()
      .min(0)
      .describe(
        'Rows that hold other values by now, or are gone: they end as conflicts and stay as they are',
      ),
  })
  .meta({ id: 'PlanDrift' });
export type PlanDrift = z.infer<typeof PlanDrift>;

const params = z.object({ batch_id: idOf('batch_not_found') });

export const inboxRoutes = {
  list: defineRoute('inbox.list', {
    summary: 'The plans that wait for a decision, or that were decided',
    query: InboxQuery,
    response: Inbox,
  }),
  submit: defineRoute('inbox.submit', {
    summary: 'Have a preview wait for somebody else to decide',
    description: `Its author alone can. It is kept for ${PLAN_SUBMITTED_KEPT_DAYS} days. Whoever applies it approves it: see /products/bulk-updates/{batch_id}/apply.`,
    params,
    body: PlanSubmission,
    response: BulkUpdateBatch,
  }),
  withdraw: defineRoute('inbox.withdraw', {
    summary: 'Take one’s own plan back from the inbox',
    params,
    response: BulkUpdateBatch,
  }),
  reject: defineRoute('inbox.reject', {
    summary: 'Reject a plan that waits, with a reason',
    params,
    body: PlanRejection,
    response: BulkUpdateBatch,
  }),
  takeOver: defineRoute('inbox.takeOver', {
    summary: 'Make a preview of one’s own from a plan that waits, based on what its rows hold now',
    params,
    response: BulkUpdateBatch,
    status: 201,
  }),
  drift: defineRoute('inbox.drift', {
    summary: 'How many rows of a plan hold other values by now than when it was made',
    params,
    response: PlanDrift,
  }),
};
