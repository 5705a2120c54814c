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
  revert_batch_id: Uuid.nullable().describe(
    'The update that reverts it; null if there was nothing to revert',
  ),
  revert_status: z.enum(BULK_UPDATE_STATUSES).nullable(),
});
export type PlanSchedule = z.infer<typeof PlanSchedule>;
