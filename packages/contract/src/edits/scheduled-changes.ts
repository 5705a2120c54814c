import { z } from 'zod';
import { idOf, limitQuery, OffsetQuery, requiredText, Timestamp } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { messages } from '../messages.ts';
import { ApplyBulkUpdate, BulkUpdateBatch } from './bulk-updates.ts';
import { GuardRailFinding, OverrideReason } from './guard-rails.ts';

/** What a clock on the wall shows, to the minute; 24:00 is the end of the day. */
const ClockTime = z
  .string({ error: messages.scheduledChanges.timeMissing })
  .regex(/^\d{4}-\d{2}-\d{2}T(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
    error: messages.scheduledChanges.timeInvalid,
  })
  .refine((time) => isDay(time.slice(0, 10)), { error: messages.scheduledChanges.timeInvalid })
  .meta({ examples: ['2026-11-27T00:00', '2026-11-29T24:00'] });

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

const ends = ClockTime.nullable().default(null).describe('When it reverts itself; null: it stays');
const timezone = requiredText(messages.scheduledSyncs.timezoneMissing, 100).describe(
  'Of both times, such as Europe/Berlin',
);

export const ScheduleChange = z
  .object({
    starts: ClockTime,
    ends,
    timezone,
    override_reason: OverrideReason,
    ...ApplyBulkUpdate.pick({ expected_items: true, submitted_at: true }).shape,
  })
  .meta({ id: 'ScheduleChange' });
export type ScheduleChange = z.infer<typeof ScheduleChange>;

/** What will happen when, in words, before anything is scheduled. */
export const ScheduleChangePreview = z
  .object({
    starts_at: Timestamp.nullable(),
    ends_at: Timestamp.nullable(),
    says: z.array(z.string()).describe('Sentences for a person, in the order of time'),
    guard_rails: z
      .array(GuardRailFinding)
      .describe('Those that it breaks at its start or, going back, at its end: they take a reason'),
    meanwhile: z.array(z.string()).describe('What else runs in the stores at these times, as sentences'),
    problem: z
      .object({ path: z.enum(['starts', 'ends', 'timezone']), message: z.string() })
      .nullable()
      .describe('Why it cannot be scheduled like this; the rest is empty then'),
  })
  .meta({ id: 'ScheduleChangePreview' });
export type ScheduleChangePreview = z.infer<typeof ScheduleChangePreview>;

export const MoveScheduledEnd = z
  .object({ ends, timezone, override_reason: OverrideReason })
  .meta({ id: 'MoveScheduledEnd' });
export type MoveScheduledEnd = z.infer<typeof MoveScheduledEnd>;

export const EndScheduledChange = z
  .object({ override_reason: OverrideReason })
  .meta({ id: 'EndScheduledChange' });
export type EndScheduledChange = z.infer<typeof EndScheduledChange>;

export const ScheduledChangesQuery = z.object({
  state: z
    .enum(['open', 'over'], { error: 'state must be open or over.' })
    .default('open')
    .describe('open: its start or its end is still to come, or waits for a person'),
  limit: limitQuery({ defaultLimit: 20, maxLimit: 100 }),
  offset: OffsetQuery,
});
export type ScheduledChangesQuery = z.infer<typeof ScheduledChangesQuery>;

export const ScheduledChangeList = z
  .object({
    scheduled_changes: z
      .array(BulkUpdateBatch)
      .describe('What waits for a person first, then by what comes next'),
    total: z.int().min(0),
  })
  .meta({ id: 'ScheduledChangeList' });
export type ScheduledChangeList = z.infer<typeof ScheduledChangeList>;

const params = z.object({ batch_id: idOf('batch_not_found') });

export const scheduledChangeRoutes = {
  list: defineRoute('scheduledChanges.list', {
    summary: 'Plans that are applied, or go back, at a time',
    query: ScheduledChangesQuery,
    response: ScheduledChangeList,
  }),
  preview: defineRoute('scheduledChanges.preview', {
    summary: 'What will happen, and when, if a plan is scheduled so',
    params,
    body: ScheduleChange,
    response: ScheduleChangePreview,
  }),
  save: defineRoute('scheduledChanges.save', {
    summary: 'Have a plan applied at a time, and reverted at another; or choose other times',
    description:
      'A time that the clocks skip is the moment right after; one that they show twice is the first. It is ' +
      'applied for whoever scheduled it, as far as they may do so then; else it waits for a person. After a ' +
      'downtime it begins late, unless its end has passed.',
    params,
    body: ScheduleChange,
    response: BulkUpdateBatch,
  }),
  cancel: defineRoute('scheduledChanges.cancel', {
    summary: 'Make a scheduled plan a preview again, before it is applied',
    params,
    response: BulkUpdateBatch,
  }),
  moveEnd: defineRoute('scheduledChanges.moveEnd', {
    summary: 'Have an applied plan go back at another time, or never',
    params,
    body: MoveScheduledEnd,
    response: BulkUpdateBatch,
  }),
  endNow: defineRoute('scheduledChanges.endNow', {
    summary: 'Have an applied plan go back now',
    description: 'What of it is not written yet is not written any more.',
    params,
    body: EndScheduledChange,
    response: BulkUpdateBatch,
  }),
};
