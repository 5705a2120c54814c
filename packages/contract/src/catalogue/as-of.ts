import { z } from 'zod';
import { Timestamp } from '../api/common.ts';
import { EDITABLE_ATTRIBUTES } from '../constants.ts';

const Attribute = z.enum(EDITABLE_ATTRIBUTES);

/** A moment of the past in a request; its offset is the clock by which a person meant it. */
export const PastMoment = z.iso.datetime({
  offset: true,
  error: 'Must be a time with its offset, such as 2026-11-12T14:00:00Z.',
});

/** For a search and its files: what is found and in which order is decided by the values of now. */
export const SearchAsOf = PastMoment.optional().describe(
  'Answers the values as they were then, worked out from the history. The search, its filter and its order apply to ' +
    'the catalogue of now: a product that was removed since is not found. Stock, handle, description, weight unit and ' +
    'custom fields have no history, and are those of now',
);

export const AsOf = z
  .object({
    as_of: Timestamp,
    complete_since: Timestamp.describe(
      'From when on the history has every change. Of an earlier moment it may know later values only: changes were ' +
        'not recorded yet, or were removed for their age',
    ),
  })
  .meta({ id: 'AsOf' });
export type AsOf = z.infer<typeof AsOf>;

/** How a product or variant of the past compares with now. */
export const Past = z
  .object({
    first_seen: Timestamp.describe('When it came into the catalogue'),
    existed: z.boolean().describe('False where it came later than that moment: its values are those of now'),
    now: z
      .partialRecord(Attribute, z.string().nullable())
      .describe('The present values of what was another then; tags joined by `, `'),
    uncertain: z
      .array(Attribute)
      .describe(
        'Values that were last seen some time before their next change, such as one made in the store itself',
      ),
  })
  .meta({ id: 'Past' });
export type Past = z.infer<typeof Past>;

/** Puts values back to what they were. */
export const Restore = z
  .object({
    as_of: PastMoment,
    include_uncertain: z
      .boolean()
      .default(false)
      .describe('Restore also values of which it is not certain that they were those of that moment'),
  })
  .meta({ id: 'Restore' });
export type Restore = z.infer<typeof Restore>;
