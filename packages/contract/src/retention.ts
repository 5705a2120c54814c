import { z } from 'zod';
import { basedOn, queryInteger, Timestamp } from './api/common.ts';
import { model } from './api/model.ts';
import { defineRoute } from './api/route.ts';
import { RETENTION, RETENTION_KINDS, RETENTION_MOST_DAYS, type RetentionKind } from './constants.ts';

const Kind = z.enum(RETENTION_KINDS).describe('Kind of record');

const daysOf = <Schema extends z.ZodType>(schemaOf: (kind: RetentionKind) => Schema) =>
  z.object(
    Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, schemaOf(kind)])) as Record<
      RetentionKind,
      Schema
    >,
  );

/** Whole days, from a kind's minimum. */
export const daysSchema = (kind: RetentionKind) =>
  queryInteger({ min: RETENTION[kind].least, max: RETENTION_MOST_DAYS, name: 'The number of days' });

const Days = daysOf(daysSchema);

/** How long each kind is kept, its current size, and its last removal. */
export const Retention = model('Retention', {
  kinds: z.array(
    z.object({
      kind: Kind,
      days: z.int().min(1),
      rows: z.int().min(0).describe('Estimated number of rows'),
      bytes: z.int().min(0).describe('Including indexes'),
      last_run: z
        .object({
          started_at: Timestamp,
          ended_at: Timestamp.nullable().describe('Null while running'),
          removed: z.int().min(0).describe('Rows removed'),
          error: z.string().nullable().describe('Why it stopped; it will be retried'),
        })
        .nullable()
        .describe('Null before the first time'),
    }),
  ),
});
export type Retention = z.infer<typeof Retention>;

/** What would be removed with this number of days. */
export const RetentionRemovals = model('RetentionRemovals', {
  removals: z.array(
    z.object({
      kind: Kind,
      rows: z.int().min(0),
      is_more: z.boolean().describe('There are more: counting stopped at one million'),
      bytes: z.int().min(0).describe('Estimated count'),
    }),
  ),
});
export type RetentionRemovals = z.infer<typeof RetentionRemovals>;

export const RetentionSave = Days.extend({ based_on: basedOn(Days) }).meta({ id: 'RetentionSave' });
export type RetentionSave = z.infer<typeof RetentionSave>;

export const retentionRoutes = {
  get: defineRoute('retention.get', {
    summary: 'Retention of records, and how much space they take',
    response: Retention,
  }),
  removals: defineRoute('retention.removals', {
    summary: 'Preview what a retention period would remove',
    query: Days.partial(),
    response: RetentionRemovals,
  }),
  save: defineRoute('retention.save', {
    summary: 'Set how many days records are kept',
    description:
      'Older records are pruned within the hour, in small steps. Rows of a bulk update go once it has ended; its ' +
      'totals stay. The last sync of a store and the last delivery of a shop are kept.',
    body: RetentionSave,
    response: Retention,
  }),
};
