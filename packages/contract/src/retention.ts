import { z } from 'zod';
import { basedOn, queryInteger, Timestamp } from './api/common.ts';
import { defineRoute } from './api/route.ts';
import { RETENTION, RETENTION_KINDS, RETENTION_MOST_DAYS, type RetentionKind } from './constants.ts';

const Kind = z.enum(RETENTION_KINDS).describe('What grows old');

const daysOf = <Schema extends z.ZodType>(schemaOf: (kind: RetentionKind) => Schema) =>
  z.object(
    Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, schemaOf(kind)])) as Record<
      RetentionKind,
      Schema
    >,
  );

/** Whole days from the least that a kind is kept for. */
export const daysSchema = (kind: RetentionKind) =>
  queryInteger({ min: RETENTION[kind].least, max: RETENTION_MOST_DAYS, name: 'The number of days' });

const Days = daysOf(daysSchema);

/** How long each kind is kept, what it holds now, and what was removed of it last. */
export const Retention = z
  .object({
    kinds: z.array(
      z.object({
        kind: Kind,
        days: z.int().min(1),
        rows: z.int().min(0).describe('About so many rows'),
        bytes: z.int().min(0).describe('With their indexes'),
        last_run: z
          .object({
            started_at: Timestamp,
            ended_at: Timestamp.nullable().describe('Null while it goes on'),
            removed: z.int().min(0).describe('Rows removed'),
            error: z.string().nullable().describe('Why it broke off; it is tried again'),
          })
          .nullable()
          .describe('Null before the first time'),
      }),
    ),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof Retention>;

/** What would go now, were it kept for so many days. */
export const RetentionRemovals = z
  .object({
    removals: z.array(
      z.object({
        kind: Kind,
        rows: z.int().min(0),
        is_more: z.boolean().describe('There are more: counting stopped at a million'),
        bytes: z.int().min(0).describe('About so many'),
      }),
    ),
  })
  .meta({ id: 'RetentionRemovals' });
export type RetentionRemovals = z.infer<typeof RetentionRemovals>;

export const RetentionSave = Days.extend({ based_on: basedOn(Days) }).meta({ id: 'RetentionSave' });
export type RetentionSave = z.infer<typeof RetentionSave>;

export const retentionRoutes = {
  get: defineRoute('retention.get', {
    summary: 'How long records are kept, and how much they hold',
    response: Retention,
  }),
  removals: defineRoute('retention.removals', {
    summary: 'What would be removed, were records kept for so many days',
    query: Days.partial(),
    response: RetentionRemovals,
  }),
  save: defineRoute('retention.save', {
    summary: 'Choose for how many days records are kept',
    description:
      'What is older is removed within the hour, a little at a time. Rows of a bulk update go once it has ended; its sums stay. ' +
      'The last sync of a store and the last delivery of a shop are kept.',
    body: RetentionSave,
    response: Retention,
  }),
};
