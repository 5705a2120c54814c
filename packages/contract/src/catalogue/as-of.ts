import { z } from 'zod';
import { Timestamp } from '../api/common.ts';
import { model } from '../api/model.ts';
import { EditableAttribute } from '../attributes/attribute-name.ts';

/** The caller's clock may be ahead by this much. */
const CLOCK_SKEW_MS = 60_000;

/** A past time in a request; its offset is the one that the person meant. */
export const PastMoment = z.iso
  .datetime({
    offset: true,
    error: 'Must be a time with its offset, such as 2026-11-12T14:00:00Z.',
  })
  .refine((moment) => !(Date.parse(moment) > Date.now() + CLOCK_SKEW_MS), { error: 'Must be in the past.' });

/** For a search and its files: current values decide which products are found, and their order. */
export const SearchAsOf = PastMoment.optional().describe(
  'Return the values as they were then, computed from the history. Search, filter and order apply to the current ' +
    'catalogue: products removed since are not found. Stock and weight unit ' +
    'are current',
);

export const AsOf = model('AsOf', {
  as_of: Timestamp,
  complete_since: Timestamp.describe(
    'The history is complete from this moment on. For earlier moments it may know later values only, because ' +
      'changes were not recorded yet or have been pruned',
  ),
});
export type AsOf = z.infer<typeof AsOf>;

/** How a past product or variant compares with now. */
export const Past = model('Past', {
  first_seen: Timestamp.describe('When it was added to the catalogue'),
  existed: z.boolean().describe('False if it was added after that moment: its values are current'),
  now: z
    .partialRecord(EditableAttribute, z.string().nullable())
    .describe('Current values of attributes that were different then; tags joined by `, `'),
  uncertain: z
    .array(EditableAttribute)
    .describe('Values last read some time before their next change, such as one made in the store itself'),
});
export type Past = z.infer<typeof Past>;

/** Restores past values. */
export const Restore = model('Restore', {
  as_of: PastMoment,
  include_uncertain: z
    .boolean()
    .default(false)
    .describe('Also restore uncertain values: they may not be those of that moment'),
});
export type Restore = z.infer<typeof Restore>;
