import { z } from 'zod';
import { idOf, limitQuery, OffsetQuery, requiredText, Timestamp } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { messages } from '../messages.ts';
import { ApplyBulkUpdate, BulkUpdateBatch } from './bulk-update-batches.ts';
import { GuardRailFinding, OverrideReason } from './guard-rails.ts';

/** A local time, to the minute; 24:00 is the end of the day. */
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

const ends = ClockTime.nullable().default(null).describe('When it is reverted; null to keep it');
const timezone = requiredText(messages.scheduledSyncs.timezoneMissing, 100).describe(
  'Timezone of both times, such as Europe/Berlin',
);

// Strict: with its end misspelt, a sale would never end.
export const ScheduleChange = z
  .strictObject({
    starts: ClockTime,
    ends,
    timezone,
    override_reason: OverrideReason,
    ...ApplyBulkUpdate.pick({ expected_items: true, submitted_at: true }).shape,
  })
  .meta({ id: 'ScheduleChange' });
export type ScheduleChange = z.infer<typeof ScheduleChange>;

/** What will happen when, in words, before scheduling. */
export const ScheduleChangePreview = model('ScheduleChangePreview', {
  starts_at: Timestamp.nullable(),
  ends_at: Timestamp.nullable(),
  says: z.array(z.string()).describe('Sentences to show to people, in chronological order'),
  guard_rails: z
    .array(GuardRailFinding)
    .describe('Guard rails it breaks at its start or when reverted: these require a reason'),
  meanwhile: z.array(z.string()).describe('Other runs in the stores at these times, as sentences'),
  problem: z
    .object({ path: z.enum(['starts', 'ends', 'timezone']), message: z.string() })
    .nullable()
    .describe('Why it cannot be scheduled; everything else is empty then'),
});
export type ScheduleChangePreview = z.infer<typeof ScheduleChangePreview>;

export const MoveScheduledEnd = z
  .strictObject({ ends, timezone, override_reason: OverrideReason })
  .meta({ id: 'MoveScheduledEnd' });
export type MoveScheduledEnd = z.infer<typeof MoveScheduledEnd>;

const EndScheduledChange = model('EndScheduledChange', { override_reason: OverrideReason });

export const ScheduledChangesQuery = z.object({
  state: z
    .enum(['open', 'over'], { error: 'state must be open or over.' })
    .default('open')
    .describe('open: its start or end is still to come, or waits for a person'),
  limit: limitQuery({ defaultLimit: 20, maxLimit: 100 }),
  offset: OffsetQuery,
});
export type ScheduledChangesQuery = z.infer<typeof ScheduledChangesQuery>;

export const ScheduledChangeList = model('ScheduledChangeList', {
  scheduled_changes: z.array(BulkUpdateBatch).describe('Waiting for a person first, then by time'),
  total: z.int().min(0),
});
export type ScheduledChangeList = z.infer<typeof ScheduledChangeList>;

const params = z.object({ batch_id: idOf('batch_not_found') });

export const scheduledChangeRoutes = {
  list: defineRoute('scheduledChanges.list', {
    summary: 'List scheduled changes',
    query: ScheduledChangesQuery,
    response: ScheduledChangeList,
  }),
  preview: defineRoute('scheduledChanges.preview', {
    summary: 'Preview when a scheduled change would be applied and reverted',
    params,
    body: ScheduleChange,
    response: ScheduleChangePreview,
  }),
  save: defineRoute('scheduledChanges.save', {
    summary: 'Schedule a plan to be applied and optionally reverted, or change its times',
    description:
      'A local time skipped by daylight saving means the moment right after; an ambiguous one means the first. ' +
      'The plan is applied as the member who scheduled it, if still permitted; otherwise it waits for a person. ' +
      'After a downtime it starts late, unless its end has passed.',
    params,
    body: ScheduleChange,
    response: BulkUpdateBatch,
  }),
  cancel: defineRoute('scheduledChanges.cancel', {
    summary: 'Cancel a scheduled change that has not been applied: its plan becomes a preview again',
    params,
    response: BulkUpdateBatch,
  }),
  moveEnd: defineRoute('scheduledChanges.moveEnd', {
    summary: 'Change when an applied plan is reverted, or keep it',
    params,
    body: MoveScheduledEnd,
    response: BulkUpdateBatch,
  }),
  endNow: defineRoute('scheduledChanges.endNow', {
    summary: 'Revert an applied plan now',
    description: 'Rows not written yet are not written.',
    params,
    body: EndScheduledChange,
    response: BulkUpdateBatch,
  }),
};
