import { z } from 'zod';
import { Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { BULK_UPDATE_STATUSES, SCHEDULED_CHANGE_STATES } from '../constants.ts';
import { Person } from '../people/person.ts';

/** When a plan is applied automatically, and reverted. */
export const PlanSchedule = model('PlanSchedule', {
  state: z
    .enum(SCHEDULED_CHANGE_STATES)
    .describe(
      'scheduled: waiting for its start; applied: started, waiting for its end; reverted: its revert was started; ' +
        'kept: applied and stays; missed: its end passed before it could start',
    ),
  starts_at: Timestamp,
  ends_at: Timestamp.nullable(),
  timezone: z.string(),
  scheduled_by: Person,
  scheduled_at: Timestamp,
  problem: z.string().nullable().describe('Why it waits for a person, and what to do'),
  problem_since: Timestamp.nullable(),
  waits_for_stores: z
    .boolean()
    .describe('Its end has come, but not in stores that do not answer: they are reverted once they do'),
  revert_batch_id: Uuid.nullable().describe(
    'The last update that reverts it; null if there was nothing to revert',
  ),
  revert_status: z.enum(BULK_UPDATE_STATUSES).nullable(),
  reverts: z
    .array(z.object({ batch_id: Uuid, status: z.enum(BULK_UPDATE_STATUSES), stores: z.array(z.string()) }))
    .describe('All of them, with the names of their stores: several if a store did not answer at the end'),
});
export type PlanSchedule = z.infer<typeof PlanSchedule>;
